package import NotesDomain

extension Note {
  /// Returns a note with defaults for everything that a test does not specify.
  ///
  /// ```swift
  /// let note = Note.sample(1, title: "Tea", tags: ["kitchen"]) { $0.isPinned = true }
  /// ```
  ///
  /// - Parameters:
  ///   - number: The number of the identifier; see ``SequentialNoteIDGenerator/id(_:)``.
  ///   - title: The title; `nil` to derive it from the text.
  ///   - tags: The tags; invalid ones are omitted.
  ///   - notebook: The notebook; an invalid one is the root.
  ///   - minutes: The creation and modification time, in minutes after ``FixedClock/start``; `nil` for `number`.
  ///   - change: Further changes of the note.
  package static func sample(
    _ number: UInt64,
    title: String? = nil,
    body: String = "Text.",
    tags: [String] = [],
    notebook: String = "",
    modified minutes: Int64? = nil,
    _ change: (inout Note) -> Void = { _ in }
  ) -> Note {
    let offset = (minutes ?? Int64(number)) * 60_000
    let time = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + offset)
    var note = Note(
      id: SequentialNoteIDGenerator.id(number), title: title ?? NoteTitle.derived(from: body), body: body,
      tags: tags.compactMap { Tag($0) }, notebook: Notebook(notebook) ?? .root, created: time, modified: time)
    change(&note)
    return note
  }
}

extension NoteConflict {
  /// Returns a conflict.
  ///
  /// - Parameters:
  ///   - note: The note's number; see ``SequentialNoteIDGenerator/id(_:)``.
  ///   - copy: The number of its copy.
  ///   - base: The common ancestor; `nil` when it is unknown.
  package static func sample(note: UInt64, copy: UInt64, base: String? = "base\n") -> NoteConflict {
    NoteConflict(
      note: SequentialNoteIDGenerator.id(note), copy: SequentialNoteIDGenerator.id(copy),
      base: base.map { .sample(note, body: $0) }, theirs: .sample(note, body: "theirs\n"),
      ours: .sample(note, body: "ours\n"), detected: FixedClock.start)
  }
}

extension [NotesDomain.Attachment] {
  /// Returns attachments by name and number, which determines their digest and size.
  ///
  /// ```swift
  /// let note = Note.sample(1) { $0.attachments = .sample(("plan.pdf", 3)) }
  /// ```
  ///
  /// - Parameter files: The names and numbers. Invalid names are omitted.
  package static func sample(_ files: (name: String, number: UInt8)...) -> [NotesDomain.Attachment] {
    files.compactMap { file in
      NotesDomain.Attachment(name: file.name, digest: .sample(file.number), size: Int(file.number))
    }
  }
}

extension BlobDigest {
  /// Returns a digest of one repeated byte, which belongs to no blob.
  package static func sample(_ byte: UInt8) -> BlobDigest {
    BlobDigest(bytes: [UInt8](repeating: byte, count: count)) ?? sample(byte)
  }
}

extension BlobDigest {
  /// Returns the digest of a small blob.
  ///
  /// - Parameter content: The bytes of a blob, few of them.
  package static func of(_ content: [UInt8]) -> BlobDigest {
    guard let digest = BlobDigest(bytes: SHA256Sum.of(content)) else { preconditionFailure("32 bytes are a digest") }
    return digest
  }
}

extension BlobPiece {
  /// Creates a piece of a small blob.
  ///
  /// - Parameters:
  ///   - content: The content of the blob.
  ///   - range: The range of the piece; `nil` for all.
  package init(of content: [UInt8], _ range: Range<Int>? = nil) {
    let range = range ?? 0..<content.count
    self.init(
      digest: .of(content), size: content.count, offset: range.lowerBound, bytes: Array(content[range]))
  }
}

extension Attachment {
  /// Returns an attachment with a content.
  ///
  /// - Parameter name: The file's name, which must be one.
  package static func sample(_ name: String, _ content: [UInt8]) -> Attachment {
    guard let attachment = Attachment(name: name, digest: .of(content), size: content.count) else {
      preconditionFailure("\(name) is no name of a file")
    }
    return attachment
  }
}

extension Credentials {
  /// Returns credentials of an account on a fictitious server.
  ///
  /// - Parameter number: The number of the device, on which its token depends.
  package static func sample(_ number: UInt8 = 1) throws -> Credentials {
    guard let account = AccountName("ada"), let vault = VaultID("ada"),
      let token = DeviceToken(bytes: Array(repeating: number, count: DeviceToken.count))
    else { throw CredentialError.damaged(path: "sample") }
    return Credentials(
      server: try ServerAddress("https://notes.example.org"), account: account, vault: vault,
      device: SignedInDeviceID(bits: UInt64(number)), token: token)
  }
}
