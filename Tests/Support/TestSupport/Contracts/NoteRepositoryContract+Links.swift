import NotesDomain
import Testing

extension NoteRepositoryContract {
  static let links: [Clause] = [
    Clause("An update that takes a name from a note mends the links to it, also in the trash") { store async throws in
      try await store.insert([
        .sample(1, title: "Tea"), .sample(2, body: "[[tea|green]] and [[Other]]"),
        .sample(3, body: "[[Tea]]") { $0.trashed = time(1) },
      ])
      let updates = try #require(try await store.update([SequentialNoteIDGenerator.id(1)]) { $0.title = "Coffee" })
      #expect(updates.notes.map(\.after.title) == ["Coffee"] && updates.broken.isEmpty)
      #expect(updates.mended.map(\.before.body) == ["[[Tea]]", "[[tea|green]] and [[Other]]"])
      #expect(updates.mended.map(\.after.body) == ["[[Coffee]]", "[[Coffee|green]] and [[Other]]"])
      #expect(try await store.notes(updates.mended.map(\.after.id)) == updates.mended.map(\.after))
      #expect(updates.mended.map(\.after.modified) == updates.mended.map(\.before.modified))
    },
    Clause("Links to a title that follows a mended text are mended, and each note is reported once") {
      store async throws in
      try await store.insert([
        .sample(1, title: "Tea"), .sample(2, title: "On [[Tea]]", body: "# On [[Tea]]"),
        .sample(3, body: "[[On ((Tea))]] [[Tea]]"),
      ])
      let updates = try #require(try await store.update([SequentialNoteIDGenerator.id(1)]) { $0.title = "Coffee" })
      #expect(updates.mended.map(\.after.body) == ["[[On ((Coffee))]] [[Coffee]]", "# On [[Coffee]]"])
      #expect(updates.mended.first?.before.body == "[[On ((Tea))]] [[Tea]]")
      #expect(try await store.page(after: nil, limit: 9).map(\.title).prefix(2) == ["Coffee", "On [[Coffee]]"])
    },
    Clause("A link that would lead to another note stays, and its note is reported") { store async throws in
      try await store.insert([
        .sample(1, title: "Tea"), .sample(2, title: "Coffee"), .sample(3, body: "[[Tea]]"),
        .sample(4, body: "[[Tea]]") { $0.trashed = time(1) },
      ])
      let updates = try #require(try await store.update([SequentialNoteIDGenerator.id(1)]) { $0.title = "Coffee" })
      #expect(updates.mended.isEmpty && updates.broken.map(\.id) == [SequentialNoteIDGenerator.id(3)])
      #expect(try await store.note(SequentialNoteIDGenerator.id(3))?.body == "[[Tea]]")
    },
    Clause("Links to a note that leaves a notebook are mended once all notes have changed") { store async throws in
      try await store.insert([
        .sample(1, title: "Tea", body: "[[A/Cup]]", notebook: "A"), .sample(2, title: "Cup", notebook: "A"),
        .sample(3, body: "[[A/Tea]] [[Tea]]"),
      ])
      let updates = try #require(
        try await store.update([1, 2].map(SequentialNoteIDGenerator.id)) { $0.notebook = .root })
      #expect(updates.mended.map(\.after.body) == ["[[Tea]] [[Tea]]", "[[Cup]]"])
    },
    Clause("The Markdown links in a note that moves lead to the same notes") { store async throws in
      let body = "[x](x.md) [y](./y.md#h) [w](W.md) [[x]] [self](N.md) [none](none.md) `[x](x.md)`"
      try await store.insert([
        .sample(1, title: "N", body: body, notebook: "B"), .sample(2, title: "x", notebook: "B"),
        .sample(3, title: "x", notebook: "A/C"), .sample(4, title: "y", notebook: "B"), .sample(5, title: "W"),
      ])
      let id = SequentialNoteIDGenerator.id(1)
      let moved = try #require(try await store.update([id]) { $0.notebook = Notebook("A/C") ?? .root })
      #expect(
        try await store.note(id)?.body
          == "[x](../../B/x.md) [y](../../B/y.md#h) [w](W.md) [[x]] [self](N.md) [none](none.md) `[x](x.md)`")
      #expect(moved.mended.map(\.after.id) == [id])
    },
    Clause("The links of notes that move together stay as they are written") { store async throws in
      try await store.insert([
        .sample(1, title: "N", body: "[x](<x y.md>)", notebook: "B"), .sample(2, title: "x y", notebook: "B"),
      ])
      let updates = try #require(
        try await store.update([1, 2].map(SequentialNoteIDGenerator.id)) { $0.notebook = Notebook("A") ?? .root })
      #expect(updates.mended.isEmpty)
      #expect(try await store.note(SequentialNoteIDGenerator.id(1))?.body == "[x](<x y.md>)")
    },
    Clause("A link that led to a note elsewhere does not lead to a namesake beside its note after a move") {
      store async throws in
      try await store.insert([
        .sample(1, title: "N", body: "[x](x.md)", notebook: "B"), .sample(2, title: "x", notebook: "A"),
        .sample(3, title: "x", notebook: "C"),
      ])
      let id = SequentialNoteIDGenerator.id(1)
      // Of both, the one that changed last.
      _ = try await store.update([id]) { $0.notebook = Notebook("A") ?? .root }
      #expect(try await store.note(id)?.body == "[x](../C/x.md)")
    },
    Clause("The Markdown links in a note that moves in the trash lead to the same notes") { store async throws in
      try await store.insert([
        .sample(1, title: "N", body: "[x](x.md)", notebook: "B") { $0.trashed = time(1) },
        .sample(2, title: "x", notebook: "A"), .sample(3, title: "x", notebook: "B"),
      ])
      let id = SequentialNoteIDGenerator.id(1)
      _ = try await store.update([id]) { $0.notebook = Notebook("A") ?? .root }
      #expect(try await store.note(id)?.body == "[x](../B/x.md)")
    },
    Clause("The links in a text that changes together with the notebook stay as they are written") {
      store async throws in
      try await store.insert([
        .sample(1, title: "N", body: "[x](x.md) [x2](../A/x.md)", notebook: "B"),
        .sample(2, title: "x", notebook: "A"), .sample(3, title: "x", notebook: "B"),
      ])
      let id = SequentialNoteIDGenerator.id(1)
      let updates = try #require(
        try await store.update([id]) { note in
          note.notebook = Notebook("A") ?? .root
          note.body = "[x](../B/x.md) [x2](x.md)"
        })
      #expect(updates.mended.isEmpty)
      #expect(try await store.note(id)?.body == "[x](../B/x.md) [x2](x.md)")
    },
    Clause("The Markdown links in a text that is joined to a note elsewhere lead to the same notes") {
      store async throws in
      try await store.insert([
        .sample(1, title: "M", body: "[x](x.md)", notebook: "A"),
        .sample(2, title: "N", body: "[x](x.md)", notebook: "B"),
        .sample(3, title: "x", notebook: "A"), .sample(4, title: "x", notebook: "B"),
      ])
      let updates = try await store.update(together: [1, 2].map(SequentialNoteIDGenerator.id)) { notes in
        notes[0].body += "\n\n# N\n\n" + notes[1].body
        notes[1].trashed = time(1)
      }
      #expect(updates.mended.map(\.after.body) == ["[x](x.md)\n\n# N\n\n[x](../B/x.md)"])
      #expect(try await store.note(SequentialNoteIDGenerator.id(2))?.body == "[x](x.md)")
    },
    Clause("Links to notes that an update together moves to the trash lead to the first one") { store async throws in
      try await store.insert([
        .sample(1, title: "Bread"), .sample(2, title: "Tea"), .sample(3, title: "Cup"), .sample(4, title: "Cup"),
        .sample(5, body: "[[Tea]] [[Cup]] [[Bread]]"),
      ])
      let updates = try await store.update(together: [1, 2, 3].map(SequentialNoteIDGenerator.id)) { notes in
        notes[0].title = "Rye"
        for index in 1...2 { notes[index].trashed = time(1) }
      }
      #expect(updates.mended.map(\.after.body) == ["[[Rye]] [[Cup]] [[Rye]]"])
    },
    Clause("A note that moves to the trash keeps the links to it") { store async throws in
      try await store.insert([.sample(1, title: "Tea"), .sample(2, body: "[[Tea]]")])
      let updates = try #require(try await store.update([SequentialNoteIDGenerator.id(1)]) { $0.trashed = time(1) })
      #expect(updates.mended.isEmpty && updates.broken.isEmpty)
    },
    Clause("An upsert mends the links to a title that follows the text") { store async throws in
      try await store.insert([.sample(1, title: "Day", notebook: "Journal"), .sample(2, body: "[[Day]]")])
      let update = try await store.upsert(.sample(3, title: "Day", notebook: "Journal")) { $0.title = "Night" }
      #expect(update?.after.title == "Night")
      #expect(try await store.note(SequentialNoteIDGenerator.id(2))?.body == "[[Night]]")
    },
  ]
}
