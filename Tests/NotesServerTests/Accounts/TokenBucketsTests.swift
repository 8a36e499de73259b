import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Token buckets") struct TokenBucketsTests {
  private let clock = ManualClock()

  private func buckets(capacity: Int = 3, window: Duration = .milliseconds(100), limit: Int = 10) -> TokenBuckets {
    TokenBuckets(capacity: capacity, window: window, limit: limit, clock: clock)
  }

  @Test("The attempts of a sole node fulfill the contract of their port", arguments: AttemptStoreContract.clauses)
  func contract(_ clause: AttemptStoreContract.Clause) async throws {
    let attempts = SoleNodeAttempts(settings: AccountSettings(), clock: clock)
    try await clause.check(AttemptStoreContract.Subject(first: attempts, second: attempts))
  }

  @Test func `a bucket allows its capacity, and then refills as time passes`() {
    let buckets = buckets()
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
    #expect(buckets.consume("a") == .milliseconds(34))
    clock.advance(by: .milliseconds(33))
    #expect(buckets.consume("a") == .milliseconds(1))
    clock.advance(by: .milliseconds(1))
    #expect(buckets.consume("a") == nil)
    #expect(buckets.consume("a") != nil)
    clock.advance(by: .seconds(1_000))
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
    #expect(buckets.consume("a") == .milliseconds(34))
  }

  @Test func `a rejected attempt costs nothing`() {
    let buckets = buckets()
    for _ in 1...100 { _ = buckets.consume("a") }
    clock.advance(by: .milliseconds(100))
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
  }

  @Test func `each name has a bucket, and an attempt can be refunded`() {
    let buckets = buckets()
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
    #expect(buckets.consume("b") == nil)
    buckets.refund("a")
    #expect(buckets.consume("a") == nil)
    #expect(buckets.consume("a") != nil)
    buckets.refund("b")
    buckets.refund("unknown")
    #expect(buckets.count == 1)
  }

  @Test func `the number of names is limited, and the least recently used are removed`() {
    let buckets = buckets(window: .seconds(1000), limit: 50)
    for _ in 1...3 { #expect(buckets.consume("limited") == nil) }
    for number in 1...10_000 {
      clock.advance(by: .milliseconds(1))
      _ = buckets.consume("name\(number)")
      #expect(buckets.count <= 50)
      // A name that is still used is not removed.
      #expect(buckets.consume("limited") != nil)
    }
  }

  @Test func `full buckets are removed first`() {
    let buckets = buckets(limit: 20)
    for number in 1...19 { _ = buckets.consume("old\(number)") }
    clock.advance(by: .milliseconds(99))
    for _ in 1...3 { _ = buckets.consume("limited") }
    _ = buckets.consume("new")
    #expect(buckets.count <= 3)
    #expect(buckets.consume("limited") != nil)
  }
}
