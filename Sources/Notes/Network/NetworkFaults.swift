package import WiringMacros

/// The faults of the mock network.
///
/// The fault of each request follows from ``seed`` and the earlier requests alone, so that a run can be repeated.
@Component
package struct NetworkFaults: Sendable, Hashable {
  /// No faults.
  package static let none = NetworkFaults()

  /// Faults for a demonstration: visible, but not fatal.
  package static let demo: NetworkFaults = {
    var faults = NetworkFaults()
    faults.latency = 60
    faults.loss = Probability(percent: 15)
    faults.duplicates = Probability(percent: 10)
    faults.reordering = Probability(percent: 5)
    faults.truncation = Probability(percent: 5)
    faults.rateLimits = Probability(percent: 5)
    return faults
  }()

  /// The seed of the random faults.
  package var seed: UInt64 = 1
  /// The maximum delay of a request, and of its reply, in milliseconds.
  package var latency: UInt32 = 0
  /// The probability that a request is lost, and that its reply is lost.
  package var loss = Probability.never
  /// The probability that one of the last eight batches arrives again before a request.
  package var duplicates = Probability.never
  /// The probability that a batch is delayed until after a later request, and its reply is lost.
  package var reordering = Probability.never
  /// The probability that a reply is truncated.
  package var truncation = Probability.never
  /// The probability of a partition, in which this request and the following ones are lost.
  package var partitions = Probability.never
  /// The number of requests that are lost in a partition.
  package var partitionLength: UInt32 = 5
  /// The probability that the server limits the rate.
  package var rateLimits = Probability.never
  /// The probability that the server is unavailable.
  package var outages = Probability.never
  /// The wait that the server then demands, in milliseconds.
  package var retryAfter: UInt32 = 20

  /// Creates faults that never occur.
  package init() {}
}

/// A probability between 0 and 1.
package struct Probability: Sendable, Hashable {
  /// The probability 0.
  package static let never = Probability(unchecked: 0)
  /// The probability 1.
  package static let always = Probability(unchecked: 1)

  /// The value.
  package let value: Double
  /// The number of the 2⁵³ equally likely draws for which the event happens. Comparing integers needs no division.
  private let threshold: UInt64

  /// Creates a probability; `nil` for a number outside of 0...1.
  package init?(_ value: Double) {
    guard 0...1 ~= value else { return nil }
    self.init(unchecked: value)
  }

  /// Creates a probability in percent; values above 100 count as 100.
  package init(percent: UInt8) {
    self.init(unchecked: Double(min(percent, 100)) / 100)
  }

  private init(unchecked value: Double) {
    self.value = value
    threshold = UInt64(value * 0x1p53)
  }

  /// Returns whether an event with this probability happens, given 64 random bits.
  package func happens(with draw: UInt64) -> Bool { draw >> 11 < threshold }
}

extension Probability: Decodable {
  /// Decodes a number between 0 and 1.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let probability = Probability(try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a probability is a number between 0 and 1")
    }
    self = probability
  }
}
