import ArgumentParser
import Wiring

/// Finds and parses the command of a line.
enum CommandLineReader {
  enum Outcome {
    case command(any NotesctlCommand)
    /// A request for the version.
    case version
    /// The text to print: help, or the reason why the line is invalid.
    case text(String, ExitStatus)
  }

  /// Reads a line without running anything.
  ///
  /// - Parameters:
  ///   - aliases: The command lines of aliases by name, for the help and for suggestions.
  ///   - isTerminal: Whether the output is a terminal: then options without a command are those of `list`.
  static func read(
    _ line: [String], aliases: [String: String] = [:], isTerminal: @autoclosure () -> Bool = false
  ) -> Outcome {
    let lookup = CommandLookup(line[...])
    if lookup.words.isEmpty, isTerminal(), let list = ListCommand.parsed(ListCommand.arranged(line)) {
      return .command(list)
    }
    // Parsing a leaf command as a program of its own takes a third of the time, because the parser builds no tree of all
    // commands and looks for no completion requests.
    if let command = lookup.command?.parsed(lookup.arguments) { return .command(command) }
    let line = lookup.words + lookup.arguments
    // The root would answer the same, after it has built that tree.
    if line == ["--version"] { return .version }
    if line.isEmpty { return .text(shortHelp, .usage) }
    let named = lookup.words == ["help"] ? CommandLookup(lookup.arguments[...]) : lookup
    if lookup.words == ["help"], let name = named.words.first, let alias = aliases[name] {
      return .text(escaped("'\(name)' is an alias of '\(alias)'") + "\n", .success)
    }
    if let message = named.unknownCommandMessage(aliases: aliases.keys.sorted()) { return .text(message, .usage) }
    let outcome = readFromRoot(line)
    guard case .text(let text, .success) = outcome, !aliases.isEmpty, [["help"], ["--help"], ["-h"]].contains(line)
    else { return outcome }
    return .text(text + "\n" + list(of: aliases), .success)
  }

  /// Returns the section of the help with the aliases, set like the parser's sections.
  private static func list(of aliases: [String: String]) -> String {
    let lines = aliases.sorted { $0.key < $1.key }
      .map { "  \(escaped($0.key).padded(to: 23)) \(escaped($0.value))\n" }
    return "ALIASES:\n" + lines.joined()
  }

  private static func escaped(_ text: String) -> String { TerminalEscaping.escaped(text, keepingLines: false) }

  /// The help of a line without a command.
  private static let shortHelp = """
    usage: notesctl COMMAND [ARGUMENTS]

      notesctl add "Buy rye flour" --tag kitchen   write a note
      notesctl list                                list notes, with numbers
      notesctl show 1                              show one
      notesctl edit 1                              change it in the editor
      notesctl search sourdough                    find notes
      notesctl undo                                undo the last change

    'notesctl --help' lists all commands, 'notesctl help COMMAND' explains one.

    """

  /// Reads a line that a leaf command alone does not understand: a request for help or completions, a group without a
  /// command, or an invalid line. An invalid one is parsed again, since the messages of a leaf lack the names above it.
  private static func readFromRoot(_ line: [String]) -> Outcome {
    do {
      var parsed = try NotesctlRoot.parseAsRoot(line)
      switch parsed {
      case let command as any NotesctlCommand: return .command(command)
      case let group as any NotesctlGroup: return .text(NotesctlRoot.helpMessage(for: type(of: group)) + "\n", .usage)
      // The parser's own command `help`, which throws its text.
      default: try parsed.run()
      }
      return .text(NotesctlRoot.helpMessage() + "\n", .usage)
    } catch {
      let status = NotesctlRoot.exitCode(for: error) == .success ? ExitStatus.success : .usage
      let written = NotesctlRoot.fullMessage(for: error)
      if written.hasPrefix("#!/bin/bash\n") { return .text(BashCompletion.completed(written) + "\n", status) }
      let message = UsageLine.shortened(in: written)
      // All failures look alike: the parser's begin with another word.
      var text = message.hasPrefix("Error: ") ? "notesctl: " + message.dropFirst(7).decapitalized : message
      if status == .usage {
        // It quotes arguments.
        text = TerminalEscaping.escaped(text, keepingLines: true)
        if line.contains(where: \.mayBeText) { text += Self.dashHint }
      }
      return message == NotesctlRoot.configuration.version ? .version : .text(text + "\n", status)
    }
  }
}

