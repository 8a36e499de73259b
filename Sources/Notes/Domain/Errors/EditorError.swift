/// Why the editor did not do its work.
public enum EditorError: Error, Sendable, Hashable {
  /// There is no such program.
  case notFound(command: String)
  /// The program ended with another status than 0.
  case failed(command: String, status: Int32)
  /// There is no terminal for an editor to run in.
  case noTerminal(command: String)
}
