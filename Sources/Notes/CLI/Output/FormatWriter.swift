import ArgumentParser
import NotesDomain
import NotesViewModels

/// The option `--format` of commands that print notes.
struct FormatOptions: ParsableArguments, Sendable {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Print each note by FORMAT, such as '{id} {title}'.", valueName: "format"))
  var format: String?

  /// Returns the format; `nil` without one.
  ///
  /// - Parameters:
  ///   - available: The placeholders of the command.
  ///   - others: The options that print something else, each with whether it is used.
  func format(
    _ available: [FormatPlaceholder] = FormatPlaceholder.ofNotes, others: [(name: String, isUsed: Bool)]
  ) throws(CommandFailure) -> OutputFormat? {
    guard let format else { return nil }
    if let other = others.first(where: \.isUsed) {
      throw CommandFailure("--format and \(raw: other.name) cannot be used together", status: .usage)
    }
    do {
      return try OutputFormat(parsing: format, available: available)
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The values of the placeholders for one line of output.
struct FormatRow: Sendable {
  /// The position in the list of notes, from 1; `nil` for a link that leads to none.
  var number: Int? = 1
  /// The note; `nil` for a link that leads to none.
  var summary: NoteSummary?
  var snippet: [SearchHit.Piece] = []
  var link: NoteLink?
  /// The target of a link that was found without its text.
  var target: String?

  /// Returns the rows of notes.
  static func rows(_ notes: [NoteSummary]) -> [FormatRow] {
    notes.enumerated().map { FormatRow(number: $0 + 1, summary: $1) }
  }
}

/// Writes notes by a format.
///
/// A line break ends each note. What the notes contain is escaped on a terminal, and unchanged elsewhere.
struct FormatWriter: Sendable {
  /// The number of notes whose texts are in memory together.
  static let batchSize = 200

  let texts: NoteTextsViewModel
  let times: TimeText
  let console: any Console

  /// Writes rows.
  ///
  /// - Parameter end: The end of each of them.
  @MainActor
  func write(_ rows: [FormatRow], by format: OutputFormat, end: String = "\n") async throws {
    for start in stride(from: 0, to: rows.count, by: Self.batchSize) {
      let batch = rows[start..<min(start + Self.batchSize, rows.count)]
      let notes = format.needsText ? try await self.notes(batch.compactMap { $0.summary?.id }) : [:]
      try write(batch.map { text($0, $0.summary.flatMap { notes[$0.id] }, by: format) + end }.joined())
    }
  }

  /// Writes a note.
  @MainActor
  func write(_ note: Note, by format: OutputFormat) throws {
    try write(text(FormatRow(summary: note.summary), note, by: format) + "\n")
  }

  /// Loads whole notes, each once.
  @MainActor
  func notes(_ ids: [NoteID]) async throws -> [NoteID: Note] {
    try await texts.run { await $0.load(ids.withoutRepetition()) }.notes
  }

  private func write(_ text: String) throws {
    if console.traits(of: .output).isTerminal {
      try console.write(StyledText(text), to: .output)
    } else {
      try console.write(bytes: Array(text.utf8))
    }
  }

  private func text(_ row: FormatRow, _ note: Note?, by format: OutputFormat) -> String {
    format.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .placeholder(let placeholder, let time): value(of: placeholder, row, note, format: time ?? .short)
      }
    }.joined()
  }

  private func value(
    of placeholder: FormatPlaceholder, _ row: FormatRow, _ note: Note?, format: TimeFormat
  ) -> String {
    switch placeholder {
    case .id: row.summary?.id.description ?? ""
    case .number: row.number.map(String.init) ?? ""
    case .title: row.summary?.title ?? ""
    case .notebook: row.summary?.notebook.path ?? ""
    case .path: row.summary?.path ?? ""
    case .tags: row.summary?.tags.map(\.name).joined(separator: ", ") ?? ""
    case .created: time(row.summary?.created, format)
    case .modified: time(row.summary?.modified, format)
    case .trashed: time(row.summary?.trashed, format)
    case .pinned: row.summary.map { String($0.isPinned) } ?? ""
    case .archived: row.summary.map { String($0.isArchived) } ?? ""
    case .words: note.map { String($0.body.words.count) } ?? ""
    case .body: note?.body ?? ""
    // A line break is always a character of its own.
    case .snippet: row.snippet.map(\.text).joined().split(whereSeparator: \.isNewline).joined(separator: " ")
    case .target: row.link?.target ?? row.target ?? ""
    case .label: row.link?.label ?? ""
    case .heading: row.link?.heading ?? ""
    }
  }

  private func time(_ time: Timestamp?, _ format: TimeFormat) -> String {
    guard let time else { return "" }
    return switch format {
    case .short: times.short(time)
    case .date: times.day(time)
    case .time: String(times.short(time).suffix(5))
    case .iso: time.iso8601
    case .unix: String(time.millisecondsSince1970 / 1000)
    }
  }
}
