import Foundation

extension SyncedNote {
  /// Returns what a device keeps when a version arrives: the note, and where two people changed the same line, a copy of what this
  /// device had.
  ///
  /// An edit wins over a deletion, so that nothing that was written is lost.
  ///
  /// - Parameters:
  ///   - version: The version of the server.
  ///   - mine: The note on this device; `nil` where there is none.
  ///   - now: The time of the merge.
  ///   - copy: The id of a copy.
  package static func merge(_ version: ServerVersion, into mine: SyncedNote?, now: Date, copy: Note.ID) -> [SyncedNote]
  {
    var theirs = SyncedNote(
      note: Note(id: version.note, content: version.content, modified: version.modified),
      base: Base(content: version.content, number: version.number))
    guard var mine else { return version.content.isDeleted ? [] : [theirs] }
    // A page that arrives twice, or one with what this device has sent.
    if let base = mine.base, base.number >= version.number { return [] }
    // The server has what was sent before the reply was lost: the next edit of this device replaces that version. An equal text of
    // another device is taken for it, too.
    if mine.sent == version.content { mine.base = theirs.base }
    if !mine.isPending || mine.note.content == version.content { return [theirs] }
    if mine.base == theirs.base {
      mine.sent = nil
      return [mine]
    }
    if let content = mine.note.content.merged(with: version.content, from: mine.base?.content) {
      theirs.note = Note(id: version.note, content: content, modified: max(version.modified, mine.note.modified))
      return [theirs]
    }
    var content = mine.note.content
    content.text += "\n\n(A copy: another device changed the same lines.)"
    return [theirs, SyncedNote(note: Note(id: copy, content: content, modified: now))]
  }
}

extension Note.Content {
  /// Returns the content with the changes that two devices made; `nil` where they changed the same lines. Each property is merged
  /// here.
  ///
  /// - Parameter base: What both had before; `nil` if they had nothing in common.
  fileprivate func merged(with other: Self, from base: Self?) -> Self? {
    // An edit wins over a deletion.
    if isDeleted { return other }
    if other.isDeleted { return self }
    // Without a common version, what has its default value counts as unchanged.
    let base = base ?? Self(text: "")
    guard let text = mergedLines(of: text, and: other.text, from: base.text) else { return nil }
    var merged = self
    merged.text = text
    return merged
  }
}

/// Merges two texts that were made from a third one, by lines.
///
/// - Returns: The text with the changes of both; `nil` where they changed the same lines, or lines beside each other.
package func mergedLines(of mine: String, and theirs: String, from base: String) -> String? {
  if mine == base || mine == theirs { return theirs }
  if theirs == base { return mine }
  let lines = base.lines
  var edits = Edit.edits(from: lines, to: mine.lines) + Edit.edits(from: lines, to: theirs.lines)
  edits.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
  var merged: [Substring] = []
  var (position, last): (Int, Edit?) = (0, nil)
  for edit in edits where edit != last {
    // The edits of one text never touch each other, so these are of both.
    if let last, edit.range.lowerBound <= last.range.upperBound { return nil }
    merged += lines[position..<edit.range.lowerBound] + edit.lines
    (position, last) = (edit.range.upperBound, edit)
  }
  return (merged + lines[position...]).joined(separator: "\n")
}

extension String {
  /// The lines between line feeds. In a text of Windows, each ends with its carriage return.
  fileprivate var lines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}

/// Lines of a text that others replace.
private struct Edit: Equatable {
  var range: Range<Int>
  var lines: [Substring] = []

  /// The number of lines that are compared one by one. A comparison of more would take memory by the square of their number.
  private static let maximumLines = 2_000

  /// Returns the edits that make other lines from some, in order; at least one unchanged line is between two of them.
  static func edits(from old: [Substring], to new: [Substring]) -> [Edit] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let (oldMiddle, newMiddle) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    if oldMiddle.isEmpty, newMiddle.isEmpty { return [] }
    guard oldMiddle.count + newMiddle.count <= maximumLines else {
      return [Edit(range: start..<(old.count - end), lines: Array(newMiddle))]
    }
    let difference = Array(newMiddle).difference(from: Array(oldMiddle))
    let removed = Set(difference.removals.map { $0.offset + start })
    let inserted = Set(difference.insertions.map { $0.offset + start })
    var (edits, position, place): ([Edit], Int, Int) = ([], start, start)
    while position < old.count - end || place < new.count - end {
      var edit = Edit(range: position..<position)
      while removed.contains(position) || inserted.contains(place) {
        if removed.contains(position) {
          position += 1
        } else {
          edit.lines.append(new[place])
          place += 1
        }
      }
      edit.range = edit.range.lowerBound..<position
      if !edit.range.isEmpty || !edit.lines.isEmpty { edits.append(edit) }
      // A line that both have.
      (position, place) = (position + 1, place + 1)
    }
    return edits
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
