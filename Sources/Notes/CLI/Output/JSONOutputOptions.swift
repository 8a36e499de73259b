import ArgumentParser
import NotesDomain

/// The options `--json`, `--jsonl` and `--fields`.
struct JSONOutputOptions: ParsableArguments, Sendable {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print JSON, one value on a line.")
  var jsonl = false

  @Option(help: ArgumentHelp("Print only these fields, separated by commas; implies --json.", valueName: "names"))
  var fields: String?

  var isRequested: Bool { json || jsonl || fields != nil }

  /// Returns the JSON of a list of values, with the selected fields.
  func text<Value>(_ values: [Value], _ all: JSONFields<Value>) throws -> StyledText {
    let indices = try selection(of: all.fields.map(\.name))
    let objects = values.map { value in
      JSONValue.object(indices.map { .init(name: all.fields[$0].name, value: all.fields[$0].value(value)) })
    }
    return StyledText(
      trusted: jsonl ? objects.map { $0.compact + "\n" }.joined() : JSONValue.array(objects).pretty + "\n")
  }

  /// Writes the JSON of values with whole notes, a batch of notes at a time if each value is on a line.
  ///
  /// - Parameters:
  ///   - id: Returns the note of a value. Values whose notes were purged meanwhile are left out.
  ///   - combined: Combines a value with its note.
  @MainActor
  func write<Value, Whole>(
    _ values: [Value], _ fields: JSONFields<Whole>, id: (Value) -> NoteID, as combined: (Value, Note) -> Whole,
    by writer: FormatWriter
  ) async throws {
    let count = jsonl ? FormatWriter.batchSize : max(1, values.count)
    for start in stride(from: 0, to: max(1, values.count), by: count) {
      let batch = values[start..<min(start + count, values.count)]
      let notes = try await writer.notes(batch.map(id))
      let wholes = batch.compactMap { value in notes[id(value)].map { combined(value, $0) } }
      try writer.console.write(text(wholes, fields), to: .output)
    }
  }

  /// Returns the JSON of one object, with the selected fields.
  func text(_ value: JSONValue) throws -> StyledText {
    var value = value
    if case .object(let members) = value { value = .object(try selection(of: members.map(\.name)).map { members[$0] }) }
    return StyledText(trusted: (jsonl ? value.compact : value.pretty) + "\n")
  }

  /// Returns the indices of the selected fields among those available.
  private func selection(of available: [String]) throws -> [Int] {
    guard let fields else { return Array(available.indices) }
    let names = fields.split { $0 == "," || $0 == " " }
    guard !names.isEmpty else { throw CommandFailure("--fields is empty", status: .usage) }
    return try names.map { name in
      guard let index = available.firstIndex(where: { $0 == name }) else {
        throw CommandFailure(
          "unknown field '\(String(name))'", hints: ["available: \(raw: available.joined(separator: ", "))"],
          status: .usage)
      }
      return index
    }.withoutRepetition()
  }
}

/// The fields of the JSON object of a value, in order. Their names are known without a value, so that `--fields` is
/// validated for an empty list too.
struct JSONFields<Value> {
  typealias Field = (name: String, value: (Value) -> JSONValue)

  let fields: [Field]

  init(_ fields: Field...) {
    self.fields = fields
  }

  private init(fields: [Field]) {
    self.fields = fields
  }

  /// Returns these fields and others after them.
  static func + (left: Self, right: Self) -> Self { Self(fields: left.fields + right.fields) }

  /// Returns the fields of values that contain a value of this type.
  func of<Root>(_ value: @escaping (Root) -> Value) -> JSONFields<Root> {
    JSONFields<Root>(fields: fields.map { field in (field.name, { field.value(value($0)) }) })
  }

  /// Returns the object of a value.
  func object(_ value: Value) -> JSONValue {
    .object(fields.map { JSONValue.Member(name: $0.name, value: $0.value(value)) })
  }
}
