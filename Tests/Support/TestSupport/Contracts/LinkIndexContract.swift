package import NotesDomain
import Testing

/// The contract of ``LinkIndex``, checked against each implementation, over the store of its notes.
package enum LinkIndexContract {
  /// A store of notes with its links.
  package struct Store: Sendable {
    let notes: any NoteRepository
    let links: any LinkIndex

    package init(notes: any NoteRepository, links: any LinkIndex) {
      self.notes = notes
      self.links = links
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Store>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A note is found by its title without case, and by its aliases") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Rye Bread") { $0.foreignFrontMatter = "aliases: [Roggenbrot, \"dark, bread\"]\n" },
        .sample(2, title: "Ärger"), .sample(3, title: "What?"),
      ])
      #expect(try await named(store, "rye bread") == [1])
      #expect(try await named(store, "ROGGENBROT") == [1])
      #expect(try await named(store, "ärger") == [2])
      #expect(try await named(store, "A\u{308}rger") == [2])
      #expect(try await named(store, "What-") == [3])
      #expect(try await named(store, "rye") == [])
    },
    Clause("A path names a note in a notebook, by the end of the notebook's path") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Rye", notebook: "Kitchen/Bread"), .sample(2, title: "Rye", notebook: "Field"),
        .sample(3, title: "a/b"),
      ])
      #expect(try await named(store, "Rye") == [2, 1])
      #expect(try await named(store, "kitchen/bread/rye.md") == [1])
      #expect(try await named(store, "Bread/Rye") == [1])
      #expect(try await named(store, "en/Bread/Rye") == [])
      #expect(try await named(store, "a/b") == [3])
    },
    Clause("Of several notes of a name, those in the trash are last") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Tea"), .sample(2, title: "tea"), .sample(3, title: "Tea") { $0.trashed = FixedClock.start },
      ])
      #expect(try await named(store, "tea") == [2, 1, 3])
      #expect(try await store.links.notes(named: name("tea"), limit: 2).count == 2)
    },
    Clause("Of several notes of a name, one whose file has it is first, then one with that title") {
      store async throws in
      try await store.notes.insert([
        .sample(1, title: "Wheat"), .sample(2, title: "Other") { $0.fileName = "wheat" },
        .sample(3, title: "Wheat") { $0.fileName = "Wheat 2" },
        .sample(4, title: "Rye") { $0.foreignFrontMatter = "alias: Wheat\n" },
        .sample(5, title: "Other", notebook: "Mill") { $0.fileName = "Wheat" },
        .sample(6, title: "Wheat", notebook: "Mill") {
          $0.fileName = "Wheat 2"
        },
      ])
      #expect(try await named(store, "wheat") == [5, 2, 1, 6, 3, 4])
      #expect(try await named(store, "Mill/Wheat") == [5, 6])
    },
    Clause("A link to an attachment is not broken") { store async throws in
      let file = try #require(Attachment(name: "Plan.docx", digest: SampleBlob.abc.digest, size: 3))
      try await store.notes.insert([
        .sample(1, body: "![[plan.docx]] [[a/Plan.docx]] [[Plan]] [[other.docx]]") { $0.attachments = [file] }
      ])
      #expect(try await store.links.brokenLinks().map(\.target) == ["other.docx", "Plan"])
    },
    Clause("Titles are found by their beginning, in ascending order") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Tea"), .sample(2, title: "teapot"), .sample(3, title: "Apple"),
        .sample(4, title: "Tea") { $0.trashed = FixedClock.start },
      ])
      #expect(try await store.links.titles(beginningWith: "TEA", limit: 9).map(\.title) == ["Tea", "teapot"])
      #expect(try await store.links.titles(beginningWith: "", limit: 2).map(\.title) == ["Apple", "Tea"])
      #expect(try await store.links.titles(beginningWith: "x", limit: 2).isEmpty)
    },
    Clause("Backlinks are the notes outside of the trash that link to a name, in any of its forms") {
      store async throws in
      try await store.notes.insert([
        .sample(1, title: "Rye", notebook: "Kitchen"), .sample(2, body: "See [[rye#Flour|it]]."),
        .sample(3, body: "See [it](../Kitchen/Rye.md)."), .sample(4, body: "`[[Rye]]`"),
        .sample(5, body: "[[Rye]]") { $0.trashed = FixedClock.start }, .sample(6, body: "![[Kitchen/Rye]]"),
      ])
      let rye = try #require(try await store.notes.note(SequentialNoteIDGenerator.id(1)))
      #expect(numbers(try await store.links.notes(linkingTo: rye.namesWithPaths)) == [6, 3, 2])
      #expect(try await store.links.notes(linkingTo: []).isEmpty)
      #expect(numbers(try await store.links.notes(linkingTo: rye.namesWithPaths, includesTrash: true)) == [6, 5, 3, 2])
    },
    Clause("Code, comments and escaped brackets have no links") { store async throws in
      try await store.notes.insert([
        .sample(1, body: "``[[Rye]]``"), .sample(2, body: "> ```\n> [[Rye]]\n> ```\n"), .sample(3, body: "\\[[Rye]]"),
        .sample(4, body: "    [[Rye]]"), .sample(5, body: "<!-- [[Rye]] -->"), .sample(6, body: "` [[Rye]]"),
        .sample(7, body: "[![i](a.png)](Rye.md)"), .sample(8, body: "[1]: Rye.md"),
      ])
      #expect(numbers(try await store.links.notes(linkingTo: [name("rye")])) == [8, 7, 6])
      // More than a statement of a database can have.
      let names = try (0..<40_000).map { try name("no such note \($0)") } + [name("rye"), name("RYE")]
      #expect(numbers(try await store.links.notes(linkingTo: names)) == [8, 7, 6])
    },
    Clause("A path that two notes have leads to both") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Rye", notebook: "A/K"), .sample(2, title: "rye", notebook: "K"),
        .sample(3, body: "[[K/Rye]]"),
        .sample(4, title: "Rye", body: "[[B/Rye]]", notebook: "B"),
      ])
      #expect(try await named(store, "k/rye") == [2, 1])
      #expect(numbers(try await store.links.orphans()) == [4, 3])
      #expect(try await store.links.brokenLinks().isEmpty)
    },
    Clause("Every character of a name counts, but for case and control characters") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "o'clock \"AND\" (tea*) NOT ^x : y", body: "[[a-b]] [[c  d]]"),
        .sample(2, body: "[[O'Clock \"and\" (tea*) not ^x : y]]"),
        .sample(3, body: "[[o'clock]] [[tea]] [[a b]] [[c d]]"),
        .sample(4, body: "[x](a%0Ab.md) [[e\tf]] [[\u{7F}]]"),
      ])
      let title = try name("o'clock \"and\" (tea*) not ^x : y")
      #expect(numbers(try await store.links.notes(linkingTo: [title])) == [2])
      #expect(numbers(try await store.links.notes(linkingTo: [name("a-b")])) == [1])
      #expect(numbers(try await store.links.notes(linkingTo: [name("c  d")])) == [1])
      #expect(numbers(try await store.links.notes(linkingTo: [name("a b")])) == [4, 3])
      #expect(numbers(try await store.links.notes(linkingTo: [name("a"), name("b"), name("e")])) == [])
      #expect(
        try await store.links.brokenLinks().filter { $0.note.id == SequentialNoteIDGenerator.id(4) }.map(\.name.key)
          == ["a b", "e f"])
    },
    Clause("A text of a hundred thousand bytes in brackets is no link") { store async throws in
      try await store.notes.insert([.sample(1, body: "[[" + String(repeating: "a", count: 100_000) + "]]")])
      #expect(try await store.links.brokenLinks().isEmpty)
    },
    Clause("A broken link has its target as written first") { store async throws in
      try await store.notes.insert([.sample(1, title: "a", body: "[[Gone/Far]] [x](../gone/far.md) [[Äpfel]]")])
      #expect(try await store.links.brokenLinks().map(\.target) == ["Gone/Far", "Äpfel"])
    },
    Clause("links: finds a note's links by any of its names") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "Rye bread", notebook: "Kitchen") { $0.foreignFrontMatter = "alias: Loaf\n" },
        .sample(2, body: "[[Kitchen/Rye bread]]"), .sample(3, body: "[[loaf]]"), .sample(4, body: "[[Other]]"),
        .sample(5, body: "[[Rye bread]]"),
      ])
      let link = NoteFilter.Test.link(try name("rye bread"))
      var filter = NoteFilter()
      filter.require(link)
      #expect(numbers(try await store.notes.list(NoteQuery(filter))) == [5, 3, 2])
      let excluded = NoteFilter([NoteFilter.Clause([NoteFilter.Condition(link, isExcluded: true)])])
      #expect(numbers(try await store.notes.list(NoteQuery(excluded))) == [4, 1])
    },
    Clause("Orphans are notes to which no other note outside of the trash links") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "A", body: "[[B]] [[A]]"), .sample(2, title: "B", body: "[[K/C]]"),
        .sample(3, title: "C", notebook: "K"), .sample(4, title: "D"),
        .sample(5, title: "E", body: "[[D]]") { $0.trashed = FixedClock.start },
        .sample(6, title: "F") { $0.isArchived = true },
      ])
      #expect(numbers(try await store.links.orphans()) == [4, 1])
    },
    Clause("Links to names that no note outside of the trash has are broken") { store async throws in
      try await store.notes.insert([
        .sample(1, title: "b", body: "[[Gone]] [[a]] [[K/C]] [[gone]] [[Ahead]]"),
        .sample(2, title: "A", body: "[[X/C]] [[Trashed]]"),
        .sample(3, title: "C", notebook: "K"), .sample(4, title: "Trashed") { $0.trashed = FixedClock.start },
      ])
      let broken = try await store.links.brokenLinks()
      #expect(broken.map { "\($0.note.title) \($0.name.key)" } == ["A trashed", "A x/c", "b ahead", "b gone"])
      #expect(broken.map(\.target) == ["Trashed", "X/C", "Ahead", "Gone"])
    },
    Clause("Names and links follow each change of a note") { store async throws in
      try await store.notes.insert([.sample(1, title: "Old", body: "[[one]]")])
      _ = try await store.notes.update(SequentialNoteIDGenerator.id(1)) { note in
        note.title = "New"
        note.body = "[[two]]"
        note.foreignFrontMatter = "alias: Other\n"
      }
      for (text, found) in [("old", []), ("new", [1]), ("other", [1])] as [(String, [UInt64])] {
        #expect(try await named(store, text) == found, "\(text)")
      }
      #expect(try await store.links.notes(linkingTo: [name("one")]).isEmpty)
      #expect(numbers(try await store.links.notes(linkingTo: [name("two")])) == [1])
      _ = try await store.notes.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
      _ = try await store.notes.purge([SequentialNoteIDGenerator.id(1)])
      #expect(try await named(store, "new") == [])
      #expect(try await store.links.brokenLinks().isEmpty)
    },
  ]

  private static func name(_ text: String) throws -> NoteName { try #require(NoteName(text)) }

  private static func named(_ store: Store, _ text: String) async throws -> [UInt64] {
    numbers(try await store.links.notes(named: name(text), limit: 9))
  }

  private static func numbers(_ notes: [NoteSummary]) -> [UInt64] { notes.map { $0.id.low & 0xFFFF } }
}
