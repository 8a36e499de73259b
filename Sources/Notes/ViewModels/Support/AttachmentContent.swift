package import NotesDomain

/// A file that becomes an attachment.
package struct NewAttachment: Sendable, Hashable {
  /// The name of the attachment.
  package let name: String
  let content: FileLocation

  /// Describes a file by its path.
  ///
  /// - Parameter name: The name of the attachment; `nil` for that of the file.
  package init(path: String, name: String? = nil) {
    self.name = name ?? path.split(separator: "/").last.map(String.init) ?? path
    content = .path(path)
  }

  /// Describes a file that was received.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    content = .memory(name: name, bytes: bytes)
  }
}

/// The bytes of an attachment, in pieces. Later changes of its note do not affect them.
package struct AttachmentContent: AsyncSequence, Sendable {
  package let attachment: Attachment
  let note: NoteSummary
  /// The first piece, which is empty only if all of the attachment is.
  package let first: [UInt8]
  let transfer: BlobTransfer

  /// The position in the bytes.
  package struct AsyncIterator: AsyncIteratorProtocol {
    let content: AttachmentContent
    private var offset = 0

    init(_ content: AttachmentContent) { self.content = content }

    package mutating func next() async throws -> [UInt8]? {
      let bytes = offset == 0 ? content.first : try await content.piece(from: offset)
      offset += bytes.count
      return bytes.isEmpty ? nil : bytes
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  fileprivate func piece(from offset: Int) async throws -> [UInt8] {
    guard offset < attachment.size else { return [] }
    guard let piece = try await transfer.piece(of: attachment, from: offset) else {
      throw AttachmentFailure.notDownloaded(attachment.name, note)
    }
    return piece.bytes
  }
}