extension CommandLineReader {
  /// The advice for a text that the parser takes for an option.
  private static let dashHint = """

      if a text or a query begins with a dash, put -- before it: notesctl add -- '- [ ] Buy rye flour'
    """
}

extension String {
  /// Whether an argument begins like an option of one letter, and is longer.
  fileprivate var mayBeText: Bool { hasPrefix("-") && !hasPrefix("--") && count > 2 }
}

extension StringProtocol {
  /// The text with its first letter in lower case, unless it begins a name in capitals.
  fileprivate var decapitalized: String {
    guard let first, first.isUppercase, dropFirst().first?.isUppercase != true else { return String(self) }
    return first.lowercased() + dropFirst()
  }
}

/// The command that a line names, and its arguments.
struct CommandLookup {
  /// The names of the command as typed: `list`, or `sync` and `status`, or `server`, `user` and `add`.
  let words: [String]
  /// The command; `nil` if the words name none.
  let command: (any NotesctlCommand.Type)?
  /// The arguments after the words, with the global options before and between the words.
  let arguments: [String]
  /// The innermost group that the words name.
  private let group: any NotesctlGroup.Type
  private let isUnknown: Bool

  /// Descends from the root through the groups that a line names.
  init(_ line: ArraySlice<String>) {
    var (rest, words, group): (ArraySlice<String>, [String], any NotesctlGroup.Type) = (line, [], NotesctlRoot.self)
    var leaf: String?
    // The parser accepts global options only after the words.
    var options = GlobalOptions.removeLeading(from: &rest)
    while leaf == nil, let word = rest.first, !word.hasPrefix("-"), !group.isNote(word) {
      rest.removeFirst()
      words.append(word)
      if let inner = group.group(named: word) {
        group = inner
        options += GlobalOptions.removeLeading(from: &rest)
      } else {
        leaf = word
      }
    }
    command = if let leaf { group.command(named: leaf) } else { group.defaultCommand }
    isUnknown = leaf != nil && command == nil && words != ["help"]
    // Without a command the options are of no use, and the parser would reject them.
    let arguments = command == nil ? Array(rest) : options + rest
    self.arguments = command?.arranged(arguments) ?? arguments
    (self.words, self.group) = (words, group)
  }

  /// The commands that other programs call by other names.
  private static let synonyms = [
    "cat": "show", "view": "show", "print": "show", "read": "show", "open": "edit", "info": "stats",
    "status": "sync status",
    "find": "search", "grep": "search", "query": "search", "new": "add", "create": "add", "write": "add", "note": "add",
    "remove": "delete", "del": "delete", "trash": "list --trash", "bin": "list --trash", "undelete": "restore",
    "empty": "purge --all", "rename": "title", "cp": "export", "join": "merge", "combine": "merge",
    "select": "pick", "choose": "pick", "fzf": "pick", "log": "history",
    "signin": "login", "signout": "logout", "push": "sync", "pull": "sync", "fetch": "sync", "backup": "store backup",
    "check": "doctor", "fsck": "doctor", "verify": "doctor", "repair": "store rebuild", "vacuum": "store rebuild",
    "star": "pin", "untag": "tag --remove", "man": "help",
    "encrypt": "encryption enable", "unlock": "encryption unlock",
    "version": "--version",
  ]

  /// Returns the name that was probably meant by a word; `nil` if none is similar.
  static func similarCommand(to word: String, among names: [String]) -> String? {
    // A short word is similar to many, and one letter to each other.
    Spelling.nearest(to: word, among: names.sorted(), within: word.count < 2 ? 0 : word.count < 5 ? 1 : 2)
  }

  /// Returns the message for words that name no command, with the most similar name; `nil` if they name one.
  ///
  /// A similar command is never run.
  func unknownCommandMessage(aliases: [String] = []) -> String? {
    guard isUnknown, let word = words.last else { return nil }
    let path = words.dropLast()
    let names = group.commandNames + (path.isEmpty ? ["help"] + aliases : [])
    let similar = (path.isEmpty ? Self.synonyms[word] : nil) ?? Self.similarCommand(to: word, among: names)
    let advice =
      similar.map { "Did you mean 'notesctl \((path + [$0]).joined(separator: " "))'?" }
      ?? (path.isEmpty
        ? "See 'notesctl --help' for all commands."
        : "See 'notesctl help \(path.joined(separator: " "))' for all of them.")
    let name = TerminalEscaping.escaped(words.joined(separator: " "), keepingLines: false)
    return "notesctl: unknown command '\(name)'\n  \(advice)\n"
  }
}
