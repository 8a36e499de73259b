import NotesDomain
import Wiring
import WiringDefinitions

/// The amount of output besides results, questions and failures.
enum LogLevel: String, CaseIterable, Sendable {
  /// No notices.
  case quiet
  /// Notices of changes and of the commands that undo them.
  case normal
  /// Error details and timings too, as with `--debug`.
  case debug

  /// Creates the level that a context sets, before there is a plan: timings are recorded from the first object on.
  ///
  /// An invalid value is `nil` here; the plan reports it.
  init?(of context: Definitions) {
    guard let member = context.values.first(where: { $0.name == Key.logLevel.qualifier }),
      case .text(let text) = member.value.content
    else { return nil }
    self.init(rawValue: text)
  }
}

/// The number and the order of the notes to print if the command line sets none.
struct PageSettings: Sendable {
  /// The number of notes of a context file, in all forms of output.
  private let size: Int?
  /// The number of notes of the configuration file, on a terminal only: scripts get all.
  private let terminalSize: Int?
  /// The order of lists.
  let order: NoteQuery.Order?

  init(size: UInt?, invocation: Invocation) {
    self.size = size.map { Int(clamping: $0) }
    terminalSize = invocation.configuration.pageSize
    order = invocation.configuration.order
  }

  /// Returns the maximum number of notes; `nil` for the default of the command.
  ///
  /// - Parameter isForPerson: Whether a person reads the output on a terminal.
  func size(isForPerson: Bool) -> Int? { size ?? (isForPerson ? terminalSize : nil) }
}

// The values that a context file can set for the command line, by name; `nil` if it does not.

extension Key where Value == LogLevel? {
  static var logLevel: Self { Key("logLevel") }
}

extension Key where Value == UInt? {
  static var pageSize: Self { Key("pageSize") }
}
