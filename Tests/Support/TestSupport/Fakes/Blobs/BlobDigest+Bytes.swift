package import NotesDomain

extension BlobDigest {
  /// The name of some bytes.
  ///
  /// - Parameter content: The bytes of a blob, few of them.
  package static func of(_ content: [UInt8]) -> BlobDigest {
    guard let digest = BlobDigest(bytes: SHA256Sum.of(content)) else { preconditionFailure("32 bytes are a digest") }
    return digest
  }
}

extension BlobPiece {
  /// All of a blob in one piece, or some of it.
  ///
  /// - Parameters:
  ///   - content: All of the blob's bytes.
  ///   - range: Which of them are in the piece; `nil` for all.
  package init(of content: [UInt8], _ range: Range<Int>? = nil) {
    let range = range ?? 0..<content.count
    self.init(
      digest: .of(content), size: content.count, offset: range.lowerBound, bytes: Array(content[range]))
  }
}

extension Attachment {
  /// A file with some bytes.
  ///
  /// - Parameters:
  ///   - name: The file's name, which must be one.
  ///   - content: Its bytes.
  package static func sample(_ name: String, _ content: [UInt8]) -> Attachment {
    guard let attachment = Attachment(name: name, digest: .of(content), size: content.count) else {
      preconditionFailure("\(name) is no name of a file")
    }
    return attachment
  }
}
