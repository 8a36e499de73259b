import Observation
import Testing
import Wiring

#if canImport(SwiftUI)
  import SwiftUI
#endif
#if canImport(UIKit)
  import UIKit
#endif

@Suite("Guide: SwiftUI and UIKit")
@MainActor struct UserInterfacesGuide {
  // guide: example
  struct Note: Identifiable, Sendable {
    let id: Int
    let text: String
  }

  protocol NoteStore: Sendable {
    func notes() -> [Note]
  }

  struct ListedNotes: NoteStore {
    var list = [Note(id: 1, text: "Shopping"), Note(id: 2, text: "Packing")]
    func notes() -> [Note] { list }
  }

  @MainActor @Observable final class NoteListViewModel {
    let notes: [Note]
    init(store: any NoteStore) { notes = store.notes() }
  }

  struct NotesModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind((any NoteStore).self) { ListedNotes() }.scoped(.singleton)
      binder.main.bind(NoteListViewModel.init)
    }
  }
  // end

  // guide: app
  struct NotesApp: App {
    let graph: Graph<NoteListViewModel>

    init() {
      do {
        graph = try Plan(NoteListViewModel.self, modules: [NotesModule()]).buildOnMainActor()
      } catch {
        fatalError("\(error)")
      }
    }

    var body: some Scene {
      WindowGroup { NoteListView(viewModel: graph.root) }
    }
  }

  struct NoteListView: View {
    let viewModel: NoteListViewModel

    var body: some View {
      List(viewModel.notes) { note in Text(note.text) }
    }
  }
  // end

  @Test func example() throws {
    // guide: strict
    let plan = try Plan(NoteListViewModel.self, modules: [NotesModule()], isStrict: true)
    // end
    #expect(plan.warnings.isEmpty)
    let app = NotesApp()
    #expect(app.graph.root.notes.map(\.text) == ["Shopping", "Packing"])
    _ = app.body
  }

  // guide: detail
  @MainActor @Observable final class DetailViewModel: Identifiable {
    let note: Note?
    init(id: Note.ID, store: any NoteStore) { note = store.notes().first { $0.id == id } }
  }

  @MainActor @Observable final class SplitViewModel {
    let list: NoteListViewModel
    var detail: DetailViewModel?
    private let makeDetail: MainActorFactory<DetailViewModel, Note.ID>

    init(list: NoteListViewModel, makeDetail: MainActorFactory<DetailViewModel, Note.ID>) {
      (self.list, self.makeDetail) = (list, makeDetail)
    }

    func show(_ id: Note.ID) throws { detail = try makeDetail(id) }
  }
  // end

  private nonisolated static let split = Bindings { binder in
    // guide: detail-bindings
    binder.main.bind(SplitViewModel.init)
    binder.main.factory(DetailViewModel.init(id:store:), argument: Note.ID.self)
    // end
  }

  @Test func argument() throws {
    let graph = try Plan(SplitViewModel.self, modules: [NotesModule(), Self.split]).buildOnMainActor()
    // guide: detail-use
    try graph.root.show(2)
    #expect(graph.root.detail?.note?.text == "Packing")
    // end
    let first = graph.root.detail
    try graph.root.show(1)
    #expect(graph.root.detail !== first)
    #expect(graph.root.detail?.note?.text == "Shopping")
  }

  // guide: database
  actor NoteDatabase {
    @concurrent static func open() async throws -> NoteDatabase { NoteDatabase() }
    func text(of id: Note.ID) -> String { "Note \(id)" }
  }

  @MainActor @Observable final class EditorViewModel {
    private(set) var text = ""
    private let id: Note.ID
    private let database: NoteDatabase

    init(id: Note.ID, database: NoteDatabase) { (self.id, self.database) = (id, database) }

    func load() async { text = await database.text(of: id) }
  }
  // end

  private nonisolated static let editing = Bindings { binder in
    // guide: database-bindings
    binder.bind(async: NoteDatabase.open).scoped(.singleton)
    binder.factory(async: EditorViewModel.init(id:database:), argument: Note.ID.self)
    // end
  }

  @Test func database() async throws {
    let makeEditor = try Plan(modules: [Self.editing]).build().resolve(AsyncFactory<EditorViewModel, Note.ID>.self)
    // guide: database-use
    let editor = try await makeEditor(7)
    await editor.load()
    #expect(editor.text == "Note 7")
    // end
  }

  protocol NoteScreen: AnyObject, Sendable {}
  @MainActor final class PlainScreen: NoteScreen { init() {} }

  @Test func protocolOfTheMainActor() throws {
    let plan = try Plan(modules: [Bindings { $0.main.bind((any NoteScreen).self, PlainScreen.init) }])
    #expect(try plan.buildOnMainActor().resolveOnMainActor((any NoteScreen).self) is PlainScreen)
  }

  // guide: live
  protocol LiveNoteStore: Sendable {
    func notes() async -> [Note]
    func changes() async -> AsyncStream<Void>
  }

  @MainActor @Observable final class LiveListViewModel {
    private(set) var notes: [Note] = []
    private let store: any LiveNoteStore

    init(store: any LiveNoteStore) { self.store = store }

    /// Keeps the list current until the task is cancelled.
    func observe() async {
      // Asked for before the first load, so that no change is between the two.
      let changes = await store.changes()
      notes = await store.notes()
      for await _ in changes { notes = await store.notes() }
    }
  }

  struct LiveListView: View {
    let viewModel: LiveListViewModel

    var body: some View {
      List(viewModel.notes) { note in Text(note.text) }
        .task { await viewModel.observe() }
    }
  }
  // end

  /// A store in memory, which forgets listeners that are gone.
  actor MemoryNoteStore: LiveNoteStore {
    private var list: [Note] = []
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    private var last = 0

    var listenerCount: Int { listeners.count }

    func notes() -> [Note] { list }

    func changes() -> AsyncStream<Void> {
      let (changes, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      last += 1
      listeners[last] = listener
      listener.onTermination = { [last] _ in Task { await self.remove(last) } }
      return changes
    }

    private func remove(_ number: Int) { listeners[number] = nil }

    func add(_ note: Note) {
      list.append(note)
      for listener in listeners.values { listener.yield() }
    }
  }

  @Test func live() async throws {
    let store = MemoryNoteStore()
    let plan = try Plan(
      LiveListViewModel.self,
      modules: [
        Bindings { binder in
          binder.bind((any LiveNoteStore).self, to: store)
          binder.main.bind(LiveListViewModel.init)
        }
      ])
    // guide: live-use
    let list = try plan.buildOnMainActor().root
    let screen = Task { await list.observe() }
    await store.add(Note(id: 1, text: "Shopping"))
    while list.notes.isEmpty { await Task.yield() }
    #expect(list.notes.map(\.text) == ["Shopping"])
    screen.cancel()
    // end
    await screen.value
    while await store.listenerCount > 0 { await Task.yield() }
    _ = LiveListView(viewModel: list).body
  }

  // guide: session
  struct Account: Sendable {
    let name: String
  }

  @MainActor @Observable final class HomeViewModel {
    let greeting: String
    init(account: Account) { greeting = "Hello, \(account.name)" }
  }

  @MainActor @Observable final class SessionViewModel {
    private var session: Graph<HomeViewModel>?
    private let open: ScopeOpener<Account, HomeViewModel>

    init(open: ScopeOpener<Account, HomeViewModel>) { self.open = open }

    var home: HomeViewModel? { session?.root }

    func logIn(_ account: Account) throws { session = try open.openOnMainActor(account) }
    func logOut() { session = nil }
  }

  struct SessionModule: Module {
    func configure(_ binder: inout Binder) {
      binder.scope(CustomScope<Account>("session"))
      binder.main.bind(HomeViewModel.init).scoped(in: CustomScope<Account>("session"))
      binder.main.bind(SessionViewModel.init)
    }
  }
  // end

  @Test func session() throws {
    // guide: session-use
    let app = try Plan(SessionViewModel.self, modules: [SessionModule()]).buildOnMainActor()
    try app.root.logIn(Account(name: "Ada"))
    weak let home = app.root.home
    #expect(home?.greeting == "Hello, Ada")
    app.root.logOut()
    #expect(home == nil)
    // end
    #expect(app.root.home == nil)
    try app.root.logIn(Account(name: "Grace"))
    #expect(app.root.home?.greeting == "Hello, Grace")
  }

  // guide: row
  struct NoteRow: View {
    @Environment(\.noteSymbols) private var symbols
    let note: Note

    var body: some View { Text("\(symbols.symbol(for: note.id)) \(note.text)") }
  }

  struct NotesWindow: View {
    let viewModel: NoteListViewModel
    let symbols: any NoteSymbols

    var body: some View { NoteListView(viewModel: viewModel).environment(\.noteSymbols, symbols) }
  }
  // end

  @Test func environment() {
    struct Numbers: NoteSymbols {
      func symbol(for note: Int) -> String { "\(note)." }
    }
    var values = EnvironmentValues()
    #expect(values.noteSymbols.symbol(for: 7) == "•")
    values.noteSymbols = Numbers()
    #expect(values.noteSymbols.symbol(for: 7) == "7.")
  }

  // guide: wrapper
  @MainActor enum AppGraph {
    static var current: Graph<NoteListViewModel>?
  }

  @MainActor @propertyWrapper struct Resolved<Value> {
    private var value: Value?

    init() {}

    var wrappedValue: Value {
      mutating get {
        if let value { return value }
        guard let graph = AppGraph.current else { fatalError("'\(Value.self)' is used before the graph is built") }
        do {
          let object = try graph.resolveOnMainActor(Value.self)
          value = object
          return object
        } catch {
          fatalError("\(error)")
        }
      }
      set { value = newValue }
    }
  }
  // end

  // guide: controller
  final class NoteCountController: UIViewController {
    @Resolved var viewModel: NoteListViewModel

    override func viewDidLoad() {
      super.viewDidLoad()
      title = "\(viewModel.notes.count) notes"
    }
  }
  // end

  @Test func wrapper() {
    AppGraph.current = NotesApp().graph
    defer { AppGraph.current = nil }
    let controller = NoteCountController()
    controller.viewDidLoad()
    #expect(controller.title == "2 notes")
    #expect(controller.viewModel === controller.viewModel)
  }

  @Test func wrapperOfATest() {
    // guide: controller-test
    let controller = NoteCountController()
    controller.viewModel = NoteListViewModel(store: ListedNotes(list: []))
    controller.viewDidLoad()
    #expect(controller.title == "0 notes")
    // end
  }

  // guide: preview
  @MainActor enum Preview {
    static func make<Value>(_ type: Value.Type = Value.self, notes: [Note]) -> Value {
      do {
        let plan = try Plan(modules: [NotesModule()]) { overrides in
          overrides.replace((any NoteStore).self, with: ListedNotes(list: notes))
        }
        return try plan.buildOnMainActor().resolveOnMainActor()
      } catch {
        fatalError("\(error)")
      }
    }
  }
  // end

  @Test func previews() throws {
    // guide: preview-use
    let view = NoteListView(viewModel: Preview.make(notes: [Note(id: 1, text: "A very long title")]))
    #expect(view.viewModel.notes.map(\.text) == ["A very long title"])
    // end
    _ = view.body
  }

  @Test func previewOfOneView() throws {
    // guide: preview-bindings
    let plan = try Plan(modules: [
      Bindings { binder in
        binder.bind((any NoteStore).self, to: ListedNotes(list: []))
        binder.main.factory(DetailViewModel.init(id:store:), argument: Note.ID.self)
      }
    ])
    let makeDetail = try plan.buildOnMainActor().resolve(MainActorFactory<DetailViewModel, Note.ID>.self)
    #expect(try makeDetail(7).note == nil)
    // end
  }
}

