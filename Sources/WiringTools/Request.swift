import Wiring

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of a command, read.
struct Request: Sendable, Hashable {
  enum Action: Sendable, Hashable {
    case help
    case check(CheckFormat, isStrict: Bool)
    case graph(GraphFormat, EditorLink?)
    case explain(String)
    case diff(String, DiffFormat)

    /// Whether the output has the problems of an invalid plan.
    var includesProblems: Bool {
      switch self {
      case .graph(.json, _), .graph(.html, _): true
      case .help, .check, .graph, .explain, .diff: false
      }
    }
  }

  /// The format of a check's lines.
  enum CheckFormat: String, CaseIterable, Sendable {
    case text, github
  }

  enum GraphFormat: String, CaseIterable, Sendable {
    case text, dot, mermaid, json, html
  }

  enum DiffFormat: String, CaseIterable, Sendable {
    case text, markdown
  }

  static let usage = """
    usage: wiring check [--format text|github] [--strict]
           wiring graph [--format text|dot|mermaid|json|html] [--editor NAME]
           wiring explain KEY
           wiring diff OLD.json [--format text|markdown]

      check    prints the problems of the plan as path:line:column: error: …
      graph    prints the bindings and their dependencies
      explain  prints what provides a key, and what needs it
      diff     compares the plan with the JSON of an older graph

      --editor NAME         links of the page (html) open a binding in: \(EditorLink.names), or
                            an address with {path}, {line} and {column}
      --sources FOLDER      the folder of the sources; by default the current one
      --module NAME=FOLDER  the folder of a module; with it, --sources is not searched

    """

  let action: Action
  /// The folder in which source files are searched.
  let root: String
  /// The folders of modules, by name.
  let folders: [String: String]

  init(_ arguments: [String]) throws(UsageError) {
    var (words, options) = ([String](), [String: [String]]())
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument.count > 1 else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch parts[0] {
      case "-h" where parts.count == 1, "--help" where parts.count == 1, "--strict" where parts.count == 1:
        options[parts[0], default: []].append("")
      case "--format", "--editor", "--sources", "--module":
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
          throw UsageError("\(parts[0]) needs a value")
        }
        options[parts[0], default: []].append(value)
      default: throw UsageError("unknown option '\(argument)'")
      }
    }
    root = Self.absolute(options["--sources"]?.last ?? ".")
    folders = try Self.folders(options["--module"] ?? [])
    let isHelp = options["-h"] != nil || options["--help"] != nil
    let editor = options["--editor"]?.last
    if editor != nil, words.first != "graph" || options["--format"]?.last != "html" {
      throw UsageError("--editor is an option of graph --format html")
    }
    let link = if let editor { try EditorLink(editor) } else { EditorLink?.none }
    action =
      isHelp
      ? .help
      : try Self.action(
        words, format: options["--format"]?.last, editor: link, isStrict: options["--strict"] != nil)
  }

  /// Reads the file of the older graph; an empty text for other requests.
  func oldGraph() throws(UsageError) -> String {
    guard case .diff(let file, _) = action else { return "" }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("\(file) cannot be read")
    }
    return String(decoding: data, as: UTF8.self)
  }

  private static func action(
    _ words: [String], format: String?, editor: EditorLink?, isStrict: Bool
  ) throws(UsageError) -> Action {
    let operands = words.dropFirst()
    if isStrict, words.first != "check" { throw UsageError("--strict is an option of check") }
    if words.first == "explain", format != nil { throw UsageError("explain has no --format") }
    switch words.first {
    case "check" where operands.isEmpty: return .check(try value(format, or: .text), isStrict: isStrict)
    case "graph" where operands.isEmpty: return .graph(try value(format, or: .text), editor)
    case "check", "graph": throw UsageError("unexpected argument '\(operands.first ?? "")'")
    // A key such as `any Clock` needs no quotes.
    case "explain" where !operands.isEmpty: return .explain(operands.joined(separator: " "))
    case "explain": throw UsageError("explain needs a key, as in: explain any Clock")
    case "diff" where operands.count == 1: return .diff(operands.joined(), try value(format, or: .text))
    case "diff": throw UsageError("diff needs one file: the JSON of an older graph, from: graph --format json")
    case "help": return .help
    case nil: throw UsageError("which command?")
    case let word?:
      let near = Spelling.near(word, in: ["check", "graph", "explain", "diff"])
      throw UsageError("unknown command '\(word)'" + near.map { "; did you mean '\($0)'?" }.joined())
    }
  }

  private static func value<Format: RawRepresentable<String> & CaseIterable>(
    _ text: String?, or standard: Format
  ) throws(UsageError) -> Format {
    guard let text else { return standard }
    guard let format = Format(rawValue: text) else {
      let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("unknown format '\(text)'; it is one of: \(names)")
    }
    return format
  }

  private static func folders(_ texts: [String]) throws(UsageError) -> [String: String] {
    var folders: [String: String] = [:]
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw UsageError("--module is NAME=FOLDER, not '\(text)'") }
      folders[parts[0]] = absolute(parts[1])
    }
    return folders
  }

  /// An absolute path without a slash at its end: editors do not know the folder in which the command ran.
  private static func absolute(_ path: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    var path = path == "." ? folder : path.hasPrefix("/") ? path : "\(folder)/\(path)"
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// Arguments that are no command.
struct UsageError: Error, Sendable, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
