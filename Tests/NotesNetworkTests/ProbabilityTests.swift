import Foundation
import NotesTestSupport
import Testing

@testable import NotesNetwork

@Suite struct ProbabilityTests {
  @Test(arguments: [-0.1, 1.000001, .nan, .infinity, -.infinity])
  func `no number outside of 0 to 1 is a probability`(value: Double) {
    #expect(Probability(value) == nil)
  }

  @Test(arguments: [0, 0.2, 0.5, 1])
  func `a number from 0 to 1 is a probability`(value: Double) throws {
    let probability = try #require(Probability(value))
    #expect(probability.value == value)
    #expect(try JSONDecoder().decode(Probability.self, from: Data("\(value)".utf8)) == probability)
  }

  @Test func `a probability that cannot be is not decoded`() {
    for text in ["1.5", "-1", "\"often\""] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Probability.self, from: Data(text.utf8)) }
    }
  }

  @Test func `what never happens does not happen, and what always happens does`() {
    for draw: UInt64 in [0, 1, 1 << 63, .max] {
      #expect(!Probability.never.happens(with: draw))
      #expect(Probability.always.happens(with: draw))
    }
    #expect(Probability(percent: 200) == .always)
  }

  @Test(arguments: [1, 20, 50, 99] as [UInt8])
  func `it happens as often as it says`(percent: UInt8) {
    var random = SeededGenerator(seed: 7)
    let probability = Probability(percent: percent)
    let count = (0..<100_000).count { _ in probability.happens(with: random.next()) }
    #expect(abs(count - 1000 * Int(percent)) < 600, "\(count)")
  }
}
