/// SHA-256 (FIPS 180-4) for fakes and tests, which have no dependency on other packages. Neither fast nor hardened.
struct SHA256Sum {
  private static let constants = primes(64).map { fraction(ofCubeRootOf: $0) }

  private var state = primes(8).map { fraction(ofSquareRootOf: $0) }

  /// Returns the digest of some bytes.
  static func of(_ bytes: [UInt8]) -> [UInt8] {
    var sum = SHA256Sum()
    var message = bytes + [0x80]
    message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) { sum.add(message[start..<start + 64]) }
    return sum.state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  private mutating func add(_ block: ArraySlice<UInt8>) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
      block[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
      let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var work = state
    for index in 0..<64 {
      let upper = work[4].rotated(6) ^ work[4].rotated(11) ^ work[4].rotated(25)
      let choice = work[4] & work[5] ^ ~work[4] & work[6]
      let first = work[7] &+ upper &+ choice &+ Self.constants[index] &+ words[index]
      let lower = work[0].rotated(2) ^ work[0].rotated(13) ^ work[0].rotated(22)
      let majority = work[0] & work[1] ^ work[0] & work[2] ^ work[1] & work[2]
      work = [first &+ lower &+ majority] + work[0..<7]
      work[4] &+= first
    }
    for index in state.indices { state[index] &+= work[index] }
  }

  private static func primes(_ count: Int) -> [UInt64] {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }

  /// Returns the first 32 bits of the fraction.
  private static func fraction(ofSquareRootOf number: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: largest { UInt128($0) * UInt128($0) <= UInt128(number) << 64 })
  }

  private static func fraction(ofCubeRootOf number: UInt64) -> UInt32 {
    // The root is below 8, so its cube with a fraction of 32 bits has less than 105 bits.
    UInt32(truncatingIfNeeded: largest { UInt128($0) * UInt128($0) * UInt128($0) <= UInt128(number) << 96 })
  }

  /// Returns the largest number of 36 bits that satisfies a condition.
  private static func largest(_ fits: (UInt64) -> Bool) -> UInt64 {
    var (low, high): (UInt64, UInt64) = (0, 1 << 36)
    while high - low > 1 {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
