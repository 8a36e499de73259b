import NotesHTTPSimulation
import NotesSimulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Called by scripts/simulate with the number of histories, how many to play at once, and the seed of the first.
let numbers = CommandLine.arguments.dropFirst().prefix(2).compactMap { Int($0) }
guard numbers.count == 2, let count = numbers.first, let jobs = numbers.last, count > 0, jobs > 0 else {
  print("These arguments make no sense together; try:  scripts/simulate -h")
  exit(64)
}
let clock = ContinuousClock()
let start = clock.now
let first = CommandLine.arguments.dropFirst(3).first.flatMap { UInt64($0) } ?? 0
let outcome = try await HTTPHistories(jobs: jobs).play(first..<first + UInt64(count))
print("\(outcome.count) histories over HTTP, \(start.duration(to: clock.now))")
if let failure = outcome.failure { print("seed \(failure.seed): \(failure.verdict)") }
if let seed = outcome.difference { print("seed \(seed): over HTTP it is another history") }
exit(outcome.failure == nil && outcome.difference == nil ? 0 : 1)
