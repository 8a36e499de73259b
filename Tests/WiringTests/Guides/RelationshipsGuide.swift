import Testing
import Wiring

@Suite("Guide: relationships")
struct RelationshipsGuide {
  // guide: example
  final class SearchIndex: Sendable {
    func find(_ word: String) -> String { "\(word), page 7" }
  }

  final class Page: Sendable {}

  protocol Dictionary: Sendable {
    func meaning(of word: String) -> String
  }

  struct Reader: Sendable {
    let index: Lazy<SearchIndex>  // made when first used, then kept
    let page: Provider<Page>  // asked as often as needed
    let newPage: @Sendable () -> Page  // the same, without naming the container
    let dictionary: (any Dictionary)?  // what is bound, or nil
  }

  struct ReaderModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(SearchIndex.init).scoped(.singleton)
      binder.bind(Page.init)
      binder.bind(Reader.init)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let reader = try Plan(Reader.self, modules: [ReaderModule()]).build().root
    #expect(!reader.index.isMade)
    #expect(try reader.index.value.find("rye") == "rye, page 7")
    #expect(try reader.page() !== reader.page())
    #expect(reader.newPage() !== reader.newPage())
    #expect(reader.dictionary == nil)
    // end
  }

  // guide: resolution
  struct Opening: Sendable {
    let page: Page
    let other: Page
    let later: Lazy<Page>
  }
  // end

  @Test func resolution() throws {
    let module = TestModule<Self> { binder in
      // guide: resolution-bindings
      binder.bind(Page.init).scoped(.graph)
      binder.bind(Opening.init)
      // end
    }
    // guide: resolution-use
    let opening = try Plan(Opening.self, modules: [module]).build().root
    #expect(opening.page === opening.other)
    #expect(try opening.later.value !== opening.page)
    // end
    #expect(try opening.later.value === opening.later.value)
  }

  // guide: circle
  final class Parent: Sendable {
    let child: Provider<Child>
    init(child: Provider<Child>) { self.child = child }
  }

  final class Child: Sendable {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
  }
  // end

  private static let family = TestModule<Self> { binder in
    binder.bind(Parent.init).scoped(.singleton)
    binder.bind(Child.init).scoped(.singleton)
  }

  @Test func circle() throws {
    let plan = try Plan(Parent.self, modules: [Self.family])
    // guide: circle-use
    var graph = Optional(try plan.build())
    let parent = try #require(graph?.root)
    #expect(try parent.child().parent === parent)
    graph = nil
    #expect(throws: ResolutionError.self) { try parent.child() }  // the graph of 'Child' is gone
    // end
  }

  // guide: stand-in
  final class BigDictionary: Dictionary {
    func meaning(of word: String) -> String { "a grain" }
  }

  // What the macro @LazyProxy generates.
  final class LazyDictionary: Dictionary, LazyProxy {
    private let object: LazyObject<any Dictionary, Never>
    init(_ object: LazyObject<any Dictionary, Never>) { self.object = object }
    static func proxy(for object: LazyObject<any Dictionary, Never>) -> any Dictionary { LazyDictionary(object) }
    func meaning(of word: String) -> String { object.made().object.meaning(of: word) }
  }
  // end

  @Test func standIn() throws {
    let module = TestModule<Self> { binder in
      // guide: stand-in-binding
      binder.bind((any Dictionary).self, BigDictionary.init).scoped(.singleton).lazy(LazyDictionary.self)
      // end
    }
    let dictionary = try Plan((any Dictionary).self, modules: [module]).build().root
    #expect(dictionary is LazyDictionary)
    #expect(dictionary.meaning(of: "rye") == "a grain")
  }

  @Test func failure() throws {
    // guide: unreportable
    let error = #expect(throws: WiringError.self) {
      try Plan((() -> Page).self, modules: [FailingModule()])
    }
    #expect(error?.problems.map(\.code) == [.unreportableFailure])
    // end
    #expect(throws: Never.self) { try Plan((() throws -> Page).self, modules: [FailingModule()]) }
  }

  // guide: failing
  struct NoPaper: Error {}

  struct FailingModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Page.self) { () throws(NoPaper) in throw NoPaper() }
    }
  }
  // end

  @Test func owned() async throws {
    let log = Log()
    let module = TestModule<Self> { binder in
      // guide: owned
      binder.bind(Page.init).onStop { _ in log.note("page closed") }
      // end
    }
    let graph = try await Plan(Provider<Owned<Page>>.self, modules: [module]).buildAsync()
    // guide: owned-use
    let page = try graph.root()
    try await page.stop()
    // end
    #expect(log.all == ["page closed"])
  }
}
