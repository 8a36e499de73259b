/// A file that belongs to a note.
package struct Attachment: Sendable, Hashable {
  /// The longest name, in bytes.
  package static let maximumNameBytes = 255
  /// The most attachments of one note.
  package static let maximumCount = 1000

  /// The file's name, one among the note's attachments: without a slash, and neither empty nor `.` nor `..`.
  package let name: String
  /// The name of its bytes.
  package let digest: BlobDigest
  /// How many bytes there are.
  package let size: Int

  /// Creates an attachment.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - digest: The name of its bytes.
  ///   - size: How many bytes there are.
  /// - Returns: `nil` when the name is not one that a file can have in every folder, or the size is below 0.
  package init?(name: String, digest: BlobDigest, size: Int) {
    guard Self.isName(name), size >= 0 else { return nil }
    self.name = name
    self.digest = digest
    self.size = size
  }

  /// Whether a text can be an attachment's name.
  package static func isName(_ text: String) -> Bool {
    guard 1...maximumNameBytes ~= text.utf8.count, text != ".", text != ".." else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
  }

  /// Whether two attachments are the same byte for byte: two spellings of an accent are two names.
  package static func == (left: Attachment, right: Attachment) -> Bool {
    left.digest == right.digest && left.size == right.size && left.name.hasSameBytes(as: right.name)
  }
}

extension [Attachment] {
  /// The attachment with a name, byte for byte. O(count).
  ///
  /// - Parameter name: The name.
  package func named(_ name: String) -> Attachment? {
    first { $0.name.hasSameBytes(as: name) }
  }

  /// The attachments in the order of their names' bytes; of several with one name the last.
  func inOrderOfNames() -> [Attachment] {
    guard !isInOrderOfNames else { return self }
    var byName: [[UInt8]: Attachment] = [:]
    for attachment in self { byName[attachment.nameBytes] = attachment }
    return byName.values.sorted { $0.precedesByName($1) }
  }

  private var isInOrderOfNames: Bool {
    count < 2 || zip(self, dropFirst()).allSatisfy { $0.precedesByName($1) }
  }
}

extension Attachment {
  /// The name's bytes, by which names are told apart: as texts, two spellings of an accent are one.
  var nameBytes: [UInt8] { Array(name.utf8) }

  /// Whether a name comes before another's, by their bytes, which is an order that every program can follow.
  func precedesByName(_ other: Attachment) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}
