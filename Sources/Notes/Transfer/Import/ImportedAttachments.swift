import NotesDomain

/// Reads and stores the attachments of imported documents: those that their front matter lists, and the files that their texts
/// link to.
struct ImportedAttachments: Sendable {
  /// The attachments of a document.
  struct Found: Sendable {
    /// An attachment in the folder.
    struct File: Sendable {
      let path: String
      let attachment: Attachment
      /// Whether the document names the path, and not only the end of it, by which the first of several files is found.
      var isExact = true
    }

    /// The attachments in the folder.
    var files: [File] = []
    /// The attachments that are listed, but not in the folder.
    var missing: [Attachment] = []
    /// Whether the front matter lists attachments, which are then all but the linked ones.
    var isList = false
    /// The listed files that are not in the folder, each with the error of reading it. The note keeps those that it has.
    var gone: [(path: String, problem: MarkdownFileError)] = []
    /// The linked files that cannot be attached.
    var problems: [MarkdownFileError] = []

    /// Whether the document names no attachments.
    var isEmpty: Bool { !isList && files.isEmpty }

    /// Returns the attachments of a note with these ones.
    ///
    /// A known file that is not in the folder, where a linked one has its content, was renamed there.
    ///
    /// - Parameter known: The attachments that the note has. A document without a list keeps them.
    func attachments(over known: [Attachment]) -> [Attachment] {
      var result = isList ? missing + known.filter(isGone) : known
      for file in withoutStrangers(to: known).files {
        let (path, found) = (file.path, file.attachment)
        result.removeAll { $0.digest == found.digest && known.contains($0) && isAbsent($0) }
        // A file that the note has keeps its name there, which is another than that of the file beside one of the same name.
        if let former = known.first(where: { $0.path.hasSameBytes(as: path) }) {
          result.removeAll { $0 == former }
          result.append(found.named(former.name, at: path))
        } else {
          result.removeAll {
            known.contains($0) && $0.name.hasSameBytes(as: found.name)
              && ($0.path.hasSameBytes(as: found.path) || $0.digest == found.digest)
          }
          let name = found.renamed(beside: result).name
          result.append(name.hasSameBytes(as: found.name) ? found : found.named(name, at: path))
        }
      }
      return result
    }

    /// Returns this without the files that were found by their name alone, where a note has another file of that name: they may
    /// be those of other notes.
    func withoutStrangers(to known: [Attachment]) -> Found {
      var own = self
      own.files.removeAll { file in
        guard !file.isExact, let namesake = known.named(file.attachment.name) else { return false }
        return namesake.digest != file.attachment.digest && !known.contains { $0.path.hasSameBytes(as: file.path) }
      }
      return own
    }

    /// Returns the problems with listed files that a note does not have either.
    func problems(besides known: [Attachment]) -> [MarkdownFileError] {
      let kept = known.filter(isGone)
      return problems
        + gone.filter { gone in
          let name = AttachmentFolder.name(in: gone.path)
          return ![kept, files.map(\.attachment)].joined().contains { $0.name.hasSameBytes(as: name) }
        }.map(\.problem)
    }

    /// Returns whether an attachment of the note is listed, but not in the folder.
    private func isGone(_ attachment: Attachment) -> Bool {
      gone.contains { path, _ in
        attachment.path.isEmpty
          ? AttachmentFolder.name(in: path).hasSameBytes(as: attachment.name) : path.hasSameBytes(as: attachment.path)
      }
    }

    /// Returns whether no file of the folder has the name of an attachment of the note, as far as the document tells.
    private func isAbsent(_ attachment: Attachment) -> Bool {
      isList ? isGone(attachment) : !files.contains { $0.attachment.name.hasSameBytes(as: attachment.name) }
    }

    /// Returns this without the files that are not among some attachments.
    func keeping(_ attachments: [Attachment]) -> Found {
      var kept = self
      kept.files = files.filter { file in attachments.contains { $0.digest == file.attachment.digest } }
      return kept
    }
  }

  let transfer: BlobTransfer
  /// The path of the imported folder. Files outside of it are not read.
  let directory: String
  /// The files of the folder that are no Markdown files.
  let files: LinkedFiles
  /// Finds the notes that exports wrote to files that were moved since.
  let history: any NoteHistory

