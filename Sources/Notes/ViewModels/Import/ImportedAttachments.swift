import NotesDomain

/// Reads and stores the attachments of imported documents.
struct ImportedAttachments: Sendable {
  /// The attachments of a document.
  struct Found: Sendable {
    /// The attachments in the folder, with their paths.
    var files: [(path: String, attachment: Attachment)] = []
    /// The attachments that are not in the folder.
    var missing: [Attachment] = []

    var attachments: [Attachment] { files.map(\.attachment) + missing }
  }

  let transfer: BlobTransfer
  /// The path of the imported folder. Files outside of it are not read.
  let directory: String

  /// Reads the attachments of a document to compute their digests: a file can change while the document does not.
  ///
  /// - Returns: `nil` if the document names no attachments; a failure if one of them cannot be imported.
  /// - Throws: ``StoreError``.
  func find(_ document: MarkdownDocument) async throws -> Result<Found?, MarkdownFileError> {
    guard document.attachments != nil || !document.missingAttachments.isEmpty else { return .success(nil) }
    var found = Found(missing: document.missingAttachments)
    guard found.missing.count <= Attachment.maximumCount else {
      return .failure(MarkdownFileError(path: document.path, reason: .malformedAttachment(path: document.path)))
    }
    for path in document.attachments ?? [] {
      let name = AttachmentFolder.name(in: path)
      let malformed = MarkdownFileError(path: document.path, reason: .malformedAttachment(path: path))
      guard Attachment.isName(name), found.attachments.count < Attachment.maximumCount, found.missing.named(name) == nil
      else { return .failure(malformed) }
      do {
        let description = try await transfer.describe(.inside(folder: directory, path: path))
        guard let attachment = Attachment(name: name, digest: description.digest, size: description.size) else {
          return .failure(malformed)
        }
        found.files.append((path, attachment))
      } catch {
        return .failure(try Self.problem(error, of: document))
      }
    }
    return .success(found)
  }

  /// Stores the bytes of attachments.
  ///
  /// - Returns: The problem if one of them cannot be imported.
  /// - Throws: ``StoreError``.
  func store(_ found: Found, of document: MarkdownDocument) async throws -> MarkdownFileError? {
    for (path, attachment) in found.files {
      do {
        let description = FileDescription(digest: attachment.digest, size: attachment.size)
        _ = try await transfer.store(.inside(folder: directory, path: path), described: description)
      } catch {
        return try Self.problem(error, of: document)
      }
    }
    return nil
  }

  /// Translates the errors that concern one document, and rethrows the others.
  private static func problem(_ error: any Error, of document: MarkdownDocument) throws -> MarkdownFileError {
    switch error {
    case let error as FileError: return MarkdownFileError(path: document.path, reason: .attachment(error))
    case AttachmentFailure.tooLarge(let file, let bytes, let limit):
      return MarkdownFileError(path: document.path, reason: .attachmentTooLarge(path: file, bytes: bytes, limit: limit))
    default: throw error
    }
  }
}

extension MarkdownDocument {
  /// Returns the digest of the document and its attachments, or of the document alone if it has none.
  func fingerprint(with found: ImportedAttachments.Found?) -> ContentDigest {
    guard let files = found?.files, !files.isEmpty else { return digest }
    let own = (0..<8).map { UInt8(truncatingIfNeeded: digest.value >> ($0 * 8)) }
    return ContentDigest(of: own + files.flatMap(\.attachment.digest.bytes))
  }
}
