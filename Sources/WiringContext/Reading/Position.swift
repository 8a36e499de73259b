import Wiring

/// A place in a text.
struct Position: Hashable {
  /// The line, from 1.
  var line: Int32
  /// The column, from 1, in Unicode scalars.
  var column: Int32

  init(_ line: Int, _ column: Int) {
    self.line = Int32(clamping: line)
    self.column = Int32(clamping: column)
  }

  /// Where a text begins.
  static let start = Position(1, 1)
}