  /// Reads the attachments of a document to compute their digests: a file can change while the document does not.
  ///
  /// - Returns: A failure if a listed attachment is in the folder and cannot be imported.
  /// - Throws: ``StoreError``.
  func find(_ document: MarkdownDocument) async throws -> Result<Found, MarkdownFileError> {
    let links = files.links(in: document.body)
    var found = Found(missing: document.missingAttachments)
    found.isList = document.attachments != nil || !found.missing.isEmpty
    guard found.missing.count <= Attachment.maximumCount else {
      return .failure(MarkdownFileError(path: document.path, reason: .malformedAttachment(path: document.path)))
    }
    for path in document.attachments ?? [] {
      switch try await describe(path, of: document, links: links) {
      case .success(let attachment)
      where found.files.count + found.missing.count < Attachment.maximumCount
        && !found.missing.contains(where: { $0.isSameFile(as: attachment) }):
        found.files.append(Found.File(path: path, attachment: attachment))
      case .success: return .failure(MarkdownFileError(path: document.path, reason: .malformedAttachment(path: path)))
      case .failure(let problem):
        guard case .attachment(.missing) = problem.reason else { return .failure(problem) }
        found.gone.append((path, problem))
      }
    }
    if links.isEmpty { return .success(found) }
    if try await isAsExported(document, with: found) { return .success(found) }
    // A list is complete for the names that it has: a link by such a name leads to the listed file, wherever it is. The names
    // are composed, as links find them.
    let listed = Set((found.files.map(\.attachment.name) + found.missing.map(\.name)).map(LinkedFiles.key))
    for link in links {
      guard !listed.contains(LinkedFiles.key(of: AttachmentFolder.name(in: link.path))),
        let (path, isExact) = files.file(of: link, in: document.path),
        !found.files.contains(where: { $0.path.hasSameBytes(as: path) }),
        found.files.count + found.missing.count < Attachment.maximumCount
      else { continue }
      switch try await describe(path, of: document, links: links) {
      case .success(let attachment):
        found.files.append(Found.File(path: path, attachment: attachment, isExact: isExact))
      case .failure(let problem): found.problems.append(problem)
      }
    }
    return .success(found)
  }

  /// Returns whether a document with its listed attachments is the note that an export wrote, wherever its file is by now. Then it
  /// has no others: the note of that time had none, whatever files its text links to.
  private func isAsExported(_ document: MarkdownDocument, with listed: Found) async throws -> Bool {
    guard let base = document.base else { return false }
    // The id is no part of the content.
    var note = document.note(
      id: document.id ?? NoteID(high: 0, low: 0), attachments: listed.attachments(over: []))
    if ContentDigest(of: note) == base { return true }
    guard let id = document.id, let version = try await history.note(id, withContents: [base]),
      Set(note.attachments.map(\.digest)) == Set(version.attachments.map(\.digest))
    else { return false }
    // What follows from the path of the file is as it was before the file was moved.
    (note.notebook, note.fileName, note.attachments) = (version.notebook, version.fileName, version.attachments)
    if document.title == nil { note.title = version.title }
    return ContentDigest(of: note) == base
  }

  private func describe(
    _ path: String, of document: MarkdownDocument, links: [FileLink]
  ) async throws -> Result<Attachment, MarkdownFileError> {
    let name = AttachmentFolder.name(in: path)
    let malformed = MarkdownFileError(path: document.path, reason: .malformedAttachment(path: path))
    guard Attachment.isName(name) else { return .failure(malformed) }
    do {
      let description = try await transfer.describe(.inside(folder: directory, path: path))
      let isDefault =
        AttachmentFolder.isDefault(path, of: name, in: document.path, links: links) || !AttachmentFolder.isPath(path)
      let attachment = Attachment(
        name: name, digest: description.digest, size: description.size, path: isDefault ? "" : path)
      return attachment.map { .success($0) } ?? .failure(malformed)
    } catch {
      return .failure(try Self.problem(error, of: document))
    }
  }

  /// Stores the bytes of attachments.
  ///
  /// - Returns: The problem if one of them cannot be imported.
  /// - Throws: ``StoreError``.
  func store(_ found: Found, of document: MarkdownDocument) async throws -> MarkdownFileError? {
    for file in found.files {
      do {
        let description = FileDescription(digest: file.attachment.digest, size: file.attachment.size)
        _ = try await transfer.store(.inside(folder: directory, path: file.path), described: description)
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

extension Attachment {
  /// Returns the file under another name, which does not tell its path.
  fileprivate func named(_ name: String, at path: String) -> Attachment {
    Attachment(name: name, digest: digest, size: size, path: AttachmentFolder.isPath(path) ? path : "") ?? self
  }
}

extension MarkdownDocument {
  /// Returns the digest of the document and its attachments, or of the document alone if it has none.
  func fingerprint(with found: ImportedAttachments.Found) -> ContentDigest {
    fingerprint(with: found.files.map(\.attachment.digest))
  }

  /// Returns the digest of the document and of blobs beside it, or of the document alone without any.
  func fingerprint(with blobs: [BlobDigest]) -> ContentDigest {
    guard !blobs.isEmpty else { return digest }
    let own = (0..<8).map { UInt8(truncatingIfNeeded: digest.value >> ($0 * 8)) }
    return ContentDigest(of: own + blobs.flatMap(\.bytes))
  }
}

extension Attachment {
  /// Returns whether two entries name one file: others of its name are at other paths.
  fileprivate func isSameFile(as other: Attachment) -> Bool {
    name.hasSameBytes(as: other.name) && path.hasSameBytes(as: other.path)
  }
}
