package import WiringMacros

/// What is wrong with a network that is only played.
///
/// Which request meets which fault follows from ``seed`` alone, and from what was asked before: the same run can be had
/// again.
@Component
package struct NetworkFaults: Sendable, Hashable {
  /// A network without faults.
  package static let none = NetworkFaults()

  /// A network that is bad enough to watch, and good enough to get through.
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

  /// Where the faults begin: another seed is another run of bad luck.
  package var seed: UInt64 = 1
  /// The longest time that a request takes on its way, and its answer on the way back, in milliseconds.
  package var latency: UInt32 = 0
  /// How likely a request is to be lost, and as likely its answer.
  package var loss = Probability.never
  /// How likely an earlier batch, one of the last eight, arrives once more before the present request.
  package var duplicates = Probability.never
  /// How likely a batch is held up, so that it arrives after a later request; nobody hears its answer.
  package var reordering = Probability.never
  /// How likely an answer is cut off.
  package var truncation = Probability.never
  /// How likely the network breaks, so that this request is lost and those that follow.
  package var partitions = Probability.never
  /// How many requests are lost when the network breaks.
  package var partitionLength: UInt32 = 5
  /// How likely the other side asks for fewer requests.
  package var rateLimits = Probability.never
  /// How likely the other side says that it cannot serve right now.
  package var outages = Probability.never
  /// How long the other side then asks to wait, in milliseconds.
  package var retryAfter: UInt32 = 20

  /// Creates a network without faults.
  package init() {}
}

/// How likely something is, from 0 for never to 1 for always.
package struct Probability: Sendable, Hashable {
  /// What never happens.
  package static let never = Probability(unchecked: 0)
  /// What always happens.
  package static let always = Probability(unchecked: 1)

  /// The probability as a number.
  package let value: Double
  /// The first of the 2⁵³ equally likely draws with which it does not happen: no division, nor a number with a fraction, is
  /// needed each time.
  private let threshold: UInt64

  /// Creates a probability.
  ///
  /// - Parameter value: A number from 0 to 1.
  /// - Returns: `nil` when the number is anything else.
  package init?(_ value: Double) {
    guard 0...1 ~= value else { return nil }
    self.init(unchecked: value)
  }

  /// Creates a probability of so many in a hundred; more than that count as a hundred.
  ///
  /// - Parameter percent: How many.
  package init(percent: UInt8) {
    self.init(unchecked: Double(min(percent, 100)) / 100)
  }

  private init(unchecked value: Double) {
    self.value = value
    threshold = UInt64(value * 0x1p53)
  }

  /// Whether it happens this time.
  ///
  /// - Parameter draw: 64 random bits.
  func happens(with draw: UInt64) -> Bool { draw >> 11 < threshold }
}

extension Probability: Decodable {
  /// Reads a number from 0 to 1.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let probability = Probability(try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a probability is a number from 0 to 1")
    }
    self = probability
  }
}
