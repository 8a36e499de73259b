import Synchronization
import Testing
import Wiring
import WiringTesting

// The code of `docs/wiring-testing.md`, which has each piece between `// guide:` and `// end`.

// guide: declarations
final class Diary: Sendable {
  private let calendar: any Calendar
  private let store: any EntryStore

  init(calendar: any Calendar, store: any EntryStore) {
    (self.calendar, self.store) = (calendar, store)
  }

  func write(_ text: String) { store.add("\(calendar.today): \(text)") }
}

struct DiaryModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Calendar).self, WallCalendar.init)
    binder.bind((any EntryStore).self, FileEntryStore.init).scoped(.singleton).external("the file system")
    binder.bind(Diary.init).scoped(.singleton)
  }
}
// end

struct GuideTests {
  // guide: first
  @Test(
    .wired(Diary.self, modules: [DiaryModule()]) { overrides in
      overrides.replace((any Calendar).self, with: FixedCalendar(today: "Monday"))
      overrides.replace((any EntryStore).self, with: MemoryEntryStore())
    }, .forbidExternal)
  func `an entry begins with its day`() async throws {
    try Wired.resolve(Diary.self).write("Rain.")
    #expect(try Wired.resolve((any EntryStore).self).all == ["Monday: Rain."])
  }
  // end

  // guide: modules
  @Test(.wired(modules: [DiaryModule()]))
  func `the default calendar is the one on the wall`() throws {
    #expect(try Wired.resolve((any Calendar).self) is WallCalendar)
  }
  // end

  // guide: module
  @Test(.wired(Diary.self, modules: [DiaryModule()]), .replacing(module: DiaryModule.self, with: FakeDiaryModule()))
  // end
  func `a module is replaced`() throws {
    #expect(try Wired.resolve((any EntryStore).self) is MemoryEntryStore)
  }

  // guide: leaks
  @Test(.wired(Diary.self, modules: [FakeDiaryModule()]), .checksForLeaks)
  func `writing retains nothing`() throws {
    try Wired.resolve(Diary.self).write("Rain.")
  }
  // end

  // guide: wiring
  @Test(arguments: [Profile.production, .test])
  func `the modules form a valid plan`(profile: Profile) {
    expectWired(Diary.self, modules: [DiaryModule()], profile: profile)
  }
  // end

  @Test(.wired(Diary.self, modules: [FakeDiaryModule()]))
  func `a detached task performs in the graph`() async throws {
    // guide: detached
    let graph = try Wired.graph
    let day = await Task.detached {
      graph.perform { injected((any Calendar).self, or: WallCalendar()).today }
    }.value
    // end
    #expect(day == "Monday")
  }
}

// guide: suite
@Suite(.wired(Diary.self, modules: [DiaryModule()]), .replacing((any EntryStore).self, with: MemoryEntryStore()))
struct DiaryTests {
  let diary: Diary
  let store: any EntryStore

  init() async throws {
    (diary, store) = (try Wired.resolve(), try Wired.resolve())
  }

  @Test func `an entry is stored`() {
    diary.write("Rain.")
    #expect(store.all.count == 1)
  }

  @Test(.replacing((any EntryStore).self, with: MemoryEntryStore(["Sunday: Sun."])))
  func `an entry is added to the existing ones`() {
    diary.write("Rain.")
    #expect(store.all.count == 2)
  }
}
// end

// guide: except
@Suite(.wired(Diary.self, modules: [DiaryModule()]), .forbidExternal)
struct DiaryFileTests {
  @Test(.forbidExternal(except: (any EntryStore).self))
  func `the store on the disk can be created`() throws {
    _ = try Wired.resolve(Diary.self)
  }
}
// end

protocol Calendar: Sendable {
  var today: String { get }
}

struct FixedCalendar: Calendar {
  let today: String
}

struct WallCalendar: Calendar {
  var today: String { "the day on the wall" }
}

protocol EntryStore: Sendable {
  var all: [String] { get }
  func add(_ entry: String)
}

final class MemoryEntryStore: EntryStore {
  private let entries: Mutex<[String]>

  init(_ entries: [String] = []) {
    self.entries = Mutex(entries)
  }

  var all: [String] { entries.withLock(\.self) }
  func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}

/// A substitute for a store on the disk, which no test of the guide reads.
struct FileEntryStore: EntryStore {
  var all: [String] { [] }
  func add(_ entry: String) {}
}

struct FakeDiaryModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Calendar).self, to: FixedCalendar(today: "Monday"))
    binder.bind((any EntryStore).self) { MemoryEntryStore() }.scoped(.singleton)
    binder.bind(Diary.init).scoped(.singleton)
  }
}
