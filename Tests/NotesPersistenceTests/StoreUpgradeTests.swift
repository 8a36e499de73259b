import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("A store of the first version")
struct StoreUpgradeTests {
  private let folder: TemporaryFolder
  private let old: StoreConnection
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    old = try .old(version: 1, path: folder.file("notes.db"))
    try old.write { database in
      for number in 1...3 as ClosedRange<UInt64> {
        try database.insertWithoutAttachments(.sample(number, body: "old text"))
      }
    }
  }

  @Test("It is migrated, with its notes")
  func notes() async throws {
    let device = try SQLiteDevice(path: path)
    #expect(try device.database.pragma("user_version") == NoteSchema().version)
    #expect(try await device.repository.page(after: nil, limit: 9) == (1...3).map { .sample($0, body: "old text") })
    #expect(try await device.repository.search(SearchQuery("old")).hits.count == 3)
  }

  @Test("Its notes are found by their names, and by links to them")
  func links() async throws {
    let linking = Note.sample(4, title: "Plan", body: "See [[Bread]].")
    try await old.write { database in
      try database.insertWithoutAttachments(.sample(5, title: "Bread"))
      try database.insertWithoutAttachments(linking)
    }
    let device = try SQLiteDevice(path: path)
    let name = try #require(NoteName("bread"))
    #expect(try await device.links.notes(named: name, limit: 9).map(\.title) == ["Bread"])
    #expect(try await device.links.notes(linkingTo: [name]).map(\.id) == [linking.id])
  }

  @Test("Its notes have one version of unknown origin, and none is in a change set")
  func history() async throws {
    let device = try SQLiteDevice(path: path)
    let note = Note.sample(2, body: "old text")
    #expect(try await device.history.changeSets(before: nil, limit: 9) == [])
    let unknown = NoteVersion(changeSet: 0, created: note.modified, kind: .local, note: note)
    #expect(try await device.history.versions(of: note.id, limit: 9) == [unknown])
    let edited = try #require(try await device.repository.update(note.id) { $0.body = "new text" })
    let versions = try await device.history.versions(of: note.id, limit: 9)
    #expect(versions.map(\.note) == [edited, note])
    #expect(versions.last == unknown)
  }

  @Test("Its notes are pending for the first sync")
  func sync() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.begin()
    #expect(try await device.counts() == SyncCounts(notes: 3, pending: 3))
  }

  @Test("A migration that fails leaves it unchanged")
  func failure() throws {
    try old.withDatabase { try $0.execute(sql: "CREATE TABLE conflict (x)") }
    #expect(throws: StoreError.self) { try SQLiteDevice(path: path) }
    let version = try old.withDatabase { try $0.number("PRAGMA user_version") }
    #expect(version == 1)
    #expect(try old.withDatabase { try $0.number("SELECT count(*) FROM sqlite_schema WHERE name = 'change_set'") } == 0)
    #expect(try old.withDatabase { try $0.number("SELECT count(*) FROM note") } == 3)
  }
}

