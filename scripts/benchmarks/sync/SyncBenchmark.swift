import Foundation
import NotesBenchmarkCorpus
import NotesDomain
import NotesHosting

/// Measures sync with SQLite on both sides, in one process without a network: the cost of sync itself.
///
/// Each number of notes has its own process, so that they do not share a peak of memory.
@main
struct SyncBenchmark {
  static let rounds = 15

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if let kind = arguments.first.flatMap({ Kind(rawValue: $0) }), let notes = arguments.last.flatMap({ Int($0) }) {
      // Away from the main actor, as in the other benchmark.
      let costs = try await Task.detached { try await measure(notes, kind) }.value
      return FileHandle.standardOutput.write(try JSONEncoder().encode(costs))
    }
    let sizes = arguments.compactMap { Int($0) }
    var measurements: [Measurement] = []
    for notes in sizes.isEmpty ? [1000, 10_000, 100_000] : sizes {
      var (plain, encrypted): ([Costs], [Costs]) = ([], [])
      for _ in 0..<(notes > Target.notes ? 1 : 5) {
        plain.append(try child(.plain, notes))
        encrypted.append(try child(.encrypted, notes))
      }
      measurements.append(
        Measurement(notes: notes, plain: Costs(fastestOf: plain), encrypted: Costs(fastestOf: encrypted)))
    }
    try save(measurements)
    print(Report(measurements).text)
    let misses = measurements.filter { $0.notes == Target.notes }.flatMap { measurement in
      Target.all.filter { $0.value(measurement) > $0.limit }
    }
    for target in misses { print("missed: \(target.name) ≤ \(Int(target.limit)) \(target.unit)") }
    if arguments.contains("--check"), !misses.isEmpty { exit(1) }
  }

  /// The option of a process that measures one number of notes.
  private enum Kind: String {
    case plain = "--plain"
    case encrypted = "--encrypted"
  }

  private static func child(_ kind: Kind, _ notes: Int) throws -> Costs {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [kind.rawValue, "\(notes)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Costs.self, from: data)
  }

  nonisolated private static func measure(_ notes: Int, _ kind: Kind) async throws -> Costs {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var result = Costs()
    var corpus = Corpus()
    let first = try await Device("first", in: folder)
    result.text = try await first.fill(notes, from: &corpus)
    if kind == .encrypted { try await first.encrypt() }

    Memory.resetPeak()
    result.firstPush = try await milliseconds { try await first.sync() }
    result.firstPushMegabytes = Memory.peakMegabytes

    let second = try await Device("second", in: folder)
    if kind == .encrypted { try await second.encrypt() }
    // Opens the file, which a clone does not include.
    _ = try await second.repository.page(after: nil, limit: 1)
    Memory.resetPeak()
    result.clone = try await milliseconds { try await second.sync() }
    result.cloneMegabytes = Memory.peakMegabytes

    let ids = try await first.repository.page(after: nil, limit: rounds).map(\.id)
    var (sent, received, nothing): ([Double], [Double], [Double]) = ([], [], [])
    for (round, id) in ids.enumerated() {
      try await first.edit(id, round: round)
      sent.append(try await milliseconds { try await first.sync() })
      received.append(try await milliseconds { try await second.sync() })
      nothing.append(try await milliseconds { try await second.sync() })
    }
    (result.sendOne, result.receiveOne, result.nothingNew) = (sent.median, received.median, nothing.median)

    result.deviceFile = size(of: "\(folder)/first/notes.sqlite")
    result.cloneFile = size(of: "\(folder)/second/notes.sqlite")
    result.serverFile = size(of: "\(folder)/server.sqlite")
    let held = try await first.administration.size(of: .main)
    (result.serverNotes, result.serverTombstones, result.serverReceipts) = (held.notes, held.tombstones, held.receipts)
    return result
  }

  nonisolated private static func milliseconds(_ action: () async throws -> SyncSummary) async throws -> Double {
    let clock = ContinuousClock()
    let time = try await clock.measure { _ = try await action() }
    return time / .milliseconds(1)
  }

  /// Returns the size of a database with its write-ahead log.
  nonisolated private static func size(of file: String) -> Int {
    [file, file + "-wal"].reduce(0) { sum, path in
      sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
  }

  private static func save(_ measurements: [Measurement]) throws {
    let folder = ".build/bench"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(measurements).write(to: URL(fileURLWithPath: "\(folder)/sync.json"))
  }
}
