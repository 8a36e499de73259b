import CLI
import Core
import Foundation
import MockNetwork
import Persistence
import Sync
import ViewModels
import Wiring

/// The composition root: the one place that knows all layers.
enum Pocket {
  /// The layers, each with the module that binds it.
  static var layers: [any Module] {
    [CLIModule(), ViewModelsModule(), SyncModule(), MockNetworkModule(), PersistenceModule()]
  }

  /// Returns the plan of the program.
  ///
  /// - Parameters:
  ///   - environment: `POCKET_FOLDER` is the folder of this device, `POCKET_TIMES` asks for the times of the calls to the server.
  ///   - overrides: What a test replaces.
  static func plan(
    environment: [String: String], isStrict: Bool = false, overrides: (inout Overrides) -> Void = { _ in }
  ) throws -> Plan<Program> {
    try Plan(
      Program.self, modules: layers + [SystemModule(environment: environment)], isStrict: isStrict,
      overrides: overrides)
  }
}

/// What the program needs of the system around it.
struct SystemModule: Module {
  let environment: [String: String]

  func configure(_ binder: inout Binder) {
    let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory())
    let folder = environment["POCKET_FOLDER"].map { URL(filePath: $0) } ?? home.appending(path: ".pocket/device")
    binder.bind(NotesFile.self, to: NotesFile(url: folder.appending(path: "notes.sqlite")))
    // Beside the folder of the device, so that other devices can be other folders.
    let server = folder.deletingLastPathComponent().appending(path: "server.json")
    binder.bind(ServerFile.self, to: ServerFile(url: server))
    binder.bind(NetworkConditions.self, to: NetworkConditions())
    binder.bind((any WallClock).self, SystemClock.init)
    binder.bind((any NoteIDs).self, RandomIDs.init)
    binder.bind((any Clock<Duration>).self) { ContinuousClock() }
    binder.bind((any CallLog).self, NoLog.init).byDefault()
    binder.bind((any CallLog).self, StandardErrorLog.init)
      .when(environment["POCKET_TIMES"] != nil, "POCKET_TIMES is set")
    binder.main.bind(Program.init)
  }
}