@Suite("A store of the second version")
struct StoreOfTheSecondVersionTests {
  private let folder: TemporaryFolder
  private let old: StoreConnection
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    old = try .old(version: 2, path: folder.file("notes.db"))
    try old.write { database in
      for number in 1...3 as ClosedRange<UInt64> {
        try database.insertWithoutAttachments(.sample(number, body: "new text"))
      }
      let before = SQLValue.payload(.sample(2, body: "old text"))
      try database.run("INSERT INTO change_set (id, made, kind, notes) VALUES (1, 7, 0, 1)")
      try database.run(
        "INSERT INTO version (note, change_set, before) VALUES (?, 1, ?)",
        [.id(SequentialNoteIDGenerator.id(2)), before])
      try database.run(
        "INSERT INTO sync_state (id, device, next_batch, cursor, deletions) VALUES (1, ?, 5, 9, 0)", [.bits(3)])
      try database.run(
        "INSERT INTO sync_batch (id, epoch, device, number) VALUES (1, ?, ?, 4)", [.bits(2), .bits(3)])
      try database.run(
        "INSERT INTO sync_batch_change (note, base, payload) VALUES (?, 8, x'0102')",
        [.id(SequentialNoteIDGenerator.id(2))])
    }
  }

  @Test("It is migrated, with its notes, their history and the state of sync")
  func contents() async throws {
    let device = try SQLiteDevice(path: path)
    #expect(try device.database.pragma("user_version") == NoteSchema().version)
    let notes = (1...3).map { Note.sample($0, body: "new text") }
    #expect(try await device.repository.page(after: nil, limit: 9) == notes)
    #expect(
      try await device.history.versions(of: notes[1].id, limit: 9).map(\.note)
        == [notes[1], .sample(2, body: "old text")])
    let (state, batch) = try await device.sync.read { transaction throws(StoreError) in
      (try transaction.state(), try transaction.batch())
    }
    #expect(state?.nextBatch == 5)
    #expect(batch?.changes == [PushChange(id: notes[1].id, base: Revision(8), payload: [1, 2])])
  }

  @Test("Its notes can have attachments")
  func attachments() async throws {
    let device = try SQLiteDevice(path: path)
    let id = SequentialNoteIDGenerator.id(2)
    _ = try await device.repository.update(id) { $0.attachments = .sample(("a.txt", 3)) }
    #expect(try await device.blobs.attachments(of: nil).map(\.note) == [id])
    #expect(try await device.blobs.missing(after: nil, limit: 9).map(\.digest) == [.sample(3)])
  }

  @Test("A migration that fails leaves it unchanged")
  func failure() throws {
    try old.withDatabase { try $0.execute(sql: "CREATE TABLE blob (x)") }
    #expect(throws: StoreError.self) { try SQLiteDevice(path: path) }
    #expect(try old.withDatabase { try $0.number("PRAGMA user_version") } == 2)
    let columns = try old.withDatabase { try $0.number("SELECT count(*) FROM pragma_table_info('note')") }
    #expect(columns == 13)
  }
}

@Suite("A store of the third version, whose indexes are maintained by triggers")
struct StoreWithTriggersTests {
  private let folder: TemporaryFolder
  private let notes: [Note]
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    notes = (1...3 as ClosedRange<UInt64>).map { number in
      var note = Note.sample(number, title: "Day \(number)", body: "old words #inline", tags: ["set"])
      note.attachments = .sample(("a.txt", 3))
      return note
    }
    let old = try StoreConnection.old(version: 3, path: path)
    try old.write { database in
      for note in notes { try database.insertWithAttachments(note) }
    }
  }

  @Test("Changes and removals of notes update its indexes")
  func indexes() async throws {
    let device = try SQLiteDevice(path: path)
    _ = try await device.repository.update(notes[0].id) { note in
      note.body = "new words #other"
      note.tags = []
      note.attachments = []
    }
    _ = try await device.repository.update(notes[1].id) { $0.trashed = FixedClock.start }
    _ = try await device.repository.purge([notes[1].id])
    #expect(try await device.repository.search(SearchQuery("old")).hits.map(\.id) == [notes[2].id])
    #expect(try await device.repository.search(SearchQuery("new")).hits.map(\.id) == [notes[0].id])
    #expect(try await device.blobs.attachments(of: nil).map(\.note) == [notes[2].id])
    try device.database.connection.withDatabase { database in
      try database.execute(sql: "INSERT INTO note_fts (note_fts, rank) VALUES ('integrity-check', 1)")
      let tags = try database.all("SELECT tag, note FROM note_tag ORDER BY note, tag") {
        "\($0.text(0)) \($0.integer(1))"
      }
      #expect(tags == ["other 1", "inline 3", "set 3"])
      #expect(try database.number("SELECT count(*) FROM note_attachment") == 1)
    }
  }

  @Test("Tags that an earlier program found in a text are removed with the note")
  func earlierTags() async throws {
    let device = try SQLiteDevice(path: path)
    try device.database.connection.withDatabase { database in
      try database.execute(
        sql: """
          UPDATE note SET inline_tags = '["earlier"]' WHERE rowid < 3;
          INSERT INTO note_tag (tag, note) VALUES ('earlier', 1), ('earlier', 2);
          DELETE FROM note_tag WHERE tag = 'inline' AND note < 3
          """)
    }
    _ = try await device.repository.update(notes[0].id) { $0.isPinned = true }
    _ = try await device.repository.update(notes[1].id) { $0.trashed = FixedClock.start }
    _ = try await device.repository.purge([notes[1].id])
    try device.database.connection.withDatabase { database in
      let tags = try database.all("SELECT tag FROM note_tag WHERE note < 3 ORDER BY tag") { $0.text(0) }
      #expect(tags == ["inline", "set"])
    }
  }
}

