import ArgumentParser
import NotesDomain
import NotesViewModels

// The values that shells complete by asking the program.
extension CompletionKind {
  /// A note outside of the trash.
  static var note: CompletionKind { values(.note) }
  /// A note in the trash.
  static var trashedNote: CompletionKind { values(.trashedNote) }
  static var tag: CompletionKind { values(.tag) }
  static var notebook: CompletionKind { values(.notebook) }
  /// An attachment of the note that is named before it.
  static var attachment: CompletionKind { values(.attachment) }
  static var conflict: CompletionKind { values(.conflict) }
  static var draft: CompletionKind { values(.draft) }
  static var template: CompletionKind { values(.template) }
  /// A condition of a query.
  static var query: CompletionKind { values(.query) }

  /// Returns the call of ``CompleteCommand`` for a completion script.
  ///
  /// Not `.custom`, the parser's own way: it builds the tree of all commands for each key, reaches no store, and in bash runs
  /// whatever `$(…)` is in a title.
  private static func values(_ value: CompletedValue) -> CompletionKind {
    // There is a shell only while a script is generated.
    guard let shell = CompletionShell.requesting.flatMap({ Shell(rawValue: $0.rawValue) }) else { return .default }
    return .shellCommand(shell.call(for: value))
  }
}

/// A shell for which there is a completion script.
enum Shell: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash
  case zsh
  case fish

  /// Returns the command that prints the completions of a kind of values, in the surroundings that the parser's script has.
  fileprivate func call(for value: CompletedValue) -> String {
    let arguments = "complete \(value.rawValue) \(rawValue) --"
    return switch self {
    case .bash: #""${COMP_WORDS[0]}" \#(arguments) "${cur}" "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null"#
    case .zsh: #""${command_name}" \#(arguments) "${PREFIX}" "${command_line[@]}" 2>/dev/null"#
    case .fish: "set -l line (commandline -opc);command $line[1] \(arguments) (commandline -ct) $line 2>/dev/null"
    }
  }

  /// Returns a completion as the script reads it; `nil` for one that cannot be typed: with control characters, or a dash first.
  ///
  /// - Parameter separated: The beginning of the completion that the shell does not replace.
  func text(of completion: Completion, after separated: String) -> String? {
    let text = completion.text
    guard !text.isEmpty, !text.begins(with: "-"), !text.unicodeScalars.contains(where: \.isTerminalControl) else {
      return nil
    }
    let description = TerminalEscaping.escaped(completion.description, keepingLines: false)
    switch self {
    // Bash inserts these as they are, and the line would run what is between them.
    case .bash where text.contains(byte: UInt8(ascii: "$")) || text.contains(byte: UInt8(ascii: "`")): return nil
    // The script expands the words: without quotes, `$(…)` would run.
    case .bash: return ShellQuoting.quoted(String(decoding: text.utf8.dropFirst(separated.utf8.count), as: UTF8.self))
    // The script does not quote exclamation marks, which zsh replaces by earlier commands.
    case .zsh where text.contains(byte: UInt8(ascii: "!")): return nil
    case .zsh:
      let text = text.replacingBytes(of: #"\"#, with: #"\\"#).replacingBytes(of: ":", with: #"\:"#)
      return text + (description.isEmpty ? "" : ":" + description)
    case .fish: return description.isEmpty ? text : text + "\t" + description
    }
  }
}
