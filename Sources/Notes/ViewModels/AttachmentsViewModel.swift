package import NotesDomain
import NotesTransfer
import Observation

/// The attachments of notes: listing, attaching, detaching and reading them. A note is found by the names that ``NoteFinder`` knows.
@MainActor @Observable
package final class AttachmentsViewModel: ViewModel {
  /// The age from which unreferenced bytes are pruned: one day.
  private static let pruneAge = Duration.seconds(86_400)

  package private(set) var state = AttachmentsState()

  private let repository: any NoteRepository
  private let blobs: any BlobStore
  private let transfer: BlobTransfer
  private let finder: NoteFinder
  private let wallClock: any WallClock

  init(
    repository: any NoteRepository, blobs: any BlobStore, transfer: BlobTransfer, finder: NoteFinder,
    wallClock: any WallClock
  ) {
    self.repository = repository
    self.blobs = blobs
    self.transfer = transfer
    self.finder = finder
    self.wallClock = wallClock
  }

  /// Lists the attachments of a note, or of all notes.
  ///
  /// - Parameter recognizesImages: Whether to recognize pictures by their content.
  package func list(_ reference: String?, recognizesImages: Bool = false) async {
    await run {
      var id: NoteID?
      if let reference { id = try await finder.id(reference) }
      let stored = try await blobs.attachments(of: id)
      let short = try await repository.abbreviations(of: Set(stored.map(\.note)).sorted())
      state.rows = stored.map { Row($0, label: short[$0.note] ?? $0.note.description) }
      guard recognizesImages else { return }
      for stored in stored where stored.isComplete {
        let digest = stored.attachment.digest
        let beginning = try await blobs.piece(of: digest, from: 0, limit: ImageFormat.signatureBytes)
        state.images[digest] = ImageFormat(beginning: beginning?.bytes ?? [])
      }
    }
  }

  /// Attaches files to a note, and replaces attachments of the same name on request. All bytes are stored before the note
  /// changes. Bytes that were missing change the note too, so that the next sync sends them to a vault that lacks them.
  ///
  /// - Parameter files: The files, whose names must differ.
  package func attach(_ files: [NewAttachment], to reference: String, replacing: Bool = false) async {
    await run {
      let before = try await finder.note(reference)
      try Self.checkNames(of: files)
      var (attachments, providesMissing): ([Attachment], Bool) = ([], false)
      for file in files {
        let known = before.attachments.named(file.name)
        let isMissing = try await isMissing(known)
        let attachment = try await store(file, at: known?.path)
        if !replacing, let known, known != attachment { throw AttachmentFailure.exists(file.name, before.summary) }
        if isMissing, known == attachment { providesMissing = true }
        attachments.append(attachment)
      }
      let (added, changesNote) = (attachments, providesMissing)
      let now = wallClock.now()
      let note = try await update(before.id, reference: reference) { note in
        guard replacing || added.allSatisfy({ [nil, $0].contains(note.attachments.named($0.name)) }) else { return }
        var changed = note
        changed.attachments += added
        guard changed != note || changesNote, changed.attachments.count <= Attachment.maximumCount else { return }
        note.attachments = changed.attachments
        note.modified = now
      }
      // The change runs inside the store and cannot throw; the stored note shows whether it was made.
      for attachment in added where note.attachments.named(attachment.name) != attachment {
        let isMissing = note.attachments.named(attachment.name) == nil
        throw isMissing
          ? AttachmentFailure.tooMany(limit: Attachment.maximumCount)
          : .exists(attachment.name, note.summary)
      }
      // Bytes may have been pruned before the note referred to them; now they cannot be.
      for (file, attachment) in zip(files, added)
      where try await transfer.progress(of: attachment.digest)?.isComplete != true {
        _ = try await transfer.store(file.content)
      }
      try await show(note, hasChanged: note != before)
    }
  }

  /// Detaches files from a note. Their bytes are kept while a version of the note has them.
  package func detach(_ names: [String], from reference: String) async {
    await run {
      let before = try await finder.note(reference)
      for name in names { _ = try Self.attachment(name, of: before) }
      let now = wallClock.now()
      let note = try await update(before.id, reference: reference) { note in
        let remaining = note.attachments.filter { attachment in
          !names.contains { $0.hasSameBytes(as: attachment.name) }
        }
        guard remaining.count < note.attachments.count else { return }
        note.attachments = remaining
        note.modified = now
      }
      try await show(note, hasChanged: note != before)
    }
  }

  /// Writes an attachment to a file.
  package func get(_ name: String, of reference: String, to path: String, replacing: Bool = false) async {
    await run {
      let note = try await finder.note(reference)
      let attachment = try Self.attachment(name, of: note)
      let result = try await reporting(name) { report in
        try await transfer.write(attachment, to: .path(path), replacing: replacing, progress: report)
      }
      switch result {
      case .written: break
      case .missing: throw AttachmentFailure.notDownloaded(name, note.summary)
      case .damaged(let isForgotten): throw AttachmentFailure.damaged(name, note.summary, isForgotten: isForgotten)
      }
      try await show(note, hasChanged: false)
    }
  }

  /// Reads the bytes of an attachment. Later changes of the note do not affect them.
  ///
  /// - Parameter body: Called with each piece, in order.
  /// - Throws: The error of `body`. Other errors are in ``state``.
  package func read(_ name: String, of reference: String, each body: ([UInt8]) throws -> Void) async throws {
    var bodyError: (any Error)?
    await run {
      for try await piece in try await opened(name, of: reference) {
        do { try body(piece) } catch {
          bodyError = error
          return
        }
      }
    }
    if let bodyError { throw bodyError }
  }

  /// Opens an attachment, whose bytes are read later, in pieces. Returns `nil` on a failure, which is in ``state``.
  package func open(_ name: String, of reference: String) async -> AttachmentContent? {
    var content: AttachmentContent?
    await run { content = try await opened(name, of: reference) }
    return content
  }

  /// Finds an attachment and verifies its bytes: pieces that were passed on cannot be revoked.
  private func opened(_ name: String, of reference: String) async throws -> AttachmentContent {
    let note = try await finder.note(reference)
    let attachment = try Self.attachment(name, of: note)
    let verification = try await transfer.examine(attachment)
    guard verification == .intact else {
      throw AttachmentFailure.damaged(name, note.summary, isForgotten: verification == .removed)
    }
    guard let first = try await transfer.piece(of: attachment, from: 0) else {
      throw AttachmentFailure.notDownloaded(name, note.summary)
    }
    return AttachmentContent(attachment: attachment, note: note.summary, first: first.bytes, transfer: transfer)
  }

  /// Removes bytes that no note and no version refers to. Those of the last day are kept, since another process may be about
  /// to refer to them.
  package func prune() async {
    await run {
      let limit = wallClock.now() - Self.pruneAge
      state.removed = try await blobs.removeOrphans(touchedBefore: limit)
    }
  }
}

