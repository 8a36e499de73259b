#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Does one operation in one implementation so many times, for an instrument that counts; see scripts/bench.
///
///     WiringBenchmark                        lists the operations and implementations
///     WiringBenchmark transient hand 1000    does one of them
///     WiringBenchmark transient hand 1000 --time   prints the nanoseconds of each, the best of ten rounds
///     WiringBenchmark load1000 definitions 1 --cpu   prints the nanoseconds of CPU that all of them take
@main
struct WiringBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let column = arguments.first else {
      for one in try Case.all() + Case.thousands { print(one.column, one.implementation) }
      return
    }
    // What is done once in a program finds nothing prepared by what else is measured.
    let cases = column.hasSuffix("1000") ? Case.thousands : try Case.all()
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
    } else if arguments.last == "--cpu" {
      let start = clock()
      _ = try one.run(count)
      print(Double(clock() - start) * 1e9 / Double(CLOCKS_PER_SEC))
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

extension Case {
  fileprivate static func all() throws -> [Case] { try hand + dictionary + wiring() + definitions() }
}
