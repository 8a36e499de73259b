package import NotesDomain
import NotesTransfer

/// A file that becomes an attachment.
package struct NewAttachment: Sendable, Hashable {
  /// The name of the attachment.
  package let name: String
  let content: FileLocation

  /// Describes a file by its path.
  ///
  /// - Parameter name: The name of the attachment; `nil` for that of the file.
  package init(path: String, name: String? = nil) {
    self.name = name ?? path.pathNames.last { !$0.isEmpty }.map(String.init) ?? path
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
      // A note can claim another size than that of its bytes, which another device made.
      guard offset == content.attachment.size || offset < content.attachment.size && !bytes.isEmpty else {
        throw AttachmentFailure.damaged(content.attachment.name, content.note, isForgotten: false)
      }
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

/// The format of a picture that every browser shows, and that cannot contain a program: not SVG, which can.
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"

  /// The number of bytes that tell the format.
  package static let signatureBytes = 12

  /// Recognizes a picture by its first bytes, whatever its name; `nil` for other files.
  package init?(beginning bytes: some Collection<UInt8>) {
    let format = Self.allCases.first { format in
      format.signatures.contains { signature in
        bytes.count >= signature.count
          && zip(bytes, signature).allSatisfy { byte, expected in
            expected.map { $0 == byte } ?? true
          }
      }
    }
    guard let format else { return nil }
    self = format
  }

  /// The first bytes of the format; `nil` for any byte.
  private var signatures: [[UInt8?]] {
    switch self {
    case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .gif: ["GIF87a", "GIF89a"].map { Array($0.utf8) }
    case .webp: [Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)]
    }
  }

  /// The media type, as in `image/png`.
  package var mediaType: String { rawValue }
}