extension AttachmentsViewModel {
  private func run(_ action: @MainActor () async throws -> Void) async {
    state = AttachmentsState(phase: .working)
    let phase = await Phase.after(action)
    (state.phase, state.current) = (phase, nil)
  }

  /// Returns whether the bytes of an attachment are not on this device.
  private func isMissing(_ attachment: Attachment?) async throws -> Bool {
    guard let attachment else { return false }
    return try await transfer.progress(of: attachment.digest)?.isComplete != true
  }

  /// Stores the bytes of a file.
  ///
  /// - Parameter path: The path of the attachment that it replaces.
  private func store(_ file: NewAttachment, at path: String?) async throws -> Attachment {
    let description = try await reporting(file.name) { report in
      try await transfer.store(file.content, repairing: true, progress: report)
    }
    guard
      let attachment = Attachment(
        name: file.name, digest: description.digest, size: description.size, path: path ?? "")
    else {
      throw AttachmentFailure.malformedName(file.name)
    }
    return attachment
  }

  /// Shows the progress of a transfer until it ends.
  private func reporting<Value: Sendable>(
    _ name: String, _ action: (@escaping BlobTransfer.Progress) async throws -> Value
  ) async throws -> Value {
    state.current = name
    return try await withProgress {
      (self.state.finished, self.state.total) = $0
    } during: { report in
      try await action { report(($0, $1)) }
    }
  }

  private func update(
    _ id: NoteID, reference: String, change: @escaping @Sendable (inout Note) -> Void
  ) async throws -> Note {
    guard let note = try await repository.update(id, change: change) else { throw ReferenceError.unknown(reference) }
    return note
  }

  private func show(_ note: Note, hasChanged: Bool) async throws {
    let shortID = try await repository.shortID(of: note.id)
    (state.note, state.shortID, state.hasChanged) = (note, shortID, hasChanged)
  }

  private static func checkNames(of files: [NewAttachment]) throws {
    var names: [String] = []
    for file in files {
      guard Attachment.isName(file.name) else { throw AttachmentFailure.malformedName(file.name) }
      guard !names.contains(where: { $0.hasSameBytes(as: file.name) }) else {
        throw AttachmentFailure.repeatedName(file.name)
      }
      names.append(file.name)
    }
  }

  private static func attachment(_ name: String, of note: Note) throws -> Attachment {
    guard let attachment = note.attachments.named(name) else {
      throw AttachmentFailure.unknown(name, note.summary, names: note.attachments.map(\.name))
    }
    return attachment
  }
}

/// The state of attachments.
package struct AttachmentsState: ViewState {
  package var phase: Phase = .idle
  /// The note of the last action; `nil` for all notes.
  package var note: Note?
  /// The shortest unique prefix of its id.
  package var shortID = ""
  /// Whether the last action changed the note.
  package var hasChanged = false
  /// The listed attachments.
  package var rows: [Row<StoredAttachment>] = []
  /// The formats of those that are pictures, if they were to be recognized.
  package var images: [BlobDigest: ImageFormat] = [:]
  /// The name of the attachment that is transferred; `nil` for none.
  package var current: String?
  /// The number of its transferred bytes.
  package var finished = 0
  /// The number of its bytes.
  package var total = 0
  /// The pruned bytes.
  package var removed = RemovedBlobs()
}
