import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Buckets of tries") struct TokenBucketsTests {
  private let clock = FixedMonotonicClock()

  private func buckets(capacity: Int = 3, window: Int = 100, limit: Int = 10) -> TokenBuckets {
    TokenBuckets(capacity: capacity, window: window, limit: limit, clock: clock)
  }

  @Test func `as many tries as there are, and then one after the other as time passes`() {
    let buckets = buckets()
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
    #expect(buckets.consume("a") == 34)
    clock.advance(byMilliseconds: 33)
    #expect(buckets.consume("a") == 1)
    clock.advance(byMilliseconds: 1)
    #expect(buckets.consume("a") == nil)
    #expect(buckets.consume("a") != nil)
    clock.advance(byMilliseconds: 1_000_000)
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
    #expect(buckets.consume("a") == 34)
  }

  @Test func `asking in vain costs nothing`() {
    let buckets = buckets()
    for _ in 1...100 { _ = buckets.consume("a") }
    clock.advance(byMilliseconds: 100)
    for _ in 1...3 { #expect(buckets.consume("a") == nil) }
  }

  @Test func `each name has its own, and a try can be given back`() {
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

  @Test func `so many names are remembered and no more, those first that were touched last`() {
    let buckets = buckets(window: 1_000_000, limit: 50)
    for _ in 1...3 { #expect(buckets.consume("limited") == nil) }
    for number in 1...10_000 {
      clock.advance(byMilliseconds: 1)
      _ = buckets.consume("name\(number)")
      #expect(buckets.count <= 50)
      // Somebody who goes on trying is not forgotten.
      #expect(buckets.consume("limited") != nil)
    }
  }

  @Test func `names that have all of their tries again are forgotten first`() {
    let buckets = buckets(limit: 20)
    for number in 1...19 { _ = buckets.consume("old\(number)") }
    clock.advance(byMilliseconds: 99)
    for _ in 1...3 { _ = buckets.consume("limited") }
    _ = buckets.consume("new")
    #expect(buckets.count <= 3)
    #expect(buckets.consume("limited") != nil)
  }
}
