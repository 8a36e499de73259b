package import NotesDomain
import Observation

/// The files that belong to notes: to list them, to attach and detach them, and to have them back.
@MainActor @Observable
package final class AttachmentsViewModel {
  /// For how long nobody has had to do with bytes that are forgotten, in milliseconds: a day.
  private static let pruneAge: Int64 = 86_400_000

  /// What to show.
  package private(set) var state = AttachmentsState()

  private let repository: any NoteRepository
  private let blobs: any BlobStore
  private let files: BlobTransfer
  private let finder: NoteFinder
  private let clock: any WallClock

  /// Creates a view-model.
  ///
  /// - Parameters:
  ///   - repository: Where the notes are.
  ///   - blobs: The bytes of their files.
  ///   - files: The way between those and files outside of the store.
  ///   - finder: Finds the note that is meant.
  ///   - clock: The time of changes.
  package init(
    repository: any NoteRepository, blobs: any BlobStore, files: BlobTransfer, finder: NoteFinder, clock: any WallClock
  ) {
    self.repository = repository
    self.blobs = blobs
    self.files = files
    self.finder = finder
    self.clock = clock
  }

  /// Lists the files of a note, or of all.
  ///
  /// - Parameter reference: The beginning of the note's id; `nil` for all notes.
  package func list(_ reference: String?) async {
    await act { () async throws(Failure) in
      var id: NoteID?
      if let reference { id = try await finder.id(reference) }
      let rows = try await Failure.ofStore { [id] () async throws(StoreError) in
        let stored = try await blobs.attachments(of: id)
        let short = try await repository.abbreviations(of: Set(stored.map(\.note)).sorted())
        return stored.map { AttachmentRow(stored: $0, shortID: short[$0.note] ?? $0.note.description) }
      }
      state.rows = rows
    }
  }

  /// Attaches files to a note. All of them are kept before the note changes.
  ///
  /// - Parameters:
  ///   - paths: The files.
  ///   - reference: The beginning of the note's id.
  ///   - name: What a single file is called there; `nil` for its own name.
  ///   - replacing: Whether a file takes the place of one with its name.
  package func attach(_ paths: [String], to reference: String, name: String? = nil, replacing: Bool = false) async {
    await act { () async throws(Failure) in
      let before = try await note(reference)
      let names = try Self.names(of: paths, given: name)
      var attachments: [Attachment] = []
      for (path, name) in zip(paths, names) {
        let attachment = try await keep(path, as: name)
        if !replacing, let known = before.attachments.named(name), known != attachment {
          throw .attachmentExists(name, before.summary)
        }
        attachments.append(attachment)
      }
      let added = attachments
      let now = clock.now()
      let note = try await change(before.id, reference) { note in
        guard replacing || added.allSatisfy({ [nil, $0].contains(note.attachments.named($0.name)) }) else { return }
        var changed = note
        changed.attachments += added
        guard changed != note, changed.attachments.count <= Attachment.maximumCount else { return }
        note.attachments = changed.attachments
        note.modified = now
      }
      // The change ran inside the store; that it refused shows in the note that came back.
      for attachment in added where note.attachments.named(attachment.name) != attachment {
        throw note.attachments.named(attachment.name) == nil
          ? Failure.tooManyAttachments(limit: Attachment.maximumCount) : .attachmentExists(attachment.name, note.summary)
      }
      // What no note referred to a moment ago may have been forgotten meanwhile; from now on it is not.
      for (path, attachment) in zip(paths, added)
      where try await files.progress(of: attachment.digest)?.isComplete != true {
        _ = try await files.keep(.path(path))
      }
      try await show(note, hasChanged: note != before)
    }
  }

  /// Takes files off a note. Their bytes stay as long as a version of the note can be had back.
  ///
  /// - Parameters:
  ///   - names: The names of the files.
  ///   - reference: The beginning of the note's id.
  package func detach(_ names: [String], from reference: String) async {
    await act { () async throws(Failure) in
      let before = try await note(reference)
      for name in names { _ = try Self.attachment(name, of: before) }
      let now = clock.now()
      let note = try await change(before.id, reference) { note in
        let left = note.attachments.filter { attachment in
          !names.contains { $0.utf8.elementsEqual(attachment.name.utf8) }
        }
        guard left.count < note.attachments.count else { return }
        note.attachments = left
        note.modified = now
      }
      try await show(note, hasChanged: note != before)
    }
  }

  /// Writes a file of a note into a file outside of the store.
  ///
  /// - Parameters:
  ///   - name: The name of the note's file.
  ///   - reference: The beginning of the note's id.
  ///   - path: Where the file will be.
  ///   - replacing: Whether it may take the place of another file.
  package func get(_ name: String, of reference: String, to path: String, replacing: Bool = false) async {
    await act { () async throws(Failure) in
      let note = try await note(reference)
      let attachment = try Self.attachment(name, of: note)
      let outcome = try await reporting(name) { (report) async throws(Failure) in
        try await files.write(attachment, to: .path(path), replacing: replacing, progress: report)
      }
      switch outcome {
      case .written: break
      case .missing: throw .attachmentNotHere(name, note.summary)
      case .damaged(let isForgotten): throw .attachmentDamaged(name, note.summary, isForgotten: isForgotten)
      }
      try await show(note, hasChanged: false)
    }
  }

  /// Gives the bytes of a file of a note to somebody who writes them elsewhere than into a file. They are those that the file
  /// has at the beginning, whatever becomes of the note meanwhile.
  ///
  /// - Parameters:
  ///   - name: The name of the note's file.
  ///   - reference: The beginning of the note's id.
  ///   - body: Takes the bytes, piece by piece.
  /// - Throws: What `body` throws. Other failures are in the state.
  package func read(_ name: String, of reference: String, each body: ([UInt8]) throws -> Void) async throws {
    var thrown: (any Error)?
    await act { () async throws(Failure) in
      let note = try await note(reference)
      let attachment = try Self.attachment(name, of: note)
      // What was given out cannot be taken back, so the bytes are looked at before.
      let finding = try await files.examine(attachment)
      guard finding == .sound else {
        throw .attachmentDamaged(name, note.summary, isForgotten: finding == .forgotten)
      }
      var offset = 0
      while true {
        guard let piece = try await files.piece(of: attachment, from: offset) else {
          throw .attachmentNotHere(name, note.summary)
        }
        guard !piece.bytes.isEmpty else { return }
        do { try body(piece.bytes) } catch {
          thrown = error
          return
        }
        offset += piece.bytes.count
      }
    }
    if let thrown { throw thrown }
  }

  /// Forgets the bytes that no note refers to, nor a version of one that can be had back. Those of the last day stay: another
  /// program may be about to have a note refer to them.
  package func prune() async {
    await act { () async throws(Failure) in
      let moment = Timestamp(millisecondsSince1970: clock.now().millisecondsSince1970 - Self.pruneAge)
      state.removed = try await Failure.ofStore { () async throws(StoreError) in
        try await blobs.removeOrphans(touchedBefore: moment)
      }
    }
  }
}

