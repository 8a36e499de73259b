import NotesDomain
import Testing

@Suite struct NoteMergeTests {
  private let base = Note(
    id: NoteID(high: 1, low: 1), title: "Bread", body: "# Bread\nflour\nwater\nsalt\n", tags: tags("rye", "old"),
    notebook: Notebook("Kitchen") ?? .root, created: time(10), modified: time(20), foreignFrontMatter: "a: 1\n")

  @Test func `changes of different fields and lines are all applied`() throws {
    let ours = changed {
      $0.body = "# Bread\nrye flour\nwater\nsalt\n"
      $0.isPinned = true
      $0.modified = Self.time(40)
    }
    let theirs = changed {
      $0.body = "# Bread\nflour\nwater\nsalt\nyeast\n"
      $0.notebook = .root
      $0.foreignFrontMatter = "a: 2\n"
      $0.modified = Self.time(30)
    }

    let merged = try #require(NoteMerge.merge(base: base, ours: ours, theirs: theirs))

    #expect(
      merged
        == changed {
          $0.body = "# Bread\nrye flour\nwater\nsalt\nyeast\n"
          $0.isPinned = true
          $0.notebook = .root
          $0.foreignFrontMatter = "a: 2\n"
          $0.modified = Self.time(40)
        })
  }

  @Test func `changes of the same lines are not merged`() {
    let ours = changed { $0.body = "# Bread\nrye\nwater\nsalt\n" }
    let theirs = changed { $0.body = "# Bread\nwheat\nwater\nsalt\n" }
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs) == nil)
    let front = (changed { $0.foreignFrontMatter = "b: 1\n" }, changed { $0.foreignFrontMatter = "c: 1\n" })
    #expect(NoteMerge.merge(base: base, ours: front.0, theirs: front.1) == nil)
  }

  @Test func `the merge has the identifier of theirs`() {
    let id = NoteID(high: 9, low: 9)
    let ours = changed { $0.isPinned = true }
    let theirs = changed { $0.isArchived = true }.copied(as: id)
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs)?.id == id)
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: base.copied(as: id)) == ours.copied(as: id))
  }

  @Test func `two explicit titles are not merged`() {
    let (ours, theirs) = (changed { $0.title = "My bread" }, changed { $0.title = "Your bread" })
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs) == nil)
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: ours)?.title == "My bread")
  }

  @Test func `an explicit title wins over a derived one`() {
    let ours = changed { $0.title = "My bread" }
    let theirs = changed {
      $0.body = "# Rye\nflour\nwater\nsalt\n"
      $0.title = "Rye"
    }
    for merged in [(ours, theirs), (theirs, ours)].map({ NoteMerge.merge(base: base, ours: $0.0, theirs: $0.1) }) {
      #expect(merged?.title == "My bread")
      #expect(merged?.body == theirs.body)
    }
  }

  @Test func `derived titles follow the merged text`() {
    let old = note(following: "one\ntwo\nthree\n")
    let ours = note(following: "one\ntwo\nthree\n# Four\n")
    let theirs = note(following: "zero\none\ntwo\nthree\n")
    for merged in [(ours, theirs), (theirs, ours)].map({ NoteMerge.merge(base: old, ours: $0.0, theirs: $0.1) }) {
      #expect(merged?.body == "zero\none\ntwo\nthree\n# Four\n")
      #expect(merged?.title == "Four")
    }
  }

  @Test func `a derived title follows the merged text even if only one side changed it`() {
    let old = note(following: "one\n# Two\nthree\nfour\nfive\n")
    let ours = note(following: "one\nthree\nfour\nfive\n")
    let theirs = note(following: "one\n# Two\nthree\nfour\n# Six\n")
    #expect(NoteMerge.merge(base: old, ours: ours, theirs: theirs)?.title == "Six")
  }

  @Test func `each side's added and removed tags are applied`() {
    let ours = changed { $0.tags = Self.tags("new", "rye", "sour") }
    let theirs = changed { $0.tags = Self.tags("wheat", "old", "rye") }
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs)?.tags == Self.tags("wheat", "rye", "new", "sour"))
    #expect(NoteMerge.merge(base: base, ours: theirs, theirs: ours)?.tags == Self.tags("new", "rye", "sour", "wheat"))
  }

  @Test func `theirs wins for a notebook that both changed`() {
    let ours = changed { $0.notebook = Notebook("Ours") ?? .root }
    let theirs = changed { $0.notebook = Notebook("Theirs") ?? .root }
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs)?.notebook == theirs.notebook)
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: changed { $0.isPinned = true })?.notebook == ours.notebook)
  }

  @Test func `a note that one side edited does not go to the trash, an unedited one does`() {
    let trashed = changed { $0.trashed = Self.time(50) }
    let edited = changed { $0.tags = Self.tags("rye") }
    let moved = changed { $0.notebook = .root }
    for (edit, isTrashed) in [(edited, false), (moved, true), (base, true)] {
      for merged in [(trashed, edit), (edit, trashed)].map({ NoteMerge.merge(base: base, ours: $0.0, theirs: $0.1) }) {
        #expect((merged?.trashed != nil) == isTrashed)
      }
    }
  }

  @Test func `a note that both moved to the trash has the time of theirs, and a restored one is restored`() {
    let old = changed { $0.trashed = Self.time(50) }
    let (ours, theirs) = (changed { $0.trashed = Self.time(60) }, changed { $0.trashed = Self.time(70) })
    #expect(NoteMerge.merge(base: base, ours: ours, theirs: theirs)?.trashed == Self.time(70))
    let restored = changed { $0.isPinned = true }
    #expect(NoteMerge.merge(base: old, ours: restored, theirs: theirs).map { $0.trashed == nil } == true)
    #expect(NoteMerge.merge(base: old, ours: ours, theirs: restored).map { $0.trashed == nil } == true)
    #expect(NoteMerge.merge(base: old, ours: old, theirs: restored) == restored)
  }

  @Test func `without a base, only notes with the same content merge`() {
    let ours = changed {
      $0.created = Self.time(5)
      $0.modified = Self.time(99)
    }
    #expect(NoteMerge.merge(base: nil, ours: ours, theirs: base) == changed { $0.modified = Self.time(99) })
    #expect(NoteMerge.merge(base: nil, ours: changed { $0.trashed = Self.time(9) }, theirs: base) == base)
    #expect(NoteMerge.merge(base: nil, ours: base, theirs: changed { $0.trashed = Self.time(9) }) == base)
    let changes: [(inout Note) -> Void] = [
      { $0.title = "x" }, { $0.body = "x" }, { $0.tags = [] }, { $0.notebook = .root }, { $0.isPinned = true },
      { $0.isArchived = true }, { $0.foreignFrontMatter = "" },
    ]
    for change in changes { #expect(NoteMerge.merge(base: nil, ours: changed(change), theirs: base) == nil) }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `an unchanged side has no effect, and merging again changes nothing`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var merges = 0
    for _ in 0..<1_000 {
      let base = random.note(id: base.id)
      let (ours, theirs) = (random.changed(base), random.changed(base))
      let notes = "seed \(seed): \(base) \(ours) \(theirs)"
      #expect(NoteMerge.merge(base: base, ours: base, theirs: theirs) == theirs, "\(notes)")
      #expect(NoteMerge.merge(base: base, ours: ours, theirs: base) == ours, "\(notes)")
      #expect(NoteMerge.merge(base: base, ours: ours, theirs: ours) == ours, "\(notes)")

      var merged = NoteMerge.merge(base: base, ours: ours, theirs: theirs)
      let mirrored = NoteMerge.merge(base: base, ours: theirs, theirs: ours)
      #expect(merged.map { Set($0.tags) } == mirrored.map { Set($0.tags) }, "\(notes)")
      #expect((merged?.trashed == nil) == (mirrored?.trashed == nil), "\(notes)")
      // The documented exceptions to symmetry.
      merged?.tags = mirrored?.tags ?? []
      merged?.trashed = mirrored?.trashed
      merged?.notebook = mirrored?.notebook ?? .root
      merged?.created = mirrored?.created ?? base.created
      #expect(merged.map { $0.blobs } == mirrored.map { $0.blobs }, "\(notes)")
      merged?.attachments = mirrored?.attachments ?? []
      #expect(merged == mirrored, "\(notes)")
      if merged != nil { merges += 1 }
    }
    #expect(merges > 100, "seed \(seed): too few of the notes merge to say anything")
  }

  private func changed(_ change: (inout Note) -> Void) -> Note {
    var note = base
    change(&note)
    return note
  }

  private func note(following body: String) -> Note {
    changed {
      $0.body = body
      $0.title = NoteTitle.derived(from: body)
    }
  }

  private static func tags(_ names: String...) -> [NoteTag] { names.compactMap { NoteTag($0) } }

  private static func time(_ milliseconds: Int64) -> Timestamp { Timestamp(millisecondsSince1970: milliseconds) }
}

extension SplitMix64 {
  /// Returns the note with a few changed fields.
  fileprivate mutating func changed(_ note: Note) -> Note {
    let other = self.note(id: note.id)
    var note = note
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      switch Int.random(in: 0...10, using: &self) {
      case 0: note.title = other.title
      case 1...2: note.body += "\n" + other.body
      case 3: note.body = other.body + "\n" + note.body
      case 4: note.tags = other.tags
      case 5: note.notebook = other.notebook
      case 6: note.isPinned.toggle()
      case 7: note.isArchived.toggle()
      case 8: note.trashed = other.trashed
      case 9: note.attachments = attachments()
      case _: note.modified = other.modified
      }
    }
    return note
  }
}