// guide: environment
protocol NoteSymbols: Sendable {
  func symbol(for note: Int) -> String
}

struct Bullets: NoteSymbols {
  func symbol(for note: Int) -> String { "•" }
}

struct NoteSymbolsKey: EnvironmentKey {
  static let defaultValue: any NoteSymbols = Bullets()
}

extension EnvironmentValues {
  var noteSymbols: any NoteSymbols {
    get { self[NoteSymbolsKey.self] }
    set { self[NoteSymbolsKey.self] = newValue }
  }
}
// end

#if canImport(SwiftUI)
  extension UserInterfacesGuide {
    // Another file of this target declares a type of this name.
    typealias App = SwiftUI.App
  }
#else
  // Stand-ins for SwiftUI where it does not exist: the names and the isolation that the examples use, so that the same
  // examples compile with both. They draw nothing, and a view reads only the default values of its environment.
  extension UserInterfacesGuide {
    @MainActor protocol App {
      associatedtype Body: Scene
      var body: Body { get }
      init()
    }

    @MainActor protocol Scene {}

    struct WindowGroup<Content: View>: Scene {
      init(content: () -> Content) {}
    }

    @MainActor protocol View {
      associatedtype Body: View
      var body: Body { get }
    }

    struct Text: View {
      init(_ text: String) {}
      var body: Never { fatalError("a stand-in draws nothing") }
    }

    struct List<Row: View>: View {
      init<Item: Identifiable>(_ items: [Item], rowContent: @escaping (Item) -> Row) {}
      var body: Never { fatalError("a stand-in draws nothing") }
    }

    @propertyWrapper struct Environment<Value> {
      let wrappedValue: Value
      init(_ keyPath: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: keyPath] }
    }
  }

  protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
  }

  struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
      get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
      set { values[ObjectIdentifier(key)] = newValue }
    }
  }

  extension UserInterfacesGuide.View {
    func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> Self { self }

    func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> Self { self }
  }

  extension Never: UserInterfacesGuide.View {
    var body: Never { fatalError("a stand-in draws nothing") }
  }
#endif

#if !canImport(UIKit)
  // A stand-in for the class of UIKit, with the members that the example uses.
  extension UserInterfacesGuide {
    @MainActor class UIViewController {
      var title: String?
      func viewDidLoad() {}
    }
  }
#endif
