import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let writing: [Clause] = [
    Clause("Notes are inserted all or none") { store async throws in
      try await store.insert([.sample(2, body: "first")])
      let error = await #expect(throws: StoreError.self) {
        try await store.insert([.sample(1), .sample(2, body: "second"), .sample(3)])
      }
      #expect(error == .exists(SequentialNoteIDGenerator.id(2)))
      #expect(try await store.page(after: nil, limit: 10) == [.sample(2, body: "first")])
    },
    Clause("A duplicate identifier in one call is rejected") { store async throws in
      let error = await #expect(throws: StoreError.self) { try await store.insert([.sample(1), .sample(1)]) }
      #expect(error == .exists(SequentialNoteIDGenerator.id(1)))
      #expect(try await store.page(after: nil, limit: 10) == [])
    },
    Clause("No insertion and no change makes a note exceed a limit") { store async throws in
      let id = SequentialNoteIDGenerator.id(1)
      let large = String(repeating: "a", count: NoteLimit.text.maximum)
      await #expect(throws: StoreError.exceeds(id, NoteExcess(over: .text, amount: large.utf8.count + 1))) {
        try await store.insert([.sample(2), .sample(1, body: large + "b")])
      }
      #expect(try await store.page(after: nil, limit: 10) == [])
      try await store.insert([.sample(1, body: large), .sample(2)])
      await #expect(throws: StoreError.exceeds(id, NoteExcess(over: .text, amount: large.utf8.count + 1))) {
        _ = try await store.update([SequentialNoteIDGenerator.id(2), id]) { $0.body += "b" }
      }
      await #expect(throws: StoreError.self) {
        _ = try await store.update(id) { $0.title = String(repeating: "a", count: NoteLimit.properties.maximum + 1) }
      }
      #expect(try await store.page(after: nil, limit: 10) == [.sample(1, body: large), .sample(2)])
    },
    Clause("Inserting no notes does nothing") { store async throws in
      try await store.insert([])
      #expect(try await store.page(after: nil, limit: 10) == [])
    },
    Clause("An update returns and stores the new version") { store async throws in
      try await store.insert([.sample(1, body: "before")])
      let changed = try await store.update(SequentialNoteIDGenerator.id(1)) { note in
        note.body = "after"
        note.isPinned = true
        note.isArchived = true
        note.trashed = time(3)
        note.foreignFrontMatter = "x: 1\n"
      }
      #expect(changed?.body == "after")
      #expect(try await store.note(SequentialNoteIDGenerator.id(1)) == changed)
    },
    Clause("An update of a missing note does not run") { store async throws in
      let changed = try await store.update(SequentialNoteIDGenerator.id(1)) { _ in Issue.record("This ran.") }
      #expect(changed == nil)
    },
    Clause("An update of several notes changes all of them, or none if one is missing") { store async throws in
      try await store.insert([.sample(1), .sample(2)])
      let (some, all) = ([1, 9, 2].map(SequentialNoteIDGenerator.id), [2, 1].map(SequentialNoteIDGenerator.id))
      #expect(try await store.update(some) { _ in Issue.record("This ran.") } == nil)
      let updates = try #require(try await store.update(all) { $0.isPinned = true })
      #expect(updates.notes.map(\.after.id) == all && updates.notes.allSatisfy { $0.after.isPinned })
      #expect(try await store.notes(all).allSatisfy(\.isPinned))
      #expect(try await store.update([NoteID]()) { _ in }?.notes.isEmpty == true)
    },
    Clause("An update of what a query finds changes only the notes that are included") { store async throws in
      try await store.insert([.sample(1, notebook: "a"), .sample(2, notebook: "b"), .sample(3, notebook: "b")])
      let updates = try await store.update(NoteQuery(), where: { $0.notebook.path == "b" }) { $0.isPinned = true }
      #expect(Set(updates.notes.map(\.after.id)) == Set([2, 3].map(SequentialNoteIDGenerator.id)))
      #expect(try await store.list(NoteQuery()).count(where: \.isPinned) == 2)
    },
    Clause("Concurrent updates are not lost") { store async throws in
      try await store.insert([.sample(1, body: "")])
      try await withThrowingTaskGroup { group in
        for number in 0..<50 {
          group.addTask {
            _ = try await store.update(SequentialNoteIDGenerator.id(1)) { $0.body += "\(number)\n" }
          }
        }
        try await group.waitForAll()
      }
      let lines = try await store.note(SequentialNoteIDGenerator.id(1))?.body.split(separator: "\n") ?? []
      #expect(Set(lines) == Set((0..<50).map { "\($0)" }))
      #expect(lines.count == 50)
    },
    Clause("An update together gets the notes that exist, in the given order, and stores all") { store async throws in
      try await store.insert([.sample(1, body: "a"), .sample(2, body: "b"), .sample(3, body: "c")])
      let updates = try await store.update(together: [3, 9, 1].map(SequentialNoteIDGenerator.id)) { notes in
        notes[0].body += notes[1].body
        notes[1].trashed = time(1)
      }
      #expect(updates.notes.map(\.before.body) == ["c", "a"] && updates.notes.map(\.after.body) == ["ca", "a"])
      #expect(updates.notes.map(\.after.trashed) == [nil, time(1)])
      #expect(try await store.page(after: nil, limit: 9).map(\.body) == ["a", "b", "ca"])
      #expect(try await store.notes([1, 3].map(SequentialNoteIDGenerator.id)) == updates.notes.map(\.after).reversed())
    },
    Clause("An upsert inserts a note that has no namesake in its notebook outside of the trash") { store async throws in
      try await store.insert([
        .sample(1, title: "Day", notebook: "Journal") { $0.trashed = time(1) }, .sample(2, title: "Day"),
        .sample(3, title: "Other", notebook: "Journal"),
      ])
      let new = Note.sample(4, title: "Day", body: "one", notebook: "Journal")
      #expect(try await store.upsert(new) { _ in Issue.record("This ran.") } == nil)
      #expect(try await store.note(new.id) == new)
    },
    Clause("An upsert updates the namesake that changed last, without case") { store async throws in
      try await store.insert([
        .sample(1, title: "day", body: "a", notebook: "Journal") { $0.modified = time(5) },
        .sample(2, title: "Day", body: "b", notebook: "Journal") { $0.modified = time(4) },
      ])
      let update = try await store.upsert(.sample(3, title: "Day", notebook: "Journal")) { $0.body += "+" }
      #expect(update?.before.body == "a" && update?.after.body == "a+")
      #expect(try await store.page(after: nil, limit: 10).map(\.body) == ["a+", "b"])
    },
    Clause("Concurrent upserts of one name make one note") { store async throws in
      try await withThrowingTaskGroup { group in
        for number: UInt64 in 1...20 {
          group.addTask {
            _ = try await store.upsert(.sample(number, title: "Day", body: "\(number)\n")) { $0.body += "\(number)\n" }
          }
        }
        try await group.waitForAll()
      }
      let notes = try await store.page(after: nil, limit: 30)
      #expect(notes.count == 1 && notes.first?.body.split(separator: "\n").count == 20)
    },
    Clause("Only notes in the trash are purged, and their identifiers returned") { store async throws in
      try await store.insert([.sample(1), .sample(2) { $0.trashed = time(1) }, .sample(3) { $0.trashed = time(1) }])
      let ids = [1, 2, 9].map(SequentialNoteIDGenerator.id)
      #expect(try await store.purge(ids) == [SequentialNoteIDGenerator.id(2)])
      #expect(try await numbers(store, NoteQuery(scope: .everywhere)) == [3, 1])
      #expect(try await store.purge(ids) == [])
    },
    Clause("An identifier is free again after a purge") { store async throws in
      try await store.insert([.sample(1, tags: ["a"]) { $0.trashed = time(1) }])
      _ = try await store.purge([SequentialNoteIDGenerator.id(1)])
      try await store.insert([.sample(1, body: "again")])
      #expect(try await found(store, "again") == [1])
      #expect(try await numbers(store, NoteQuery(tags: tags("a"))) == [])
    },
  ]
}
