/// What happened, as one number that two runs share only when all of it was the same, and in words when somebody asks.
struct Trace: Sendable {
  /// The number.
  private(set) var hash: UInt64 = 0x6A09_E667_F3BC_C908
  /// The words; `nil` when nobody asks.
  private(set) var lines: [String]?

  init(isTold: Bool) {
    lines = isTold ? [] : nil
  }

  mutating func add(_ happening: Happening, _ device: Int, _ number: Int64) {
    mix(UInt64(happening.rawValue) << 56 ^ UInt64(truncatingIfNeeded: device) << 48 ^ UInt64(bitPattern: number))
  }

  mutating func mix(_ value: UInt64) {
    hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
  }

  /// The sum of some bytes (<http://www.isthe.com/chongo/tech/comp/fnv/>).
  static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func tell(_ line: String) {
    lines?.append(line)
  }
}
