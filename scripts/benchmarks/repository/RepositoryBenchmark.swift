import Foundation
import NotesBenchmarkCorpus
import NotesDomain
import NotesPersistence
import Wiring

/// Measures the repository against the same statements through SQLite's C interface, in one process and alternately, so that
/// a slow machine slows both.
@main
struct RepositoryBenchmark {
  static let rounds = 15
  static let batch = 1000
  static let stock = 20_000

  static func main() async throws {
    // Away from the main actor: a call from there hops to another thread and back, which costs more than a short search.
    try await Task.detached { try await run() }.value
  }

  nonisolated static func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("repository-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (ours, theirs) = ("\(folder)/ours/notes.sqlite", "\(folder)/raw/notes.sqlite")
    let repository = try store(at: ours)
    // The raw store has the same schema, since the repository makes it too, with its first answer.
    _ = try await store(at: theirs).statistics()
    let raw = RawStore(path: theirs)
    var corpus = Corpus()
    for _ in 0..<(stock / batch) {
      let notes = corpus.next(batch)
      try await repository.insert(notes)
      raw.insert(notes)
    }

    let ids = try await repository.page(after: nil, limit: stock).map(\.id).shuffledEvenly().prefix(batch)
    var results: [Comparison] = []
    results.append(
      try await compare("insert \(batch) notes in one transaction") {
        corpus.next(batch)
      } ours: {
        try await repository.insert($0)
      } raw: {
        raw.insert($0)
      })
    let sync = try Plan((any SyncStore).self, modules: [PersistenceModule(), Settings(path: ours)]).build().root
    try await sync.write { transaction throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
    }
    results.append(
      try await compare("adopt \(batch) notes of a vault in one transaction") {
        corpus.next(batch)
      } ours: { notes in
        try await sync.write { transaction throws(StoreError) in
          for note in notes {
            guard try transaction.item(note.id) == nil else { continue }
            try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
          }
        }
      } raw: {
        raw.insert($0)
      })
    results.append(
      try await compare("fetch \(batch) notes by id") {
        Array(ids)
      } ours: {
        _ = try await repository.notes($0)
      } raw: {
        raw.fetch($0)
      })
    results.append(
      try await compare("search a rare word, top 20, 50 times") {
        "zephyr"
      } ours: { text in
        for _ in 0..<50 { _ = try await repository.search(query(text)) }
      } raw: { text in
        for _ in 0..<50 { raw.search("\"\(text)\"") }
      })
    results.append(
      try await compare("search a frequent phrase, top 20") {
        "green water"
      } ours: { text in
        _ = try await repository.search(query("\"\(text)\""))
      } raw: { text in
        raw.search("\"\(text)\"")
      })
    try report(results)
  }

  static func query(_ text: String) throws -> SearchQuery {
    SearchQuery(
      try NoteFilter(
        parsing: text, calendar: LocalCalendar(zone: Greenwich(), now: Timestamp(millisecondsSince1970: 0))))
  }

  static func store(at path: String) throws -> any NoteRepository {
    try Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(path: path)]).build().root
  }

  static func compare<Input>(
    _ name: String, input: () -> Input, ours: (Input) async throws -> Void, raw: (Input) -> Void
  ) async throws -> Comparison {
    var comparison = Comparison(name: name)
    for round in 0..<(rounds + 1) {
      let value = input()
      let start = CPU.milliseconds
      try await ours(value)
      let middle = CPU.milliseconds
      raw(value)
      let end = CPU.milliseconds
      if round > 0 { comparison.add(ours: middle - start, raw: end - middle) }
    }
    return comparison
  }

  static func report(_ results: [Comparison]) throws {
    print("operation".padded(44) + "ours, ms".padded(10) + "floor, ms".padded(10) + "ratio".padded(8) + "target")
    for result in results { print(result.line) }
    let folder = ".build/bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(results.map(\.summary)).write(to: URL(fileURLWithPath: "\(folder)/repository.json"))
  }
}

/// The CPU times of the repository and of the bare statements.
struct Comparison {
  struct Summary: Encodable {
    let operation: String
    let oursMilliseconds: Double
    let rawMilliseconds: Double
    let ratio: Double
  }

  static let target = 1.5

  let name: String
  private var ours: [Double] = []
  private var raw: [Double] = []

  init(name: String) {
    self.name = name
  }

  mutating func add(ours: Double, raw: Double) {
    self.ours.append(ours)
    self.raw.append(raw)
  }

  var summary: Summary {
    let (ours, raw) = (ours.median, raw.median)
    return Summary(operation: name, oursMilliseconds: ours, rawMilliseconds: raw, ratio: ours / raw)
  }

  var line: String {
    let result = summary
    let columns = [result.oursMilliseconds, result.rawMilliseconds].map { String(format: "%.2f", $0).padded(10) }
    let verdict = result.ratio <= Self.target ? "≤ 1.5 ok" : "≤ 1.5 missed"
    return name.padded(44) + columns.joined() + String(format: "%.2f", result.ratio).padded(8) + verdict
  }
}

/// The CPU time of all threads of this process.
enum CPU {
  static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}

/// The settings of a store at a path.
/// The time zone of dates in queries, which these do not have.
private struct Greenwich: TimeZoneOffsets {
  func secondsEastOfUTC(at time: Timestamp) -> Int { 0 }
}

struct Settings: Module {
  let path: String

  func configure(_ binder: inout Binder) {
    binder.bind(StoreSettings.self, to: StoreSettings(path: path))
    binder.bind(InspectedFiles.self, to: InspectedFiles())
  }
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}

extension Array {
  /// The elements in a scattered order, the same each time.
  func shuffledEvenly() -> [Element] {
    indices.map { self[$0 * 7919 % count] }
  }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, width - count))
  }
}
