import Core
import Foundation
import Testing

/// What a store must do, whether it is in memory or on a disk. The tests of each implementation run all clauses.
package struct NoteStoreContract: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Fails the test if a new, empty store does not do it.
  package let check: @Sendable (any NoteStore & SyncStore) async throws -> Void

  private init(_ name: String, _ check: @escaping @Sendable (any NoteStore & SyncStore) async throws -> Void) {
    (testDescription, self.check) = (name, check)
  }

  package static let clauses = [
    Self("the latest notes come first, and deleted ones not at all") { store in
      try await store.write(note(1, "old"), note(2, "new", at: 2), note(3, "gone", at: 3, isDeleted: true))
      #expect(try await store.notes(matching: "").map(\.content.text) == ["new", "old"])
      #expect(try await store.note(note(3, "").id)?.content.isDeleted == true)
    },
    Self("a search finds the notes with all words, whatever their case") { store in
      try await store.write(note(1, "Rye bread"), note(2, "Bread"), note(3, "Émile's bread, with RYE"))
      #expect(try await store.notes(matching: "rye BREAD").count == 2)
      #expect(try await store.notes(matching: "émile").count == 1)
      #expect(try await store.notes(matching: "100%").isEmpty)
    },
    Self("a change that fails stores nothing") { store in
      try await store.write(note(1, "as it was"))
      let result = try await store.update(note(1, "").id) { _ throws(NotebookError) in throw .emptyText }
      #expect(result == .failure(.emptyText))
      #expect(try await store.note(note(1, "").id)?.content.text == "as it was")
    },
    Self("changes at the same time are all kept") { store in
      try await store.write(note(1, ""))
      try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask { _ = try await store.update(note(1, "").id) { appending("x", to: $0) } }
        }
        try await group.waitForAll()
      }
      #expect(try await store.note(note(1, "").id)?.content.text.count == 20)
    },
    Self("each change is signalled, also one at once after listening began") { store in
      var changes = store.changes().makeAsyncIterator()
      for time in 1...10 {
        try await store.write(note(1, "version \(time)"))
        var seen: String?
        while seen != "version \(time)", await changes.next() != nil {
          seen = try await store.note(note(1, "").id)?.content.text
        }
        #expect(seen == "version \(time)")
      }
    },
    Self("a note is pending until the server has its content") { store in
      try await store.write(note(1, "a"))
      let pending = try #require(try await store.pending().first)
      #expect(pending.base == nil && pending.note.content.text == "a")
      try await store.markAccepted(pending.note.content, of: pending.note.id, number: 7)
      #expect(try await store.pending().isEmpty)
      try await store.write(note(1, "b"))
      #expect(try await store.pending().first?.base == SyncedNote.Base(content: pending.note.content, number: 7))
    },
    Self("what is written while a content is sent stays pending, and is not marked as sent") { store in
      try await store.write(note(1, "a"))
      let sent = try #require(try await store.pending().first)
      #expect(try await store.markSent(sent))
      try await store.write(note(1, "b"))
      #expect(try await !store.markSent(sent))
      #expect(try await store.pending().first?.sent == sent.note.content)
      try await store.markAccepted(sent.note.content, of: sent.note.id, number: 1)
      #expect(try await store.pending().map(\.note.content.text) == ["b"])
      #expect(try await store.pending().first?.sent == nil)
    },
    Self("a reply that arrives late does not replace what is known since") { store in
      try await store.write(note(1, "a"))
      try await store.markAccepted(Note.Content(text: "a"), of: note(1, "").id, number: 3)
      try await store.markAccepted(Note.Content(text: "old"), of: note(1, "").id, number: 2)
      #expect(try await store.pending().isEmpty)
    },
    Self("the notes of a device belong to the account that syncs them first") { store async throws in
      #expect(try await store.claim(for: Session(account: "ada")).account == "ada")
      #expect(try await store.claim(for: Session(account: "bob")).account == "ada")
    },
    Self("versions are received together with the position") { store in
      try await store.write(note(1, "mine"))
      let versions = [version(1, "theirs", number: 4), version(2, "new", number: 9)]
      let changed = try await store.receive(versions) { version, mine in
        mine == nil ? [SyncedNote(note: note(2, version.content.text))] : []
      }
      #expect(changed == 1)
      #expect(try await store.cursor() == 9)
      #expect(try await store.notes(matching: "").map(\.content.text).sorted() == ["mine", "new"])
      _ = try await store.receive([version(3, "older", number: 5)]) { _, _ in [] }
      #expect(try await store.cursor() == 9)
    },
  ]
}

private func appending(_ text: String, to note: Note?) -> Note {
  var note = note ?? Support.note(1, "")
  note.content.text += text
  return note
}

extension NoteStore {
  /// Stores notes.
  package func write(_ notes: Note...) async throws {
    for note in notes { _ = try await update(note.id) { _ in note } }
  }
}

/// Returns the note with a number.
package func note(_ number: Int, _ text: String, at time: Int = 1, isDeleted: Bool = false) -> Note {
  Note(
    id: SequentialIDs.id(number), content: Note.Content(text: text, isDeleted: isDeleted),
    modified: Date(timeIntervalSinceReferenceDate: Double(time)))
}

/// Returns a version of the note with a number.
package func version(_ note: Int, _ text: String, number: Int, isDeleted: Bool = false) -> ServerVersion {
  ServerVersion(
    note: SequentialIDs.id(note), content: Note.Content(text: text, isDeleted: isDeleted),
    modified: Date(timeIntervalSinceReferenceDate: Double(number)), number: number)
}
