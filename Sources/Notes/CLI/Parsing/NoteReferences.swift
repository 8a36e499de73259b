import ArgumentParser
import NotesDomain

extension ArgumentHelp {
  /// The help of an argument that names one note.
  static let note = ArgumentHelp("The note: its number in the last list, its id, title or path.", valueName: "note")

  /// The help of an argument that names one note, or several on standard input.
  static let noteOrInput = ArgumentHelp(
    "The note: its number in the last list, its id, title or path; - reads several from standard input.",
    valueName: "note")

  /// The help of arguments that name several notes.
  static let notes = ArgumentHelp(
    "The notes: numbers of the last list, ids, titles or paths; - reads them from standard input.", valueName: "note")
}

/// The option of commands that read the names of notes from standard input.
struct NullSeparator: ParsableArguments, Sendable {
  @Flag(name: [.customShort("0"), .customLong("null")], help: "With -, names end with NUL instead of a line break.")
  var isUsed = false
}

/// The names of notes, from arguments or from standard input.
struct ReferenceInput {
  let console: any Console
  var separator = NullSeparator()

  /// Returns the arguments; a single `-` reads one name per line.
  ///
  /// The first word of a line is the name if it is an id, as in the output of `notesctl list`; otherwise the whole line is.
  func references(_ arguments: [String]) throws -> [String] {
    guard arguments == ["-"] else { return arguments }
    let text: String
    switch try console.readInput() {
    case .text(let input): text = input
    case .invalid: throw CommandFailure("the input is not UTF-8 text; nothing was changed", status: .data)
    case .tooLong:
      throw CommandFailure(
        "the input is longer than \(StandardInput.maximumBytes) bytes; nothing was changed",
        hints: ["name fewer notes at once"], status: .data)
    }
    // A line break is always a character of its own, as is NUL.
    let names = text.split { separator.isUsed ? $0 == "\0" : $0.isNewline }.map(Self.name)
    guard !names.isEmpty else { throw CommandFailure("standard input names no notes", status: .noInput) }
    return names
  }

  private static func name(_ line: Substring) -> String {
    let first = Substring(line.unicodeScalars.prefix { !$0.properties.isWhitespace })
    let isID =
      first.utf8.count == 36 && first.utf8.allSatisfy { $0 == UInt8(ascii: "-") || Character(.init($0)).isHexDigit }
    return isID ? String(first) : String(line)
  }
}

/// The order of the arguments of a command that takes a query: dashes exclude words there.
enum QueryArguments {
  private static let longOptions: Set<String> = [
    "tag", "notebook", "limit", "sort", "fields", "format", "data-dir", "context",
  ]

  /// The orders behind their option, in full or by the first letter.
  private static let orders = NoteQuery.Order.allCases.flatMap { ["-s\($0.rawValue)", "-s\($0.rawValue.prefix(1))"] }

  /// Moves the words of a query behind `--`, so that the parser does not take `-red` for options.
  ///
  /// One dash and one letter are an option, as is everything with two dashes; a word of several letters is excluded. If it
  /// begins like a short option with a value, it may be meant for that, and the parser refuses it: `-gfoo` is neither the tag
  /// `foo` nor an excluded word, except behind a `--`. `-n3` can only be a limit, `-f{title}` a format, and `-sc` is an order.
  ///
  /// - Parameter shortOptions: The letters of the options with values.
  static func arranged(_ arguments: [String], shortOptions: String = "gbnsf") -> [String] {
    var (options, words): ([String], [String]) = ([], [])
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      if argument.hasPrefix("--"), argument.count > 2 {
        options.append(argument)
        if longOptions.contains(String(argument.dropFirst(2))), let value = rest.popFirst() { options.append(value) }
      } else if argument.count == 2, argument.hasPrefix("-"), let letter = argument.last, letter.isASCII,
        letter.isLetter || letter.isNumber
      {
        options.append(argument)
        if shortOptions.contains(letter), let value = rest.popFirst() { options.append(value) }
      } else if shortOptions.contains("n"), argument.hasPrefix("-n"), argument.dropFirst(2).allSatisfy(\.isNumber) {
        options += ["-n", String(argument.dropFirst(2))]
      } else if shortOptions.contains("s"), Self.orders.contains(argument) {
        options += ["-s", String(argument.dropFirst(2))]
      } else if shortOptions.contains("f"), argument.hasPrefix("-f{") {
        options += ["-f", String(argument.dropFirst(2))]
      } else if !argument.hasPrefix("-before:"),
        ["g", "b"].contains(where: { shortOptions.contains($0) && argument.hasPrefix("-\($0)") })
      {
        options.append(argument)
      } else {
        words.append(argument)
      }
    }
    return words.isEmpty ? options : options + ["--"] + words
  }
}
