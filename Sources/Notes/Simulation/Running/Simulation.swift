/// Plays many histories, on several cores.
package struct Simulation: Sendable {
  private let stores: any Stores
  private let jobs: Int

  /// Creates a simulation.
  ///
  /// - Parameters:
  ///   - stores: Where the stores of its worlds come from.
  ///   - jobs: How many worlds there are at once.
  package init(stores: any Stores = StoresInMemory(), jobs: Int = 1) {
    self.stores = stores
    self.jobs = max(1, jobs)
  }

  /// Plays the histories of some seeds; once one breaks a promise, those that were begun are played to their end.
  package func play(_ seeds: Range<UInt64>, _ mutant: Mutant = .none) async throws -> Tally {
    let queue = SeedQueue(seeds)
    return try await share { world, tally in
      while let portion = queue.take() {
        for seed in portion {
          let report = await world.play(seed: seed)
          tally.add(report)
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
  /// - Returns: What came of them; a history that broke a promise has its number in place of a seed.
  package func play(_ schedules: Exhaustive, _ mutant: Mutant = .none) async throws -> Tally {
    let queue = SeedQueue(0..<schedules.count)
    return try await share { world, tally in
      while let portion = queue.take() {
        for number in portion {
          let report = await world.play(schedules.schedule(number), devices: 2, seed: number)
          tally.add(report)
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
    _ work: @escaping @Sendable (World, inout Tally) async -> Void, in makeWorld: @Sendable () throws -> World
  ) async throws -> Tally {
    try await withThrowingTaskGroup(of: Tally.self) { group in
      for _ in 0..<jobs {
        let world = try makeWorld()
        group.addTask {
          var tally = Tally()
          await work(world, &tally)
          return tally
        }
      }
      var sum = Tally()
      for try await tally in group { sum.add(tally) }
      return sum
    }
  }
}
