import NotesDomain
import Testing

extension SyncStoreContract {
  static let items: [Clause] = [
    Clause("Saving an item saves its note") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1, title: "Rye", body: "sourdough"))
      #expect(try await store.notes.note(DeviceStore.id(1)) == .sample(1, title: "Rye", body: "sourdough"))
      #expect(try await store.notes.search(SearchQuery("sourdough")).hits.map(\.id) == [DeviceStore.id(1)])
      try await store.keepClean(.sample(1, title: "Tea", body: "leaves"))
      #expect(try await store.notes.note(DeviceStore.id(1)) == .sample(1, title: "Tea", body: "leaves"))
      #expect(try await store.notes.search(SearchQuery("sourdough")).hits == [])
    },
    Clause("An item is stored with both versions, byte for byte") { store async throws in
      try await store.begin()
      let base = Note.sample(1, title: "\u{0}\"", body: "e\u{301}\r\n", tags: ["b", "a"], notebook: "Kitchen/Bread") {
        $0.isPinned = true
        $0.trashed = Timestamp(millisecondsSince1970: -1)
        $0.foreignFrontMatter = "x: 1\n"
      }
      let local = Note.sample(1, title: "", body: "\u{E9}") {
        $0.isArchived = true
        $0.created = Timestamp(millisecondsSince1970: .min / 2)
        $0.modified = Timestamp(millisecondsSince1970: .max / 2)
      }
      let item = SyncItem(revision: Revision(.max), base: base, local: local)
      try await store.keep(item, for: 1)
      #expect(try await store.reopened().item(1) == item)
      try await store.keep(SyncItem(revision: Revision(2), base: base, local: base), for: 1)
      #expect(try await store.reopened().item(1) == SyncItem(revision: Revision(2), base: base, local: base))
    },
    Clause("A dirty item is pending, a clean one is not") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      #expect(try await store.pending() == [])
      try await store.keep(SyncItem(revision: Revision(1), base: .sample(1), local: .sample(1, body: "x")), for: 1)
      #expect(try await store.pending() == [DeviceStore.id(1)])
      try await store.keep(SyncItem(revision: Revision(4), base: nil, local: .sample(1)), for: 1)
      #expect(try await store.pending() == [DeviceStore.id(1)])
      try await store.keepClean(.sample(1))
      #expect(try await store.pending() == [])
    },
    Clause("Imported notes that the vault never had are found by the place of their file") { store async throws in
      // Given
      let notes: [Note] = [
        .sample(1, title: "Rye", notebook: "K"), .sample(2, title: "Tea", notebook: "K"),
        .sample(3, title: "Rye", notebook: "K"),
      ]
      let records = zip(notes, ["K/Rye.md", "K/Tea.md"]).map { note, path in
        ImportRecord(directory: "/v", path: path, digest: ContentDigest(value: 1), note: note)
      }
      _ = try await store.notes.store(zip(notes, records).map { ImportItem(note: $0, record: $1) })
      try await store.notes.insert([notes[2]])
      try await store.begin()
      try await store.write("edited", to: 1)
      func imports(at stem: String) async throws -> [UnsentImport] {
        let place = NotePlace(notebook: Notebook("K") ?? .root, stem: stem)
        return try await store.sync.write { transaction in try transaction.unsentImports(at: place) }
      }
      // Then
      let edited = try #require(try await store.notes.note(notes[0].id))
      #expect(try await imports(at: "Rye") == [UnsentImport(note: edited, imported: records[0].content)])
      #expect(try await imports(at: "rye") == [])
      // When the vault has one
      try await store.keepClean(edited)
      // Then
      #expect(try await imports(at: "Rye") == [])
    },
    Clause("A note gets another identifier with its history, its conflicts and the records of its file") {
      store async throws in
      // Given an imported note that was edited, of which there is a conflict
      let note = Note.sample(1, title: "Tea", notebook: "K")
      let record = ImportRecord(directory: "/v", path: "K/Tea.md", digest: ContentDigest(value: 1), note: note)
      _ = try await store.notes.store([ImportItem(note: note, record: record)])
      try await store.begin()
      try await store.write("edited", to: 1)
      try await store.sync.write { transaction in try transaction.record(conflict: .sample(note: 1, copy: 2)) }
      let (id, other) = (note.id, DeviceStore.id(9))
      let before = try await store.history.versions(of: id, limit: 10).compactMap(\.note)
      #expect(before.count > 1)
      // When
      try await store.sync.write { transaction in
        let local = try #require(try transaction.item(id)?.local)
        try transaction.rename(id, to: other)
        #expect(try transaction.item(id) == nil)
        try transaction.save(SyncItem(revision: .none, base: nil, local: local.copied(as: other)), for: other)
      }
      // Then
      let edited = try await store.notes.note(other)
      #expect(edited?.body == "edited")
      #expect(try await store.notes.note(id) == nil)
      #expect(try await store.pending() == [other])
      #expect(try await store.history.versions(of: id, limit: 10).isEmpty)
      let after = try await store.history.versions(of: other, limit: 10).compactMap(\.note)
      #expect(after == before.map { $0.copied(as: other) })
      #expect(try await store.conflicts.conflicts().map(\.note) == [other])
      #expect(try await store.notes.importRecords(paths: [record.path]).map(\.note) == [other])
    },
    Clause("Notes that the vault never had are found by title and notebook, outside the trash") { store async throws in
      // Given
      let journal = "Journal"
      try await store.notes.insert([
        .sample(1, title: "2026-03-14", notebook: journal), .sample(2, title: "2026-03-14", notebook: journal),
        .sample(3, title: "2026-03-14", notebook: "journal"), .sample(4, title: "2026-03-15", notebook: journal),
        .sample(5, title: "2026-03-14", notebook: journal) { $0.trashed = Timestamp(millisecondsSince1970: 9) },
      ])
      try await store.begin()
      func unsent() async throws -> [NoteID] {
        let notebook = Notebook(journal) ?? .root
        return try await store.sync.write { transaction in
          try transaction.unsentNotes(titled: "2026-03-14", in: notebook).map(\.id)
        }
      }
      // Then
      #expect(try await unsent() == [1, 2].map(DeviceStore.id))
      // When
      try await store.keepClean(try #require(try await store.notes.note(DeviceStore.id(1))))
      // Then
      #expect(try await unsent() == [DeviceStore.id(2)])
    },
    Clause("An item without a local version removes the note") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      let item = SyncItem(revision: Revision(1), base: .sample(1), local: nil)
      try await store.keep(item, for: 1)
      #expect(try await store.notes.note(DeviceStore.id(1)) == nil)
      #expect(try await store.item(1) == item)
      #expect(try await store.pending() == [DeviceStore.id(1)])
    },
    Clause("Removing an item removes the note and its state") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      try await store.keep(nil, for: 1)
      #expect(try await store.notes.note(DeviceStore.id(1)) == nil)
      #expect(try await store.item(1) == nil)
      #expect(try await store.pending() == [])
      try await store.keep(nil, for: 9)
    },
  ]

  static let blocks: [Clause] = [
    Clause("A blocked note is neither pending nor counted, and is listed") { store async throws in
      try await store.begin()
      for number in [2, 1, 3] as [UInt64] {
        let block: SyncBlock? = number == 3 ? nil : .refused(PushRefusal(code: "from_the_future"))
        try await store.keep(SyncItem(revision: .none, base: nil, local: .sample(number), block: block), for: number)
      }
      #expect(try await store.reopened().item(1)?.block == .refused(PushRefusal(code: "from_the_future")))
      #expect(try await store.pending() == [DeviceStore.id(3)])
      try await store.sync.read { transaction throws(StoreError) in
        #expect(try transaction.blocked() == [1, 2].map(DeviceStore.id))
        #expect(try transaction.counts() == SyncCounts(notes: 3, pending: 1))
        #expect(try transaction.unreadable(after: nil, limit: 10) == [])
      }
    },
    Clause("An edit ends the block of a note that the vault refused") { store async throws in
      try await store.begin()
      let refused = SyncItem(revision: .none, base: nil, local: .sample(1), block: .refused(.tooLarge))
      try await store.keep(refused, for: 1)
      _ = try await store.notes.update(DeviceStore.id(1)) { _ in }
      #expect(try await store.item(1) == refused)
      try await store.write("shorter", to: 1)
      #expect(try await store.item(1)?.block == nil)
      #expect(try await store.pending() == [DeviceStore.id(1)])
      let blocked = try await store.sync.read { transaction in try transaction.blocked() }
      #expect(blocked == [])
    },
    Clause("An unreadable item blocks its note, also after an edit") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      let item = VaultItem(id: DeviceStore.id(1), revision: Revision(5), payload: [0, 255, 0])
      try await store.saveUnreadable(item)
      try await store.write("edited", to: 1)
      #expect(try await store.item(1)?.block == .unreadable)
      #expect(try await store.item(1)?.base == .sample(1))
      #expect(try await store.item(1)?.revision == Revision(1))
      #expect(try await store.pending() == [])
      #expect(try await store.reopened().unreadable() == [item])
    },
    Clause("An unreadable item is listed without a note too") { store async throws in
      try await store.begin()
      let items = [4, 2].map { VaultItem(id: DeviceStore.id($0), revision: Revision(Int64($0)), payload: [9]) }
      for item in items { try await store.saveUnreadable(item) }
      #expect(try await store.unreadable() == [items[1], items[0]])
      #expect(try await store.item(4) == nil)
      try await store.sync.read { transaction throws(StoreError) in
        #expect(try transaction.blocked() == [2, 4].map(DeviceStore.id))
        #expect(try transaction.unreadable(after: nil, limit: 1) == [items[1]])
        #expect(try transaction.unreadable(after: items[1].id, limit: 1) == [items[0]])
        #expect(try transaction.unreadable(after: items[0].id, limit: 1) == [])
        #expect(try transaction.counts() == SyncCounts(notes: 0, pending: 0))
      }
    },
    Clause("A later item replaces an unreadable one") { store async throws in
      try await store.begin()
      let later = VaultItem(id: DeviceStore.id(1), revision: Revision(6), payload: [2])
      try await store.saveUnreadable(VaultItem(id: DeviceStore.id(1), revision: Revision(5), payload: [1]))
      try await store.saveUnreadable(later)
      #expect(try await store.unreadable() == [later])
    },
    Clause("A readable item, or none, removes the unreadable one") { store async throws in
      try await store.begin()
      for number in [1, 2, 3] as [UInt64] {
        try await store.saveUnreadable(VaultItem(id: DeviceStore.id(number), revision: Revision(5), payload: [1]))
      }
      try await store.keepClean(.sample(1))
      try await store.keep(nil, for: 2)
      try await store.keep(SyncItem(revision: .none, base: nil, local: .sample(3), block: .unreadable), for: 3)
      #expect(try await store.unreadable().map(\.id) == [DeviceStore.id(3)])
      let blocked = try await store.sync.read { transaction in try transaction.blocked() }
      #expect(blocked == [DeviceStore.id(3)])
    },
    Clause("Removing a blocked note that the vault holds keeps the block of an unreadable item only") {
      store async throws in
      try await store.begin()
      try await store.keep(
        SyncItem(revision: Revision(1), base: .sample(1), local: .sample(1, body: "x"), block: .refused(.overQuota)),
        for: 1)
      try await store.keep(
        SyncItem(revision: Revision(2), base: .sample(2), local: .sample(2), block: .unreadable), for: 2)
      try await store.remove(1, 2)
      #expect(try await store.item(1) == SyncItem(revision: Revision(1), base: .sample(1), local: nil))
      #expect(try await store.item(2)?.block == .unreadable)
      #expect(try await store.pending() == [DeviceStore.id(1)])
    },
  ]
}

extension DeviceStore {
  fileprivate func saveUnreadable(_ item: VaultItem) async throws {
    try await sync.write { transaction in try transaction.saveUnreadable(item) }
  }

  fileprivate func unreadable() async throws -> [VaultItem] {
    try await sync.read { transaction in try transaction.unreadable(after: nil, limit: 10) }
  }
}
