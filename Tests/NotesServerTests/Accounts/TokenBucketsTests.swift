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
    for _ in 1...3 { #expect(buckets.take("a") == nil) }
    #expect(buckets.take("a") == 34)
    clock.advance(byMilliseconds: 33)
    #expect(buckets.take("a") == 1)
    clock.advance(byMilliseconds: 1)
    #expect(buckets.take("a") == nil)
    #expect(buckets.take("a") != nil)
    clock.advance(byMilliseconds: 1_000_000)
    for _ in 1...3 { #expect(buckets.take("a") == nil) }
    #expect(buckets.take("a") == 34)
  }

  @Test func `asking in vain costs nothing`() {
    let buckets = buckets()
    for _ in 1...100 { _ = buckets.take("a") }
    clock.advance(byMilliseconds: 100)
    for _ in 1...3 { #expect(buckets.take("a") == nil) }
  }

  @Test func `each name has its own, and a try can be given back`() {
    let buckets = buckets()
    for _ in 1...3 { #expect(buckets.take("a") == nil) }
    #expect(buckets.take("b") == nil)
    buckets.giveBack("a")
    #expect(buckets.take("a") == nil)
    #expect(buckets.take("a") != nil)
    buckets.giveBack("b")
    buckets.giveBack("unknown")
    #expect(buckets.count == 1)
  }

  @Test func `so many names are remembered and no more, those first that were touched last`() {
    let buckets = buckets(window: 1_000_000, limit: 50)
    for _ in 1...3 { #expect(buckets.take("limited") == nil) }
    for number in 1...10_000 {
      clock.advance(byMilliseconds: 1)
      _ = buckets.take("name\(number)")
      #expect(buckets.count <= 50)
      // Somebody who goes on trying is not forgotten.
      #expect(buckets.take("limited") != nil)
    }
  }

  @Test func `names that have all of their tries again are forgotten first`() {
    let buckets = buckets(limit: 20)
    for number in 1...19 { _ = buckets.take("old\(number)") }
    clock.advance(byMilliseconds: 99)
    for _ in 1...3 { _ = buckets.take("limited") }
    _ = buckets.take("new")
    #expect(buckets.count <= 3)
    #expect(buckets.take("limited") != nil)
  }
}
