import NotesDomain
import NotesFronts

/// A setting that flags, variables and the configuration file have in common.
enum Setting: String, CaseIterable, Sendable {
  case dataDirectory = "data-dir"
  case editor
  case pager
  case color
  /// The number of notes that a list shows on a terminal.
  case pageSize = "page-size"
  /// The order of a list.
  case sort
  /// The treatment of line breaks in a paragraph.
  case lineBreaks = "line-breaks"
  /// The amount of output besides results.
  case log
  case context
  case certificates = "ca-file"

  /// The program's own variable; `nil` if there is none.
  var variable: String? {
    switch self {
    case .dataDirectory: "NOTESCTL_DATA_DIR"
    case .editor: "NOTESCTL_EDITOR"
    case .pager: "NOTESCTL_PAGER"
    case .color: "NOTESCTL_COLOR"
    case .context: "NOTESCTL_CONTEXT"
    case .certificates: "NOTESCTL_CA_FILE"
    case .pageSize, .sort, .lineBreaks, .log: nil
    }
  }

  /// Returns the variable that has precedence over the file, with its value; `nil` if none is set.
  func variable(in environment: [String: String]) -> (name: String, value: String)? {
    if let variable, let value = environment[variable], self == .pager || !value.isEmpty { return (variable, value) }
    return self == .color ? ConsoleSettings.color(in: environment) : nil
  }

  /// Returns the variable of other programs that takes the place of the default, with its value; `nil` if none is set.
  func otherVariable(in environment: [String: String]) -> (name: String, value: String)? {
    switch self {
    case .editor: ["VISUAL", "EDITOR"].lazy.compactMap { name in environment.nonEmpty(name).map { (name, $0) } }.first
    // An empty one is none.
    case .pager: environment["PAGER"].map { ("PAGER", $0) }
    default: nil
    }
  }

  /// Returns the option of a command that has precedence; `nil` if there is none.
  func option(in global: GlobalOptions) -> (name: String, value: String)? {
    switch self {
    case .dataDirectory: global.dataDirectory.map { ("--data-dir", $0) }
    case .context: global.context.map { ("--context", $0) }
    case .color: global.hasNoColor ? ("--no-color", "never") : nil
    case .pager: global.hasNoPager ? ("--no-pager", "cat") : nil
    case .log: global.debug ? ("--debug", LogLevel.debug.rawValue) : nil
    default: nil
    }
  }

  /// Whether the value is a path, in which `~` is the home directory.
  private var isPath: Bool { [.dataDirectory, .context, .certificates].contains(self) }

  /// Returns the value of the configuration file as a variable would have it; `nil` if it is not valid.
  func value(of text: String, home: String?) -> String? {
    switch self {
    case .color: return ["always", "never", "auto"].contains(text) ? text : nil
    case .pageSize: return Int(text).flatMap { $0 > 0 ? String($0) : nil }
    case .sort: return NoteQuery.Order(rawValue: text)?.rawValue
    case .lineBreaks: return LineBreakStyle(rawValue: text)?.rawValue
    case .log: return LogLevel(rawValue: text)?.rawValue
    default:
      guard isPath else { return text.isEmpty ? nil : text }
      let path = Directories.expanded(text, home: home)
      return path.begins(with: "/") ? path : nil
    }
  }

  /// The valid values, for messages.
  var expectation: String {
    switch self {
    case .color: "always, never or auto"
    case .pageSize: "a number from 1 on"
    case .sort: "modified, created or title"
    case .lineBreaks: "keep or join"
    case .log: "quiet, normal or debug"
    case .dataDirectory, .context, .certificates: "an absolute path, or one that begins with ~/"
    case .editor, .pager: "a command"
    }
  }
}
