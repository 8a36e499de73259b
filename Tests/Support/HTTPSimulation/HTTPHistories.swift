package import NotesSimulation

/// Histories over HTTP, each beside the same one without: whatever HTTP loses, repeats or changes makes another history
/// of it.
package struct HTTPHistories: Sendable {
  /// What came of some of them.
  package struct Outcome: Sendable {
    /// How many were played.
    package var count = 0
    /// The first that broke a invariant.
    package var failure: Report?
    /// The first that was another history than without HTTP.
    package var difference: UInt64?
  }

  private let mutant: Mutant
  private let jobs: Int

  /// Creates the histories.
  ///
  /// - Parameters:
  ///   - mutant: What is broken in them on purpose.
  ///   - jobs: How many are played at once, each with a server of its own.
  package init(_ mutant: Mutant = .none, jobs: Int = 1) {
    self.mutant = mutant
    self.jobs = max(1, jobs)
  }

  /// Plays the histories of some seeds, up to the first that is not as it should be.
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
