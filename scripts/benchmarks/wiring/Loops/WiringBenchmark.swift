/// Does one operation in one implementation so many times, for an instrument that counts; see scripts/bench.
///
///     WiringBenchmark                        lists the operations and implementations
///     WiringBenchmark transient hand 1000    does one of them
///     WiringBenchmark transient hand 1000 --time   prints the nanoseconds of each, the best of ten rounds
@main
struct WiringBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let cases = try Case.hand + Case.dictionary + Case.wiring()
    guard let column = arguments.first else {
      for one in cases { print(one.column, one.implementation) }
      return
    }
    let rest = arguments.dropFirst()
    guard
      let implementation = rest.first,
      let count = rest.dropFirst().first.flatMap({ Int($0) }), count > 0,
      let one = cases.first(where: { $0.column == column && $0.implementation.rawValue == implementation })
    else {
      fatalError("no such operation; without arguments this program lists them")
    }
    if arguments.last == "--time" {
      print(try nanoseconds(one, count))
    } else {
      print(try one.run(count))
    }
  }

  private static func nanoseconds(_ one: Case, _ count: Int) throws -> Double {
    var best = Duration.seconds(3600)
    for _ in 0..<10 {
      let duration = try ContinuousClock().measure { _ = try one.run(count) }
      best = min(best, duration)
    }
    return best / .nanoseconds(count)
  }
}
