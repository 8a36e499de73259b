import Foundation
import Wiring

// The front: state and actions, and what shows them.

/// The lines of the list of notes, and what a person does with them.
@MainActor
final class NoteListViewModel {
  private let notebook: Notebook
  private let sync: SyncService
  /// The lines to show, after the last action.
  private(set) var lines: [String] = []

  init(notebook: Notebook, sync: SyncService) {
    (self.notebook, self.sync) = (notebook, sync)
  }

  func show() throws {
    lines = try notebook.notes().enumerated().map { "\($0.offset + 1)  \($0.element.text)" }
    if lines.isEmpty { lines = ["No notes yet."] }
  }

  func add(_ text: String) throws {
    lines = ["Added “\(try notebook.add(text).text)”."]
  }

  func delete(number: Int) throws {
    lines = ["Deleted “\(try notebook.delete(number: number).text)”."]
  }

  func exchange() async throws {
    lines = ["\(try await sync.sync()) notes changed here."]
  }
}

/// The command line.
@MainActor
struct CommandLineFront {
  let viewModel: NoteListViewModel

  init(viewModel: NoteListViewModel) {
    self.viewModel = viewModel
  }

  /// Runs a command, and returns the lines to print.
  func run(_ arguments: [String]) async -> [String] {
    do {
      switch (arguments.first ?? "list", arguments.dropFirst().joined(separator: " ")) {
      case ("list", ""): try viewModel.show()
      case ("add", let text): try viewModel.add(text)
      case ("delete", let number): try viewModel.delete(number: Int(number) ?? 0)
      case ("sync", ""): try await viewModel.exchange()
      default: return ["usage: SmallNotes list | add TEXT | delete NUMBER | sync"]
      }
      return viewModel.lines
    } catch NotesError.emptyNote {
      return ["A note needs a text."]
    } catch NotesError.noNote {
      return ["There is no such note. SmallNotes list shows the numbers."]
    } catch {
      return ["It failed: \(error)"]
    }
  }
}

struct FrontModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Notebook.init)
    binder.bind(SyncService.init)
    binder.main.bind(NoteListViewModel.init).scoped(.singleton)
    binder.main.bind(CommandLineFront.init)
  }
}

// The composition root: the only place that knows all layers.

let modules: [any Module] = [FrontModule(), StorageModule(), NetworkModule()]
let folder = ProcessInfo.processInfo.environment["SMALLNOTES_FOLDER"] ?? ".smallnotes/device"
let settings = Bindings { $0.bind(NotesFolder.self, to: NotesFolder(url: URL(filePath: folder))) }

let plan = try Plan(CommandLineFront.self, modules: modules + [settings])
let front = try plan.buildOnMainActor().root
for line in await front.run(Array(CommandLine.arguments.dropFirst())) { print(line) }
