import NotesDomain

/// Keeps the files that documents of a folder name as belonging to their notes.
struct ImportedAttachments: Sendable {
  private let files: BlobFiles
  private let directory: String

  /// - Parameters:
  ///   - files: The way into the store.
  ///   - directory: The folder that is imported; files outside of it are not read.
  init(files: BlobFiles, directory: String) {
    self.files = files
    self.directory = directory
  }

  /// Keeps the bytes of a document's files.
  ///
  /// - Returns: The attachments; `nil` when the document does not say; or why one of them cannot be had.
  func of(_ document: VaultDocument) async throws(StoreError) -> Result<[Attachment]?, VaultProblem> {
    guard let paths = document.attachments else { return .success(nil) }
    var attachments: [Attachment] = []
    for path in paths {
      let name = AttachmentFolder.name(in: path)
      do throws(Failure) {
        guard Attachment.isName(name), attachments.count < Attachment.most else {
          return .failure(VaultProblem(path: document.path, reason: .malformedAttachment(path: path)))
        }
        let description = try await files.keep(.inside(folder: directory, path: path))
        guard let attachment = Attachment(name: name, digest: description.digest, size: description.size) else {
          return .failure(VaultProblem(path: document.path, reason: .malformedAttachment(path: path)))
        }
        attachments.append(attachment)
      } catch {
        switch error {
        case .store(let error): throw error
        case .file(let error): return .failure(VaultProblem(path: document.path, reason: .attachment(error)))
        case .attachmentTooLarge(let file, let bytes, let limit):
          return .failure(
            VaultProblem(
              path: document.path, reason: .attachmentTooLarge(path: file, bytes: bytes, limit: limit)))
        // Files are kept in no other way than these.
        default: return .failure(VaultProblem(path: document.path, reason: .malformedAttachment(path: path)))
        }
      }
    }
    return .success(attachments)
  }
}
