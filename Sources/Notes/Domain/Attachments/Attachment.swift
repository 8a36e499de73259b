/// A file that belongs to a note.
package struct Attachment: Sendable, Hashable {
  /// The maximum length of a name, in bytes.
  package static let maximumNameBytes = 255
  /// The maximum number of attachments of a note.
  package static let maximumCount = 1000
  /// The maximum size of a content in bytes, far above that of any file: sizes arrive from outside, and their sums must fit.
  package static let maximumSize = 1 << 40

  /// The file name, unique among the note's attachments: no slash, not empty, not `.` or `..`.
  package let name: String
  /// The digest of the content.
  package let digest: BlobDigest
  /// The size of the content, in bytes.
  package let size: Int
  /// The path of the file in a folder of Markdown, where the note's text links to it, such as `images/photo.jpg`; empty for
  /// the default one. See ``AttachmentFolder``.
  package let path: String

  /// Creates an attachment; `nil` when the name is not a valid file name on every system, no file has the size, or the path is
  /// invalid.
  package init?(name: String, digest: BlobDigest, size: Int, path: String = "") {
    guard Self.isName(name), 0...Self.maximumSize ~= size, path.isEmpty || AttachmentFolder.isPath(path) else {
      return nil
    }
    self.name = name
    self.digest = digest
    self.size = size
    self.path = path
  }

  /// Returns whether a text is a valid name of an attachment.
  package static func isName(_ text: String) -> Bool {
    guard 1...maximumNameBytes ~= text.utf8.count, text != ".", text != ".." else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "/" && scalar != "\\"
    }
  }

  /// Returns whether two attachments are equal byte for byte. Canonically equivalent names are different names.
  package static func == (left: Attachment, right: Attachment) -> Bool {
    left.digest == right.digest && left.size == right.size && left.name.hasSameBytes(as: right.name)
      && left.path.hasSameBytes(as: right.path)
  }
}

extension [Attachment] {
  /// Returns the attachment of a name, compared byte for byte. O(count).
  package func named(_ name: String) -> Attachment? {
    first { $0.name.hasSameBytes(as: name) }
  }

  /// Returns the attachments sorted by the bytes of their names. Of several with one name, the last remains.
  func inOrderOfNames() -> [Attachment] {
    guard !isInOrderOfNames else { return self }
    return byName.values.sorted { $0.precedesByName($1) }
  }

  /// The attachments by the bytes of their names. Of several with one name, the last remains.
  var byName: [[UInt8]: Attachment] {
    Dictionary(map { ($0.nameBytes, $0) }) { _, last in last }
  }

  private var isInOrderOfNames: Bool {
    count < 2 || zip(self, dropFirst()).allSatisfy { $0.precedesByName($1) }
  }
}

extension Attachment {
  /// The bytes of the name. Names are compared by bytes, since `String` compares by canonical equivalence.
  var nameBytes: [UInt8] { Array(name.utf8) }

  /// Returns whether the name comes before another in byte order, an order that every program can reproduce.
  func precedesByName(_ other: Attachment) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}

/// The name of a blob: the SHA-256 of its content.
package struct BlobDigest: Sendable, Hashable {
  /// The number of bytes.
  package static let count = 32

  package let bytes: [UInt8]

  /// Restores a digest from 32 bytes; `nil` for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.bytes = bytes
  }
}

extension BlobDigest: CustomStringConvertible, LosslessStringConvertible {
  /// Parses 64 lower-case hexadecimal digits; `nil` when the text is anything else.
  package init?(_ text: String) {
    guard let bytes = Hexadecimal.decode(text.utf8, count: Self.count) else { return nil }
    self.bytes = bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var description: String { Hexadecimal.encode(bytes) }
}

extension BlobDigest: Comparable {
  package static func < (one: BlobDigest, other: BlobDigest) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
