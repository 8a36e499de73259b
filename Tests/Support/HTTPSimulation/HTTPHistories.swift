package import NotesSimulation

/// Histories over HTTP, each compared with the same one without. Whatever HTTP loses, repeats or changes makes them differ.
package struct HTTPHistories: Sendable {
  /// The result of several histories.
  package struct Outcome: Sendable {
    /// The number of histories.
    package var count = 0
    /// The first history that violated an invariant.
    package var failure: Report?
    /// The seed of the first history that differs from the one without HTTP.
    package var difference: UInt64?
  }

  private let mutant: Mutant
  private let jobs: Int

  /// Creates the histories.
  ///
  /// - Parameter jobs: The number of concurrent histories, each with a separate server.
  package init(_ mutant: Mutant = .none, jobs: Int = 1) {
    self.mutant = mutant
    self.jobs = max(1, jobs)
  }

  /// Runs the histories of some seeds, up to the first failure or difference.
  package func play(_ seeds: Range<UInt64>) async throws -> Outcome {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      for job in 0..<jobs {
        let share = stride(from: seeds.lowerBound + UInt64(job), to: seeds.upperBound, by: jobs)
        group.addTask { try await play(share) }
      }
      var sum = Outcome()
      for try await outcome in group {
        sum.count += outcome.count
        sum.failure = [sum.failure, outcome.failure].compactMap(\.self).min { $0.seed < $1.seed }
        sum.difference = [sum.difference, outcome.difference].compactMap(\.self).min()
      }
      return sum
    }
  }

  private func play(_ seeds: StrideTo<UInt64>) async throws -> Outcome {
    let (near, far) = (try World(mutant), try World(mutant, transports: HTTPTransportFactory()))
    var outcome = Outcome()
    for seed in seeds {
      let report = await far.play(seed: seed)
      outcome.count += 1
      if report.verdict != .kept { outcome.failure = report }
      if await near.play(seed: seed).hash != report.hash { outcome.difference = seed }
      if outcome.failure != nil || outcome.difference != nil { break }
    }
    return outcome
  }
}
