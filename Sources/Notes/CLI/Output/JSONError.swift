import NotesDomain

extension CommandFailure {
  /// Returns the failure as an object of JSON, as printed to standard error with `--json`.
  ///
  /// - Parameter cause: The error as the program's types describe it, with `--debug`.
  func json(cause: String? = nil) -> JSONValue {
    let lines = message.rendered(hasColor: false).split(separator: "\n", maxSplits: 1)
    var members = [
      JSONValue.Member(name: "id", value: .string(id)),
      JSONValue.Member(name: "message", value: .string(lines.first.map(String.init) ?? "")),
      JSONValue.Member(name: "detail", value: .optional(lines.count > 1 ? String(lines[1]) : nil)),
      JSONValue.Member(name: "fix", value: .array(hints.map { .string($0.rendered(hasColor: false)) })),
      JSONValue.Member(name: "status", value: .number(Int(status.rawValue))),
    ]
    if let cause { members.append(JSONValue.Member(name: "cause", value: .string(cause))) }
    return .members(("error", .object(members)))
  }

  /// Creates the failure of an invalid command line from its text: the message, and the usage or other lines behind it.
  init(usage text: String) {
    let program = "notesctl: "
    var lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard text.hasPrefix(program), !lines.isEmpty else {
      // The help of a group of commands.
      self.init("a command is missing", hints: ["see 'notesctl --help'"], status: .usage)
      return
    }
    let message = String(lines.removeFirst().dropFirst(program.count))
    self.init(StyledText(message), hints: lines.map { StyledText(String($0)) }, status: .usage)
  }
}

extension JSONOutputOptions {
  /// Returns whether a line requests JSON, even if it is otherwise invalid.
  static func isRequested(by line: [String]) -> Bool {
    line.prefix { $0 != "--" }.contains {
      ["--json", "--jsonl", "--fields", "--full"].contains($0) || $0.hasPrefix("--fields=")
    }
  }
}
