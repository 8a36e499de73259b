/// A fingerprint of a file's bytes, to see that the file has changed. Not a defence against forgery.
public struct ContentDigest: Sendable, Hashable {
  /// The 64 bits of the fingerprint.
  public let value: UInt64

  /// Restores a fingerprint that was kept.
  ///
  /// - Parameter value: The 64 bits.
  public init(value: UInt64) {
    self.value = value
  }

  /// Takes the fingerprint of some bytes: FNV-1a with 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
  ///
  /// - Parameter bytes: The bytes. O(count).
  @inlinable
  public init(of bytes: some Sequence<UInt8>) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    self.init(value: hash)
  }
}
