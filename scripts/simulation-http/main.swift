import NotesHTTPSimulation
import NotesSimulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Arguments, from scripts/simulate: the number of histories, the number of concurrent ones, and the first seed.
let numbers = CommandLine.arguments.dropFirst().prefix(2).compactMap { Int($0) }
guard numbers.count == 2, let count = numbers.first, let jobs = numbers.last, count > 0, jobs > 0 else {
  print("invalid arguments; see scripts/simulate -h")
  exit(64)
}
let clock = ContinuousClock()
let start = clock.now
let first = CommandLine.arguments.dropFirst(3).first.flatMap { UInt64($0) } ?? 0
let outcome = try await HTTPHistories(jobs: jobs).play(first..<first + UInt64(count))
print("\(outcome.count) histories over HTTP, \(start.duration(to: clock.now))")
if let failure = outcome.failure { print("seed \(failure.seed): \(failure.verdict)") }
if let seed = outcome.difference { print("seed \(seed): the history differs from the one without HTTP") }
exit(outcome.failure == nil && outcome.difference == nil ? 0 : 1)
