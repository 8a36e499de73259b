/// How likely something is, from 0 for never to 1 for always.
public struct Probability: Sendable, Hashable {
  /// What never happens.
  public static let never = Probability(unchecked: 0)
  /// What always happens.
  public static let always = Probability(unchecked: 1)

  /// The probability as a number.
  public let value: Double
  /// The first of the 2⁵³ equally likely draws with which it does not happen: no division, nor a number with a fraction, is
  /// needed each time.
  private let threshold: UInt64

  /// Creates a probability.
  ///
  /// - Parameter value: A number from 0 to 1.
  /// - Returns: `nil` when the number is anything else.
  public init?(_ value: Double) {
    guard 0...1 ~= value else { return nil }
    self.init(unchecked: value)
  }

  /// Creates a probability of so many in a hundred; more than that count as a hundred.
  ///
  /// - Parameter percent: How many.
  public init(percent: UInt8) {
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
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let probability = Probability(try container.decode(Double.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a probability is a number from 0 to 1")
    }
    self = probability
  }
}
