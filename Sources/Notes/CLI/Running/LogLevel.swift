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
