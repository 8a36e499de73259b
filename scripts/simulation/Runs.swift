import NotesSimulation

/// Runs the task of the command line, and prints the results.
struct Runs {
  private static let mutantSeeds: UInt64 = 5000

  let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// - Returns: Whether every result is as expected.
  func run() async throws -> Bool {
    switch options.task {
    case .seeds(let count): try await play(count)
    case .replay(let seed): try await replay(seed)
    case .mutants: try await runMutants()
    case .exhaustive(let length): try await play(ExhaustiveSchedules(length: length))
    case .sweep: try await sweep()
    case .regressions: try await runRegressions()
    }
  }

  private func play(_ schedules: ExhaustiveSchedules) async throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let mutant = Mutant.all.first { $0.name == options.only } ?? .none
    let result = try await Simulation(jobs: options.jobs, encrypted: options.isEncrypted).play(schedules, mutant)
    print("\(result.histories) schedules of \(schedules.length) steps, \(start.duration(to: clock.now).text)")
    guard let failure = result.failure else { return true }
    print("schedule \(failure.seed): FAILED: \(failure.verdict)")
    for step in schedules.schedule(failure.seed) { print("  \(step)") }
    return false
  }

  private func runMutants() async throws -> Bool {
    var isSuccess = true
    for mutant in Mutant.all where options.only == nil || mutant.name == options.only {
      let result = try await Simulation(jobs: options.jobs, encrypted: options.isEncrypted)
        .play(0..<Self.mutantSeeds, mutant)
      let name = mutant.name + String(repeating: " ", count: max(0, 56 - mutant.name.count))
      if let failure = result.failure {
        print("\(name) \(mutant.part): seed \(failure.seed), \(failure.verdict)")
      } else if let history = RegressionScenario.all.first(where: { $0.mutant == mutant.name }) {
        // A rare one, which `--bugs` plays in a history of its own.
        print("\(name) \(mutant.part): in no random history, but in '\(history.name)'")
      } else {
        print("\(name) \(mutant.part): FAILED: survives \(Self.mutantSeeds) seeds")
        isSuccess = false
      }
    }
    return isSuccess
  }

  /// Checks that each scenario fails with its mutant and passes without it.
  private func runRegressions() async throws -> Bool {
    var isSuccess = true
    for fault in RegressionScenario.all where options.only == nil || fault.name == options.only {
      let (now, then) = try await fault.play(recordsLines: options.recordsLines)
      for line in then.lines { print(line) }
      print("\(fault.name)\n  then: \(then.verdict)\n  now:  \(now.verdict)")
      if now.verdict != .kept || then.verdict == .kept {
        print("  FAILED: it must fail with its mutant, and without it be kept")
        isSuccess = false
      }
    }
    return isSuccess
  }

  private func sweep() async throws -> Bool {
    var isSuccess = true
    let world = try World(encrypted: options.isEncrypted)
    for (number, steps) in FailureSweep.histories.enumerated() {
      for mode in FailureSweep.FailureMode.all {
        let (points, failure) = await FailureSweep(steps, mode).run(in: world)
        if let failure {
          print("history \(number), \(mode.name), point \(points): FAILED: \(failure.verdict)")
          isSuccess = false
        } else {
          print("history \(number), \(mode.name): \(points) failure points")
        }
      }
    }
    return isSuccess
  }

  /// The stores of histories. Near the limits, users undo.
  private var stores: InMemoryStoreFactory { InMemoryStoreFactory(keepsHistory: options.isNearLimits) }

  private func play(_ count: UInt64) async throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await Simulation(stores: stores, jobs: options.jobs, encrypted: options.isEncrypted)
      .play(0..<count, isNearLimits: options.isNearLimits)
    let time = start.duration(to: clock.now)
    let rate = Int(Double(result.histories) / time.seconds)
    print("\(result.histories) histories, \(result.copies) copies, \(time.text), \(rate) a second")
    guard let failure = result.failure else { return true }
    show(failure)
    return false
  }

  private func replay(_ seed: UInt64) async throws -> Bool {
    let world = try World(stores: stores, encrypted: options.isEncrypted)
    let report = await world.play(
      seed: seed, isNearLimits: options.isNearLimits, recordsLines: options.recordsLines)
    for line in report.lines { print(line) }
    print("seed \(seed), trace \(String(report.hash, radix: 16)): \(report.verdict)")
    return report.verdict == .kept
  }

  private func show(_ failure: Report) {
    print("seed \(failure.seed), trace \(String(failure.hash, radix: 16)): FAILED: \(failure.verdict)")
    print(
      "  scripts/simulate \(options.isEncrypted ? "--encrypted " : "")\(options.isNearLimits ? "--limits " : "")--seed \(failure.seed) --trace"
    )
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  var text: String { "\((seconds * 10).rounded() / 10) s" }
}