@Suite struct StoreOfTheFourthVersionTests {
  @Test func `its records of imports say nothing about contents, and compare times`() async throws {
    // Given
    let folder = try TemporaryFolder()
    let note = Note.sample(1)
    try await StoreConnection.old(version: 4, path: folder.file("notes.db")).write { database in
      try database.run("INSERT INTO import_directory (path) VALUES ('/vault')")
      try database.run(
        "INSERT INTO import_record (path, directory, digest, note, note_modified) VALUES ('a.md', 1, 5, ?, ?)",
        [.id(note.id), .timestamp(note.modified)])
    }
    // When
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    let record = try #require(try await device.repository.importRecords(paths: ["a.md"]).first)
    // Then
    #expect(record.content == nil && record.digest == ContentDigest(value: 5))
    var edited = note
    edited.modified.millisecondsSince1970 += 1
    #expect(record.describes(note) && !record.describes(edited))
  }
}

@Suite struct StoreOfTheSixthVersionTests {
  @Test func `its tags, names and links are found anew`() async throws {
    // Given a store with the rows of other rules
    let folder = try TemporaryFolder()
    let note = Note.sample(1, title: "./configure", body: "#set ``#code`` ``[[Code]]`` [[Rye]]")
    try await StoreConnection.old(version: 6, path: folder.file("notes.db")).write { database in
      try database.insertWithAttachments(note)
      try database.execute(
        sql: """
          UPDATE note SET inline_tags = '["set","code"]';
          INSERT INTO note_tag (tag, note) VALUES ('set', 1), ('code', 1);
          INSERT INTO note_name (name, note) VALUES ('configure', 1);
          INSERT INTO note_link (target, note) VALUES ('code', 1)
          """)
    }
    // When
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    // Then
    try device.database.connection.withDatabase { database in
      let names = try database.all("SELECT name FROM note_name") { $0.text(0) }
      #expect(Set(names) == Set(note.names.map(\.key)) && names.contains(".-configure"))
      #expect(try database.all("SELECT term FROM note_link_name") { $0.text(0) } == ["rye"])
      #expect(try database.all("SELECT tag FROM note_tag") { $0.text(0) } == ["set"])
      #expect(try database.all("SELECT inline_tags FROM note") { $0.text(0) } == [#"["set"]"#])
    }
    #expect(try await device.repository.note(note.id) == note)
  }
}

@Suite struct StoreOfTheSeventhVersionTests {
  @Test func `it is migrated, with its notes, and knows no encrypted vault`() async throws {
    // Given
    let folder = try TemporaryFolder()
    let note = Note.sample(1, title: "Tea", body: "#green [[Bread]]")
    try await StoreConnection.old(version: 7, path: folder.file("notes.db")).write {
      try $0.insertWithAttachments(note)
    }
    // When
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    // Then
    #expect(try device.database.pragma("user_version") == NoteSchema().version)
    #expect(try await device.repository.note(note.id) == note)
    #expect(try await device.encryption.keyring(of: .main) == nil)
    let keyring = KnownKeyring(Keyring(generation: 1, bytes: [1, 2]), stage: .encrypting)
    try await device.encryption.save(keyring, of: .main)
    #expect(try await device.encryption.keyring(of: .main) == keyring)
  }

