import NotesDomain
import NotesTestSupport
import Testing

/// Something that can happen to a store.
struct RandomOperation {
  static let words = ["bread", "Rye", "sourdough", "café", "世界", "🍞", "tea", "a/b"]

  private enum Kind {
    case insert([Note])
    case update(NoteID, Note)
    case purge([NoteID])
    case store([ImportItem])
  }

  private let kind: Kind

  init(_ random: inout SeededGenerator) {
    let note = Self.note(&random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: kind = .insert([note, Self.note(&random)])
    case 3..<7: kind = .update(note.id, note)
    case 7: kind = .purge([note.id, Self.note(&random).id])
    default:
      let record = ImportRecord(
        directory: "/vault", path: "\(note.id).md", digest: ContentDigest(of: note.body.utf8), note: note.id,
        noteModified: note.modified)
      let replaced = Bool.random(using: &random) ? Self.note(&random).modified : nil
      kind = .store([ImportItem(note: note, record: record, replacing: replaced)])
    }
  }

  /// Does the same to several stores, which must answer alike.
  func run(on stores: [any NoteRepository]) async throws {
    var answers: [String] = []
    for store in stores {
      do throws(StoreError) {
        switch kind {
        case .insert(let notes): try await store.insert(notes)
        case .update(let id, let values):
          let changed = try await store.update(id) { note in
            note.title = values.title
            note.body = values.body
            note.tags = values.tags
            note.notebook = values.notebook
            note.isPinned = values.isPinned
            note.isArchived = values.isArchived
            note.trashed = values.trashed
            note.modified = values.modified
          }
          answers.append("\(String(describing: changed))")
        case .purge(let ids): answers.append("\(try await store.purge(ids))")
        case .store(let items): answers.append("\(try await store.store(items))")
        }
      } catch {
        answers.append("\(error)")
      }
    }
    #expect(Set(answers).count <= 1, "\(answers)")
  }

  private static func note(_ random: inout SeededGenerator) -> Note {
    func words(_ count: Int) -> [String] {
      (0..<count).compactMap { _ in self.words.randomElement(using: &random) }
    }
    let number = UInt64.random(in: 1...25, using: &random)
    let body = words(5).joined(separator: " ") + random.text() + " #" + words(1).joined()
    return .sample(
      number, title: words(2).joined(separator: " "), body: body, tags: words(2),
      notebook: ["", "Kitchen", "Kitchen/Bread"].randomElement(using: &random) ?? ""
    ) {
      $0.isPinned = Int.random(in: 0..<4, using: &random) == 0
      $0.isArchived = Int.random(in: 0..<4, using: &random) == 0
      $0.trashed = Int.random(in: 0..<3, using: &random) == 0 ? FixedClock.start : nil
      $0.modified.millisecondsSince1970 += Int64.random(in: 0..<3, using: &random)
    }
  }
}
