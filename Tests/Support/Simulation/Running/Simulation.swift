import Synchronization

/// A run of many histories on several cores.
package struct Simulation: Sendable {
  private let stores: any StoreFactory
  private let jobs: Int
  private let encrypted: Bool

  /// Creates a simulation.
  ///
  /// - Parameters:
  ///   - jobs: The number of concurrent worlds.
  ///   - encrypted: Whether the vaults are encrypted.
  package init(stores: any StoreFactory = InMemoryStoreFactory(), jobs: Int = 1, encrypted: Bool = false) {
    self.stores = stores
    self.jobs = max(1, jobs)
    self.encrypted = encrypted
  }

  /// Runs the histories of some seeds, until one violates an invariant.
  ///
  /// - Parameter isNearLimits: Whether the notes are about as large as a note may be.
  package func play(
    _ seeds: Range<UInt64>, _ mutant: Mutant = .none, isNearLimits: Bool = false
  ) async throws -> RunSummary {
    let queue = SeedQueue(seeds)
    return try await share { world, summary in
      while let portion = queue.next() {
        for seed in portion {
          let report = await world.play(seed: seed, isNearLimits: isNearLimits)
          summary.add(report)
          if report.verdict != .kept {
            queue.stop()
            return
          }
        }
      }
    } in: {
      try World(mutant, stores: stores, encrypted: encrypted)
    }
  }

  /// Runs every schedule of a length. The reports have the schedule's number as seed.
  package func play(_ schedules: ExhaustiveSchedules, _ mutant: Mutant = .none) async throws -> RunSummary {
    let queue = SeedQueue(0..<schedules.count)
    return try await share { world, summary in
      while let portion = queue.next() {
        for number in portion {
          let report = await world.play(schedules.schedule(number), devices: 2, seed: number)
          summary.add(report)
          if report.verdict != .kept {
            queue.stop()
            return
          }
        }
      }
    } in: {
      try World(mutant, stores: stores, encrypted: encrypted)
    }
  }

  /// Runs a function in each of several worlds.
  func share(
    _ work: @escaping @Sendable (World, inout RunSummary) async -> Void, in makeWorld: @Sendable () throws -> World
  ) async throws -> RunSummary {
    try await withThrowingTaskGroup(of: RunSummary.self) { group in
      for _ in 0..<jobs {
        let world = try makeWorld()
        group.addTask {
          var summary = RunSummary()
          await work(world, &summary)
          return summary
        }
      }
      var sum = RunSummary()
      for try await summary in group { sum.add(summary) }
      return sum
    }
  }
}

/// The remaining seeds of several workers.
final class SeedQueue: Sendable {
  private static let portion: UInt64 = 32

  private let end: UInt64
  private let first: Mutex<UInt64>

  init(_ seeds: Range<UInt64>) {
    end = seeds.upperBound
    first = Mutex(seeds.lowerBound)
  }

  /// Removes and returns the next seeds; `nil` when there are none left.
  func next() -> Range<UInt64>? {
    first.withLock { first in
      guard first < end else { return nil }
      let portion = first..<min(end, first + Self.portion)
      first = portion.upperBound
      return portion
    }
  }

  /// Removes all seeds.
  func stop() {
    first.withLock { $0 = end }
  }
}

/// The result of many histories.
package struct RunSummary: Sendable {
  /// The number of histories.
  package var histories = 0
  /// The number of conflict copies.
  package var copies = 0
  /// The history with the lowest seed that violated an invariant.
  package var failure: Report?

  /// Counts a history.
  mutating func add(_ report: Report) {
    histories += 1
    copies += report.copies
    if report.verdict != .kept, report.seed < failure?.seed ?? .max { failure = report }
  }

  /// Counts the histories of another worker.
  mutating func add(_ other: RunSummary) {
    histories += other.histories
    copies += other.copies
    if let report = other.failure, report.seed < failure?.seed ?? .max { failure = report }
  }
}

/// The result of a history.
package struct Report: Sendable, Hashable {
  /// The seed.
  package let seed: UInt64
  /// The verdict.
  package let verdict: Verdict
  /// The trace number, which two histories share only when all their events are equal.
  package let hash: UInt64
  /// The number of conflict copies.
  package let copies: Int
  /// The number of failure points that the history passed.
  package let failurePoints: Int
  /// The events as text, when they were recorded.
  package let lines: [String]
}