  @Test func `a migration that fails leaves it unchanged`() throws {
    let folder = try TemporaryFolder()
    let old = try StoreConnection.old(version: 7, path: folder.file("notes.db"))
    try old.withDatabase { try $0.execute(sql: "CREATE TABLE sealed_blob (x)") }
    #expect(throws: StoreError.self) { try SQLiteDevice(path: folder.file("notes.db")) }
    #expect(try old.withDatabase { try $0.number("PRAGMA user_version") } == 7)
    #expect(try old.withDatabase { try $0.number("SELECT count(*) FROM sqlite_schema WHERE name = 'keyring'") } == 0)
  }
}

@Suite struct StoreOfTheEighthVersionTests {
  @Test func `its links are in the new index, and its names are found anew`() async throws {
    // Given a store with the rows of other rules
    let folder = try TemporaryFolder()
    let notes = [
      Note.sample(1, title: "Tea", body: "[[Bread]] and [[Bread|that]]") {
        $0.foreignFrontMatter = "alias: Green\ttea\n"
      },
      .sample(2, title: "Bread", body: "[a](Kitchen/Green%09tea.md)"), .sample(3, title: "Alone"),
    ]
    try await StoreConnection.old(version: 8, path: folder.file("notes.db")).write { database in
      for note in notes { try database.insertWithAttachments(note) }
      try database.execute(
        sql: """
          INSERT INTO note_name (name, note) VALUES ('green\ttea', 1);
          INSERT INTO note_link (target, note) VALUES ('bread', 1), ('kitchen/green\ttea', 2)
          """)
    }
    // When
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    // Then
    try device.database.connection.withDatabase { database in
      let links = try database.all("SELECT term, doc FROM note_link_name") { "\($0.text(0)) \($0.integer(1))" }
      #expect(links == ["bread 1", "kitchen/green tea 2"])
    }
    let name = try #require(NoteName("green tea"))
    #expect(try await device.links.notes(named: name, limit: 9).map(\.title) == ["Tea"])
  }
}

/// The schema of an earlier version.
private struct EarlierSchema: StoreSchema {
  let applicationID = NoteSchema().applicationID
  let scripts: [[UInt8]]
}

extension StoreConnection {
  /// Creates a store of an earlier version.
  fileprivate static func old(version: Int, path: String) throws(StoreError) -> StoreConnection {
    let schema = EarlierSchema(scripts: Array(NoteSchema().scripts.prefix(version)))
    return try StoreConnection(schema: schema, path: path, busyTimeout: .milliseconds(1))
  }
}

extension Database {
  /// Inserts a note as the first two versions did.
  fileprivate func insertWithoutAttachments(_ note: Note) throws {
    try run(
      """
      INSERT INTO note (id, title, tags, inline_tags, notebook, pinned, archived, trashed, created, modified,
        foreign_front_matter, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, Array(NoteColumns.values(of: note, inlineTags: note.inlineTags).prefix(12)))
  }

  /// Inserts a note as the third version did.
  fileprivate func insertWithAttachments(_ note: Note) throws {
    try run(
      """
      INSERT INTO note (id, title, tags, inline_tags, notebook, pinned, archived, trashed, created, modified,
        foreign_front_matter, body, attachments)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, NoteColumns.values(of: note, inlineTags: note.inlineTags).dropLast())
  }
}

@Suite struct StoreOfTheNinthVersionTests {
  @Test func `its words are found by the rules of this version, and may change`() async throws {
    // Given
    let folder = try TemporaryFolder()
    let notes = [Note.sample(1, body: "在Windows上"), .sample(2, title: "Trip", body: "Łódź")]
    try await StoreConnection.old(version: 9, path: folder.file("notes.db")).write { database in
      for note in notes { try database.insertWithAttachments(note) }
    }
    // When
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    // Then
    #expect(try await device.repository.search(SearchQuery("windows")).hits.map(\.id) == [notes[0].id])
    #expect(try await device.repository.search(SearchQuery("lodz")).hits.map(\.id) == [notes[1].id])
    _ = try await device.repository.update(notes[1].id) { $0.body = "Kraków" }
    #expect(try await device.repository.search(SearchQuery("lodz")).hits.isEmpty)
    try device.database.connection.withDatabase { try $0.checkWords() }
  }
}
