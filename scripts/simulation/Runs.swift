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
    default: false
    }
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
    let report = await (try World()).play(seed: seed, isTold: options.isTraced)
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
