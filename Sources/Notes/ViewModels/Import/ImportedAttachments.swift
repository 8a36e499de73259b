import NotesDomain

/// Finds and keeps the files that documents of a folder name as belonging to their notes.
struct ImportedAttachments: Sendable {
  /// What a document says of its note's files.
  struct Found: Sendable {
    /// The files in the folder, as attachments, with their paths there.
    var files: [(path: String, attachment: Attachment)] = []
    /// The attachments whose bytes are elsewhere.
    var missing: [Attachment] = []

    /// All of them.
    var attachments: [Attachment] { files.map(\.attachment) + missing }
  }

  private let files: BlobTransfer
  private let directory: String

  /// - Parameters:
  ///   - files: The way into the store.
  ///   - directory: The folder that is imported; files outside of it are not read.
  init(files: BlobTransfer, directory: String) {
    self.files = files
    self.directory = directory
  }

  /// Looks at a document's files, every one to its end: a file can change while the document does not.
  ///
  /// - Returns: What there is; `nil` when the document does not say; or why one of them cannot be had.
  func find(_ document: MarkdownDocument) async throws(StoreError) -> Result<Found?, MarkdownFileError> {
    guard document.attachments != nil || !document.missingAttachments.isEmpty else { return .success(nil) }
    var found = Found(missing: document.missingAttachments)
    guard found.missing.count <= Attachment.maximumCount else {
      return .failure(MarkdownFileError(path: document.path, reason: .malformedAttachment(path: document.path)))
    }
    for path in document.attachments ?? [] {
      let name = AttachmentFolder.name(in: path)
      let malformed = MarkdownFileError(path: document.path, reason: .malformedAttachment(path: path))
      guard Attachment.isName(name), found.attachments.count < Attachment.maximumCount, found.missing.named(name) == nil else {
        return .failure(malformed)
      }
      do throws(Failure) {
        let description = try await files.describe(.inside(folder: directory, path: path))
        guard let attachment = Attachment(name: name, digest: description.digest, size: description.size) else {
          return .failure(malformed)
        }
        found.files.append((path, attachment))
      } catch {
        return .failure(try Self.problem(error, of: document, path))
      }
    }
    return .success(found)
  }

  /// Keeps the bytes of files that were found.
  ///
  /// - Returns: Why one of them cannot be had; `nil` when all are kept.
  func keep(_ found: Found, of document: MarkdownDocument) async throws(StoreError) -> MarkdownFileError? {
    for (path, attachment) in found.files {
      do throws(Failure) {
        let description = FileDescription(digest: attachment.digest, size: attachment.size)
        _ = try await files.keep(.inside(folder: directory, path: path), described: description)
      } catch {
        return try Self.problem(error, of: document, path)
      }
    }
    return nil
  }

  private static func problem(
    _ failure: Failure, of document: MarkdownDocument, _ path: String
  ) throws(StoreError) -> MarkdownFileError {
    switch failure {
    case .store(let error): throw error
    case .file(let error): return MarkdownFileError(path: document.path, reason: .attachment(error))
    case .attachmentTooLarge(let file, let bytes, let limit):
      return MarkdownFileError(
        path: document.path, reason: .attachmentTooLarge(path: file, bytes: bytes, limit: limit))
    // Files are kept in no other way than these.
    default: return MarkdownFileError(path: document.path, reason: .malformedAttachment(path: path))
    }
  }
}

extension MarkdownDocument {
  /// The fingerprint of the document and of its note's files; that of the document alone when it names none.
  func fingerprint(with found: ImportedAttachments.Found?) -> ContentDigest {
    guard let files = found?.files, !files.isEmpty else { return digest }
    let own = (0..<8).map { UInt8(truncatingIfNeeded: digest.value >> ($0 * 8)) }
    return ContentDigest(of: own + files.flatMap(\.attachment.digest.bytes))
  }
}
