/// How much a context may be.
enum Limits {
  /// The most bytes of a file.
  static let bytes = 16 << 20
  /// How deep values nest.
  static let depth = 256
  /// How many files deep imports go.
  static let imports = 64
  /// How many values aliases may add to those that are written.
  static let unfolded = 100_000
}
