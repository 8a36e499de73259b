import NotesDomain
import NotesTestSupport
import Testing

/// A random operation on a store.
struct RandomOperation {
  static let words = ["bread", "Rye", "sourdough", "café", "世界", "🍞", "tea", "a/b"]

  private enum Kind {
    case insert([Note])
    case update(NoteID, Note)
    case purge([NoteID])
    case store(Note, replacesStored: Bool)
    case beginSync
    case sync([RandomSyncStep])
    case settle(NoteID)
    case revert(Int, refuses: Bool)
    case newRun
  }

  private let kind: Kind

  init(_ random: inout SplitMix64) {
    let note = Self.note(&random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<3: kind = .insert([note, Self.note(&random)])
    case 3..<8: kind = .update(note.id, note)
    case 8..<10: kind = .purge([note.id, Self.note(&random).id])
    case 10..<12:
      kind = .store(note, replacesStored: Int.random(in: 0..<4, using: &random) > 0)
    case 12: kind = .beginSync
    case 13..<16:
      kind = .sync((0..<Int.random(in: 1...6, using: &random)).map { _ in RandomSyncStep(&random) })
    case 16: kind = .settle(note.id)
    case 17..<19:
      kind = .revert(Int.random(in: 1...30, using: &random), refuses: Int.random(in: 0..<4, using: &random) == 0)
    default: kind = .newRun
    }
  }

  /// Runs the operation on several stores, which must return equal results.
  func run(on stores: [any StoreUnderTest]) async throws {
    var results: [String] = []
    for store in stores {
      do throws(StoreError) {
        results.append(try await run(on: store))
      } catch {
        results.append("\(error)")
      }
    }
    #expect(Set(results).count <= 1, "\(kind): \(results)")
  }

  private func run(on store: any StoreUnderTest) async throws(StoreError) -> String {
    switch kind {
    case .insert(let notes): try await store.notes.insert(notes)
    case .update(let id, let values):
      let changed = try await store.notes.update(id) { note in
        note.title = values.title
        note.body = values.body
        note.tags = values.tags
        note.notebook = values.notebook
        note.isPinned = values.isPinned
        note.isArchived = values.isArchived
        note.trashed = values.trashed
        note.modified = values.modified
        note.attachments = values.attachments
      }
      return "\(String(describing: changed))"
    case .purge(let ids): return "\(try await store.notes.purge(ids))"
    case .store(let note, let replacesStored):
      let record = ImportRecord(
        directory: "/vault", path: "\(note.id).md", digest: ContentDigest(of: note.body.utf8), note: note)
      let stored = replacesStored ? try await store.notes.note(note.id) : nil
      let item = ImportItem(note: note, record: record, replacing: stored.map(ContentDigest.init(of:)))
      return "\(try await store.notes.store([item]))"
    case .beginSync:
      try await store.sync.write { transaction throws(StoreError) in
        guard try transaction.state() == nil else { return }
        try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
      }
    case .sync(let steps):
      try await store.sync.write { transaction throws(StoreError) in
        guard try transaction.state() != nil else { return }
        for step in steps { try step.run(in: transaction) }
      }
    case .settle(let id):
      let settlement = try await store.conflicts.settle(id) { sides in
        var settled = sides
        settled.copy?.trashed = FixedClock.start
        return settled
      }
      return "\(settlement)"
    case .revert(let number, let refuses):
      let result = try await store.history.revert(number) { change, current in
        guard change.after == current else { return refuses ? .refuse : .leave }
        if let before = change.before { return .write(before) }
        guard var note = current else { return .leave }
        note.trashed = FixedClock.start
        return .write(note)
      }
      return "\(result)"
    case .newRun: store.beginRun()
    }
    return ""
  }

  static func note(_ random: inout SplitMix64) -> Note {
    func words(_ count: Int) -> [String] {
      (0..<count).compactMap { _ in self.words.randomElement(using: &random) }
    }
    let number = UInt64.random(in: 1...25, using: &random)
    let body =
      words(5).joined(separator: " ") + random.text() + " #" + words(1).joined() + "\n\n"
      + words(2).map { "[[\($0)]]" }.joined()
    return .sample(
      number, title: words(2).joined(separator: " "), body: body, tags: words(2),
      notebook: ["", "Kitchen", "Kitchen/Bread"].randomElement(using: &random) ?? ""
    ) {
      $0.isPinned = Int.random(in: 0..<4, using: &random) == 0
      $0.isArchived = Int.random(in: 0..<4, using: &random) == 0
      $0.trashed = Int.random(in: 0..<3, using: &random) == 0 ? FixedClock.start : nil
      $0.modified.millisecondsSince1970 += Int64.random(in: 0..<3, using: &random)
      for name in ["a.txt", "\"é\", [b]"] where Int.random(in: 0..<4, using: &random) == 0 {
        $0.attachments += .sample((name, UInt8.random(in: 1...9, using: &random)))
      }
    }
  }
}