extension AttachmentsViewModel {
  private func act(_ action: () async throws(Failure) -> Void) async {
    state = AttachmentsState(phase: .working)
    do throws(Failure) {
      try await action()
      state.phase = .done
    } catch {
      state.phase = .failed(error)
    }
    state.current = nil
  }

  private func note(_ reference: String) async throws(Failure) -> Note {
    let id = try await finder.id(reference)
    guard let note = try await Failure.ofStore({ () async throws(StoreError) in try await repository.note(id) }) else {
      throw .reference(.unknown(reference))
    }
    return note
  }

  private func keep(_ path: String, as name: String) async throws(Failure) -> Attachment {
    let description = try await reporting(name) { (report) async throws(Failure) in
      try await files.keep(.path(path), mending: true, progress: report)
    }
    guard let attachment = Attachment(name: name, digest: description.digest, size: description.size) else {
      throw .malformedAttachmentName(name)
    }
    return attachment
  }

  /// Shows how far the bytes of a file are, until the action is over. What is shown is the newest.
  private func reporting<Value: Sendable>(
    _ name: String, _ action: (@escaping @Sendable (Int, Int) -> Void) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    state.current = name
    let (reports, reporting) = AsyncStream.makeStream(of: (Int, Int).self, bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      for await (finished, total) in reports { (state.finished, state.total) = (finished, total) }
    }
    defer {
      reporting.finish()
      following.cancel()
    }
    return try await action { finished, total in reporting.yield((finished, total)) }
  }

  private func change(
    _ id: NoteID, _ reference: String, _ change: @escaping @Sendable (inout Note) -> Void
  ) async throws(Failure) -> Note {
    let note = try await Failure.ofStore { () async throws(StoreError) in
      try await repository.update(id, change: change)
    }
    guard let note else { throw .reference(.unknown(reference)) }
    return note
  }

  private func show(_ note: Note, hasChanged: Bool) async throws(Failure) {
    let short = try await Failure.ofStore { () async throws(StoreError) in
      try await repository.abbreviations(of: [note.id])
    }
    state.note = note
    state.shortID = short[note.id] ?? note.id.description
    state.hasChanged = hasChanged
  }

  /// What files are called as attachments: each has a name that is one, and another one than the others.
  private static func names(of paths: [String], given name: String?) throws(Failure) -> [String] {
    var names: [String] = []
    for path in paths {
      let name = name ?? path.split(separator: "/").last.map(String.init) ?? path
      guard Attachment.isName(name) else { throw .malformedAttachmentName(name) }
      guard !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else { throw .attachmentTwice(name) }
      names.append(name)
    }
    return names
  }

  private static func attachment(_ name: String, of note: Note) throws(Failure) -> Attachment {
    guard let attachment = note.attachments.named(name) else {
      throw .noAttachment(name, note.summary, names: note.attachments.map(\.name))
    }
    return attachment
  }
}

/// The files of notes, and how far an action on them is.
package struct AttachmentsState: Sendable, Hashable {
  /// How far the last action is.
  package var phase: Phase = .idle
  /// The note that the action was about; `nil` for all.
  package var note: Note?
  /// The shortest beginning of its id that names it.
  package var shortID = ""
  /// Whether the last action changed the note.
  package var hasChanged = false
  /// The attachments that were asked for.
  package var rows: [AttachmentRow] = []
  /// The attachment whose bytes are on their way; `nil` when none are.
  package var current: String?
  /// How many of its bytes were read or written.
  package var finished = 0
  /// How many there are.
  package var total = 0
  /// What was forgotten.
  package var removed = RemovedBlobs()
}

/// A line of a list of attachments.
package struct AttachmentRow: Sendable, Hashable {
  /// The attachment, its note, and how much of it is here.
  package let stored: StoredAttachment
  /// The shortest beginning of the note's id that names it.
  package let shortID: String
}
