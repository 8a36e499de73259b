import ArgumentParser
import Wiring

/// A command of the program.
///
/// The argument parser creates commands, so they are injected into: with what a command works with, its `Screen`, a type
/// whose initializer names its dependencies. The graph makes that one screen and what it needs, so that a command opens
/// nothing it does not use.
protocol NotesctlCommand: ParsableCommand, Sendable {
  associatedtype Screen: Sendable

  var global: GlobalOptions { get }
  /// Where the server of a network is that is only played; `nil` when the command line does not say.
  var mockNetwork: String? { get }
  /// What the program must be made of for it.
  static var composition: Composition { get }
  /// Whether it keeps or reads anything on this machine. What does not runs where there is no home as well.
  static var usesFiles: Bool { get }
  /// Where a server keeps its accounts and vaults; `nil` when the command line does not say.
  var serverStore: String? { get }
  /// Whether a server's store may be made for it where there is none. Who only looks at one has mistyped its place.
  static var makesServerStore: Bool { get }
  /// What the command line says about a server's settings.
  var serverOptions: ServerOptions { get }
  /// Filled by the graph before the command runs.
  var screen: Injected<Screen> { get set }

  /// Does what was asked.
  @MainActor func run(on screen: Screen) async throws
}

extension NotesctlCommand {
  /// Only what goes over a network asks for one.
  var mockNetwork: String? { nil }

  /// Most commands are for the notes on this device.
  static var composition: Composition { .device }

  /// Nearly all of them do.
  static var usesFiles: Bool { true }

  /// Only a server, and who works on one, asks for its store.
  var serverStore: String? { nil }

  /// Whoever works on a store works on one that is there.
  static var makesServerStore: Bool { false }

  /// Only a server has settings of its own.
  var serverOptions: ServerOptions { ServerOptions() }

  /// Reads the command from what stands behind its name; `nil` when that is not all plain.
  static func read(_ arguments: [String]) -> (any NotesctlCommand)? {
    try? parseAsRoot(arguments) as? Self
  }

  /// What is wrong with the command line as a whole.
  static func usage(_ message: String) -> ValidationError { ValidationError(message) }
}
