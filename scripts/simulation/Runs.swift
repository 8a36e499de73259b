import NotesSimulation

/// Does what the command line asks for, and says what came of it.
struct Runs {
  private static let mutantSeeds: UInt64 = 5000

  let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// - Returns: Whether all is well.
  func run() async throws -> Bool {
    switch options.task {
    case .seeds(let count): try await play(count)
    case .replay(let seed): try await replay(seed)
    case .mutants: try await hunt()
    case .exhaustive(let length): try await play(ExhaustiveSchedules(length: length))
    case .sweep: try await sweep()
    case .register: try await register()
    }
  }

  private func play(_ schedules: ExhaustiveSchedules) async throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let mutant = Mutant.all.first { $0.name == options.only } ?? .none
    let result = try await Simulation(jobs: options.jobs).play(schedules, mutant)
    print("\(result.histories) schedules of \(schedules.length) steps, \(start.duration(to: clock.now).text)")
    guard let failure = result.failure else { return true }
    print("schedule \(failure.seed): \(failure.verdict)")
    for step in schedules.schedule(failure.seed) { print("  \(step)") }
    return false
  }

  private func hunt() async throws -> Bool {
    var isWell = true
    for mutant in Mutant.all where options.only == nil || mutant.name == options.only {
      let result = try await Simulation(jobs: options.jobs).play(0..<Self.mutantSeeds, mutant)
      let name = mutant.name + String(repeating: " ", count: max(0, 56 - mutant.name.count))
      if let failure = result.failure {
        print("\(name) \(mutant.replaced): seed \(failure.seed), \(failure.verdict)")
      } else {
        print("\(name) \(mutant.replaced): survives \(Self.mutantSeeds) seeds")
        isWell = false
      }
    }
    return isWell
  }

  /// Each fault of the past breaks its history, and the history is well without it.
  private func register() async throws -> Bool {
    var isWell = true
    for fault in RegressionScenario.all where options.only == nil || fault.name == options.only {
      let (now, then) = try await fault.play(recordsLines: options.isTraced)
      for line in then.lines { print(line) }
      print("\(fault.name)\n  then: \(then.verdict)\n  now:  \(now.verdict)")
      if now.verdict != .kept || then.verdict == .kept { isWell = false }
    }
    return isWell
  }

  private func sweep() async throws -> Bool {
    var isWell = true
    let world = try World()
    for (number, steps) in FailureSweep.histories.enumerated() {
      for way in FailureSweep.FailureMode.all {
        let (places, failure) = await FailureSweep(steps, way).run(in: world)
        if let failure {
          print("history \(number), \(way.name), place \(places): \(failure.verdict)")
          isWell = false
        } else {
          print("history \(number), \(way.name): \(places) places")
        }
      }
    }
    return isWell
  }

  private func play(_ count: UInt64) async throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await Simulation(jobs: options.jobs).play(0..<count)
    let time = start.duration(to: clock.now)
    let rate = Int(Double(result.histories) / time.seconds)
    print("\(result.histories) histories, \(result.copies) copies, \(time.text), \(rate) a second")
    guard let failure = result.failure else { return true }
    tell(failure)
    return false
  }

  private func replay(_ seed: UInt64) async throws -> Bool {
    let report = await (try World()).play(seed: seed, recordsLines: options.isTraced)
    for line in report.lines { print(line) }
    print("seed \(seed), trace \(String(report.hash, radix: 16)): \(report.verdict)")
    return report.verdict == .kept
  }

  private func tell(_ failure: Report) {
    print("seed \(failure.seed), trace \(String(failure.hash, radix: 16)): \(failure.verdict)")
    print("  scripts/simulate --seed \(failure.seed) --trace")
  }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  var text: String { "\((seconds * 10).rounded() / 10) s" }
}
