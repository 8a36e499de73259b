/// Where chance comes from: the names of devices and epochs, and how long to wait before another try.
public protocol Randomness: Sendable {
  /// The next 64 bits. Safe to call from any thread.
  func next() -> UInt64
}
