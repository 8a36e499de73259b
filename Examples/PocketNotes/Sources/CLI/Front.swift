import Core
import Observation
import ViewModels

/// What the commands do: they call view-models, as views would, and print what these show.
@MainActor
package struct Front {
  private let list: NoteListViewModel
  private let makeEditor: (Note.ID) throws -> EditorViewModel
  private let session: SessionViewModel
  private let terminal: any Terminal

  package init(
    list: NoteListViewModel, makeEditor: @escaping @MainActor @Sendable (Note.ID) throws -> EditorViewModel,
    session: SessionViewModel, terminal: any Terminal
  ) {
    (self.list, self.makeEditor, self.session, self.terminal) = (list, makeEditor, session, terminal)
  }

  /// Prints the notes that match a query, with their numbers in the whole list, which the other commands take.
  func list(matching query: String) async throws {
    let all = try await rows(matching: "")
    let found = query.isEmpty ? all : try await rows(matching: query)
    terminal.print(lines(of: found, numberedIn: all, matching: query))
  }

  func add(_ text: String) async throws {
    await list.add(text)
    try check(list.message)
    terminal.print(["Added."])
  }

  func edit(_ number: Int, _ text: String) async throws {
    let row = try await row(number)
    let editor = try makeEditor(row.id)
    await editor.load()
    try check(editor.message)
    editor.text = text
    await editor.save()
    try check(editor.message)
    terminal.print(["Changed “\(row.title)”."])
  }

  func delete(_ number: Int) async throws {
    let row = try await row(number)
    await list.delete(row.id)
    try check(list.message)
    terminal.print(["Deleted “\(row.title)”."])
  }

  func sync(_ session: Session) async throws {
    try self.session.signIn(session)
    guard let sync = self.session.sync else { return }
    await sync.sync()
    switch sync.state {
    case .finished(let report): terminal.print(["\(report.sent) sent, \(report.received) received."])
    case .failed(let message): throw Failure(message: message)
    case .idle, .running: return
    }
  }

  func watch() async throws {
    let observing = Task { await list.observe() }
    defer { observing.cancel() }
    for await screen in changes(of: { list.isLoaded || list.message != nil ? screen : nil }) {
      if let screen { terminal.show(screen) }
    }
  }

  private var screen: [String] {
    list.message.map { [$0] } ?? lines(of: list.rows, numberedIn: list.rows, matching: "")
  }

  private func rows(matching query: String) async throws -> [NoteRow] {
    list.query = query
    await list.load()
    try check(list.message)
    return list.rows
  }

  private func row(_ number: Int) async throws -> NoteRow {
    let rows = try await rows(matching: "")
    guard number >= 1, number <= rows.count else {
      throw Failure(message: "There is no note \(number). “pocket list” shows the numbers.")
    }
    return rows[number - 1]
  }

  private func lines(of rows: [NoteRow], numberedIn all: [NoteRow], matching query: String) -> [String] {
    let numbers = Dictionary(all.enumerated().map { ($0.element.id, $0.offset + 1) }) { first, _ in first }
    guard rows.isEmpty else { return rows.map { "\(numbers[$0.id].map(String.init) ?? "–")  \($0.title)" } }
    return [query.isEmpty ? "No notes yet. “pocket add TEXT” adds one." : "No note has “\(query)”."]
  }

  private func check(_ message: String?) throws {
    if let message { throw Failure(message: message) }
  }
}

/// A command that failed, with the sentence to print.
package struct Failure: Error, CustomStringConvertible {
  let message: String

  package var description: String { message }
}
