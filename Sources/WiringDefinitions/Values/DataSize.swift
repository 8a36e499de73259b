import Wiring

/// An amount of data, which files write as `512 kB` or `16 MiB`.
public struct DataSize: Sendable, Hashable, Comparable {
  /// The amount in bytes.
  public let bytes: Int

  /// Creates an amount.
  public init(bytes: Int) {
    self.bytes = bytes
  }

  /// Orders amounts.
  public static func < (left: DataSize, right: DataSize) -> Bool { left.bytes < right.bytes }
}

extension DataSize: LosslessStringConvertible {
  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1),
    ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
    ("PB", 1_000_000_000_000_000), ("EB", 1_000_000_000_000_000_000),
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40), ("PiB", 1 << 50), ("EiB", 1 << 60),
  ]

  /// Parses an amount: a number, with an optional fraction and `_` between its digits, and an optional unit, which is
  /// bytes by default. The units are `B`, `kB` to `EB` in steps of 1,000, and `KiB` to `EiB` in steps of 1,024.
  ///
  /// - Parameter text: The text, as in `512 kB`, `16 MiB` or `1_000`; the result is `nil` if it is not a whole number
  ///   of bytes, or exceeds `Int`.
  public init?(_ text: String) {
    var rest = text.trimmed[...]
    let isNegative = rest.first == "-"
    if let sign = rest.first, sign == "-" || sign == "+" { rest.removeFirst() }
    guard let number = ExactDecimal(parsing: &rest) else { return nil }
    let name = rest.drop { $0 == " " }
    // KB is a common spelling of kB.
    let unit = name.isEmpty ? 1 : Self.units.first { $0.name == name || $0.name == "kB" && name == "KB" }?.bytes
    guard let unit, let magnitude = number.times(Int128(unit)) else { return nil }
    guard let bytes = Int(exactly: isNegative ? -magnitude : magnitude) else { return nil }
    self.init(bytes: bytes)
  }

  /// The amount in the unit with the smallest whole number: `16 MiB`, `1500 B`.
  public var description: String {
    guard bytes != 0 else { return "0 B" }
    var largest: (name: String, bytes: Int) = ("B", 1)
    for unit in Self.units where unit.bytes > largest.bytes && bytes.isMultiple(of: unit.bytes) { largest = unit }
    return "\(bytes / largest.bytes) \(largest.name)"
  }
}

extension DataSize: Codable {
  /// Decodes text, as in `16 MiB`, or a number of bytes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let bytes = try? container.decode(Int.self) {
      self.init(bytes: bytes)
      return
    }
    guard let size = DataSize(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a size such as 512 kB or 16 MiB")
    }
    self = size
  }

  /// Encodes the amount as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
