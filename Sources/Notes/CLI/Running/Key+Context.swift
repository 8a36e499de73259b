import Wiring

// The values that a context file can give to the front, by their names there: `nil` where it gives none.

extension Key where Value == LogLevel? {
  /// How much the program says.
  static var logLevel: Self { Key("logLevel") }
}

extension Key where Value == UInt? {
  /// How many notes `list` and `search` print at most where the command line does not say.
  static var pageSize: Self { Key("pageSize") }
}
