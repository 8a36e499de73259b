/// How long a body may take to arrive.
struct BodyLimits: Sendable, Hashable {
  /// How long it may take whatever its length, in milliseconds.
  var patience = 30_000
  /// How many bytes gain it another second.
  var bytesPerSecond = 65_536

  /// How long it may have taken until some of it is there, in milliseconds.
  ///
  /// - Parameter bytes: How many bytes are there.
  func milliseconds(for bytes: Int) -> Int {
    patience + bytes * 1000 / bytesPerSecond
  }
}
