import ArgumentParser

/// The options for output that programs read.
struct MachineFormat: ParsableArguments, Sendable {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print JSON, one value on a line.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("Print only these fields, separated by commas; implies --json.", valueName: "names"))
  var fields: String?

  /// Whether to print JSON at all.
  var isWanted: Bool { json || jsonl || fields != nil }

  /// Values as they are to be printed.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - example: A value like them, whose fields are those that can be asked for even when there are no values.
  func text(_ values: [JSONValue], like example: JSONValue) throws -> String {
    _ = try selected(example)
    let values = try values.map(selected)
    return jsonl ? values.map { $0.compact + "\n" }.joined() : JSONValue.array(values).pretty + "\n"
  }

  /// One value as it is to be printed.
  func text(_ value: JSONValue) throws -> String {
    let value = try selected(value)
    return (jsonl ? value.compact : value.pretty) + "\n"
  }

  private func selected(_ value: JSONValue) throws -> JSONValue {
    guard let fields, case .object(let members) = value else { return value }
    let names = fields.split { $0 == "," || $0 == " " }
    guard !names.isEmpty else { throw CommandFailure("--fields names no field", status: .usage) }
    return .object(
      try names.map { name in
        guard let member = members.first(where: { $0.name == name }) else {
          throw CommandFailure(
            "there is no field '\(String(name))'",
            hints: ["the fields are \(raw: members.map(\.name).joined(separator: ", "))"], status: .usage)
        }
        return member
      })
  }
}
