/// A limit of a note. The store keeps it: no insertion and no change makes a note exceed one.
///
/// Versions that arrive from other devices are stored as they are, and an undo restores what the store had: neither may lose
/// what exists. Such a note can be changed as long as it grows no further.
package enum NoteLimit: Sendable, Hashable, CaseIterable {
  /// The text, in bytes of UTF-8.
  case text
  /// Title, tags, notebook, name of the file and front matter, in bytes of UTF-8 together.
  case properties
  /// The number of attachments.
  case attachments

  /// The maximum: more than people write, and little enough for every layer.
  package var maximum: Int {
    switch self {
    case .text: 10_000_000
    case .properties: 500_000
    case .attachments: Attachment.maximumCount
    }
  }
}

/// An amount by which a note exceeds a limit.
package struct NoteExcess: Error, Sendable, Hashable {
  package let limit: NoteLimit
  /// The amount that the note would have, in the unit of the limit.
  package let amount: Int

  package init(over limit: NoteLimit, amount: Int) {
    self.limit = limit
    self.amount = amount
  }
}

extension Note {
  /// Returns what a note has of a limited amount, in the unit of the limit. O(number of tags).
  package func amount(of limit: NoteLimit) -> Int {
    switch limit {
    case .text: body.utf8.count
    case .properties:
      tags.reduce(
        title.utf8.count + notebook.path.utf8.count + fileName.utf8.count + foreignFrontMatter.utf8.count
      ) { $0 + $1.name.utf8.count }
    case .attachments: attachments.count
    }
  }

  /// Returns the first limit that the note exceeds, and by which it is larger than each of some versions; `nil` if there is
  /// none. O(number of tags).
  ///
  /// - Parameter versions: The versions that the store has.
  package func excess(over versions: [Note] = []) -> NoteExcess? {
    for limit in NoteLimit.allCases {
      let amount = amount(of: limit)
      guard amount > limit.maximum, versions.allSatisfy({ $0.amount(of: limit) < amount }) else { continue }
      return NoteExcess(over: limit, amount: amount)
    }
    return nil
  }
}
