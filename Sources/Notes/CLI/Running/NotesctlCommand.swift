import ArgumentParser
import Wiring

/// A command of the program.
///
/// The argument parser creates commands, so a command holds nothing but what was typed. What it works with is its
/// `Screen`, a type whose initializer names its dependencies; the graph makes that one screen and what it needs, so that
/// a command opens nothing it does not use.
protocol NotesctlCommand: ParsableCommand, Sendable {
  associatedtype Screen: Sendable

  var global: GlobalOptions { get }

  /// Does what was asked.
  @MainActor func run(on screen: Screen) async throws
}

extension NotesctlCommand {
  /// Reads the command from what stands behind its name; `nil` when that is not all plain.
  static func read(_ arguments: [String]) -> (any NotesctlCommand)? {
    try? parseAsRoot(arguments) as? Self
  }

  /// What is wrong with the command line as a whole.
  static func usage(_ message: String) -> ValidationError { ValidationError(message) }
}
