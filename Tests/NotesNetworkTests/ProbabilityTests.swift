import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesNetwork

@Suite struct ProbabilityTests {
  @Test(arguments: [-0.1, 1.000001, .nan, .infinity, -.infinity])
  func `a number outside of 0...1 is no probability`(value: Double) {
    #expect(Probability(value) == nil)
  }

  @Test(arguments: [0, 0.2, 0.5, 1])
  func `a number in 0...1 is a probability`(value: Double) throws {
    let probability = try #require(Probability(value))
    #expect(probability.value == value)
    #expect(try JSONDecoder().decode(Probability.self, from: Data("\(value)".utf8)) == probability)
  }

  @Test func `an invalid probability is not decoded`() {
    for text in ["1.5", "-1", "\"often\""] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Probability.self, from: Data(text.utf8)) }
    }
  }

  @Test func `probability 0 never happens, and probability 1 always`() {
    for draw: UInt64 in [0, 1, 1 << 63, .max] {
      #expect(!Probability.never.happens(with: draw))
      #expect(Probability.always.happens(with: draw))
    }
    #expect(Probability(percent: 200) == .always)
  }

  @Test(arguments: [1, 20, 50, 99] as [UInt8])
  func `an event happens as often as its probability`(percent: UInt8) {
    var random = SplitMix64(seed: 7)
    let probability = Probability(percent: percent)
    let count = (0..<100_000).count { _ in probability.happens(with: random.next()) }
    #expect(abs(count - 1000 * Int(percent)) < 600, "\(count)")
  }
}
