import Wiring

/// How much the program says besides results, questions and failures.
enum LogLevel: String, CaseIterable, Sendable {
  /// Nothing.
  case quiet
  /// What was done, and how to take it back.
  case normal
  /// More about failures, and what took how long, as with `--debug`.
  case debug

  /// What a context says, before there is a plan: what took how long is noted from the plan's first object on.
  ///
  /// A value that is no level is `nil` here; the plan then says so.
  init?(of context: Definitions) {
    guard let member = context.values.first(where: { $0.name == Key.logLevel.qualifier }),
      case .text(let text) = member.value.content
    else { return nil }
    self.init(rawValue: text)
  }
}

/// How many notes are printed where the command line does not say.
struct PageSettings: Sendable, Hashable {
  /// The most notes; `nil` for what the command is used to.
  let size: Int?

  init(size: UInt?) {
    self.size = size.map { Int(clamping: $0) }
  }
}

// The values that a context file can give to the front, by their names there: `nil` where it gives none.

extension Key where Value == LogLevel? {
  /// How much the program says.
  static var logLevel: Self { Key("logLevel") }
}

extension Key where Value == UInt? {
  /// How many notes `list` and `search` print at most where the command line does not say.
  static var pageSize: Self { Key("pageSize") }
}
