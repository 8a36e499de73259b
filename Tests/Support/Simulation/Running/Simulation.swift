import Synchronization

/// Plays many histories, on several cores.
package struct Simulation: Sendable {
  private let stores: any StoreFactory
  private let jobs: Int

  /// Creates a simulation.
  ///
  /// - Parameters:
  ///   - stores: Where the stores of its worlds come from.
  ///   - jobs: How many worlds there are at once.
  package init(stores: any StoreFactory = InMemoryStoreFactory(), jobs: Int = 1) {
    self.stores = stores
    self.jobs = max(1, jobs)
  }

  /// Plays the histories of some seeds; once one breaks a invariant, those that were begun are played to their end.
  package func play(_ seeds: Range<UInt64>, _ mutant: Mutant = .none) async throws -> RunSummary {
    let queue = SeedQueue(seeds)
    return try await share { world, summary in
      while let portion = queue.take() {
        for seed in portion {
          let report = await world.play(seed: seed)
          summary.add(report)
          if report.verdict != .kept {
            queue.stop()
            return
          }
        }
      }
    } in: {
      try World(mutant, stores: stores)
    }
  }

  /// Plays every schedule of a length.
  ///
  /// - Returns: What came of them; a history that broke a invariant has its number in place of a seed.
  package func play(_ schedules: ExhaustiveSchedules, _ mutant: Mutant = .none) async throws -> RunSummary {
    let queue = SeedQueue(0..<schedules.count)
    return try await share { world, summary in
      while let portion = queue.take() {
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
      try World(mutant, stores: stores)
    }
  }

  /// Has each worker do its part of something, in a world of its own.
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

/// Numbers that several workers share out among them, a few at a time.
final class SeedQueue: Sendable {
  private static let portion: UInt64 = 32

  private let end: UInt64
  private let next: Mutex<UInt64>

  init(_ seeds: Range<UInt64>) {
    end = seeds.upperBound
    next = Mutex(seeds.lowerBound)
  }

  /// The next few; `nil` when there are none left.
  func take() -> Range<UInt64>? {
    next.withLock { next in
      guard next < end else { return nil }
      let taken = next..<min(end, next + Self.portion)
      next = taken.upperBound
      return taken
    }
  }

  /// Gives out no more.
  func stop() {
    next.withLock { $0 = end }
  }
}

/// What came of many histories.
package struct RunSummary: Sendable {
  /// How many there were.
  package var histories = 0
  /// How many texts went into copies.
  package var copies = 0
  /// The history with the lowest seed that broke a invariant, if any did.
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

/// What came of a history.
package struct Report: Sendable, Hashable {
  /// The seed that decided it.
  package let seed: UInt64
  /// What the judge says.
  package let verdict: Verdict
  /// A number that two histories share only when all that happened was the same.
  package let hash: UInt64
  /// How many texts went into copies.
  package let copies: Int
  /// How many failurePoints there were at which it could have been cut.
  package let failurePoints: Int
  /// Each step in words, when they were asked for.
  package let lines: [String]
}
