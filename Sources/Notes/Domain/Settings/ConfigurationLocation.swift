/// A position in a configuration file.
package struct ConfigurationLocation: Sendable, Hashable, CustomStringConvertible {
  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The character of the line, from 1.
  package let column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  package var description: String { "\(path):\(line):\(column)" }
}
