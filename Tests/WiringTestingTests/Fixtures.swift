import Wiring

protocol Clock: Sendable { var time: Int { get } }
struct SystemClock: Clock { var time: Int { 1 } }
struct FixedClock: Clock { var time: Int }

protocol Store: Sendable { var name: String { get } }
final class FileStore: Store { let name = "file" }
final class MemoryStore: Store { let name = "memory" }

extension Key where Value == any Store {
  static var archive: Self { Key("archive") }
}

final class App: Sendable {
  let clock: any Clock
  let store: Provider<any Store>

  init(clock: any Clock, store: Provider<any Store>) {
    (self.clock, self.store) = (clock, store)
  }
}

struct AppModule: Module {
  static var includes: [any Module] { [PersistenceModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind((any Clock).self, SystemClock.init)
    binder.bind(App.init).scoped(.singleton)
  }
}

struct PersistenceModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Store).self, FileStore.init).scoped(.singleton).external("the file system")
    binder.bind((any Store).self, MemoryStore.init).named(.archive)
  }
}

struct MemoryModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Store).self, MemoryStore.init).scoped(.singleton)
  }
}

struct Record: Sendable {
  let store: any Store
}

/// A module that requires what no module provides.
struct BrokenModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Record.init)
  }
}
