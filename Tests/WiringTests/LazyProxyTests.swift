import Testing
import Wiring

@Suite("Proxies of lazy bindings")
struct LazyProxyTests {
  @Test("the object is made on the first call, once")
  func firstCall() throws {
    let made = Counter()
    let graph = try plan((any Exporter).self) { binder in
      binder.bind((any Exporter).self) {
        made.increment()
        return Plain()
      }.scoped(.singleton).lazy(LazyExporter.self)
    }.build()
    #expect(made.value == 0)
    #expect([graph.root.name, graph.root.name] == ["plain", "plain"])
    #expect(made.value == 1)
  }

  @Test("a lazy member of a list is made on its first call", arguments: [true, false])
  func memberOfList(isTagged: Bool) throws {
    // Given
    let made = Counter()
    let make: @Sendable () -> any Exporter = {
      made.increment()
      return Plain()
    }
    let graph = try plan([any Exporter].self) { binder in
      if isTagged {
        binder.bind((any Exporter).self, make).named(Key("plain")).scoped(.graph).lazy(LazyExporter.self)
          .tagged(Key<any Exporter>.unqualified)
      } else {
        binder.contribute(to: (any Exporter).self, make).scoped(.graph).lazy(LazyExporter.self)
      }
    }.build()
    #expect(made.value == 0)
    // When and then
    #expect([graph.root[0].name, graph.root[0].name] == ["plain", "plain"])
    #expect(made.value == 1)
  }

  @Test("a lazy member of an outer graph replaces no default of an inner one")
  func memberOfOuterList() throws {
    // Given
    let outer = try plan([any Exporter].self) { binder in
      binder.contribute(to: (any Exporter).self, Plain.init).lazy(LazyExporter.self)
    }.build()
    // When
    let inner = try outer.child(
      (any Exporter).self, modules: [Bindings { $0.bind((any Exporter).self, Markdown.init).byDefault() }])
    // Then
    #expect(try inner.build().root.name == "markdown")
  }

  @Test("two lazy members of one name are reported as such")
  func twoMembersOfOneName() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan([String: any Exporter].self) { binder in
        binder.contribute(to: (any Exporter).self, named: "md", Plain.init).lazy(LazyExporter.self)
        binder.contribute(to: (any Exporter).self, named: "md", Markdown.init)
      }
    }
    #expect(error?.problems.map(\.summary) == ["the list of 'any Exporter' has the name \"md\" 2 times"])
  }

  @Test("a proxy breaks a cycle, and the objects live without the graph")
  func cycle() throws {
    let teller = try plan((any Teller).self) { binder in
      binder.bind((any Teller).self, Narrator.init).scoped(.singleton).lazy(LazyTeller.self)
      binder.bind(Listener.init).scoped(.singleton)
    }.build()
    #expect(teller.root.tell() == "heard")
  }

  @Test("a lazy object that cannot fail is used without a try")
  func withoutTry() {
    let object = LazyObject<String, Never> { "made" }
    #expect(object.made().object == "made")
    #expect(object.isMade)
  }

  @Test("an object whose making can throw what no call can is a problem")
  func failure() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan((any Exporter).self) { binder in
        binder.bind((any Exporter).self) { () throws -> any Exporter in throw Refusal() }.lazy(LazyExporter.self)
      }
    }
    #expect(error?.problems.map(\.code) == [.unreportableFailure])
  }

  @Test("so is one whose later step can throw")
  func failingStep() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan((any Exporter).self) { binder in
        binder.bind((any Exporter).self, Plain.init).then { (_: any Exporter) throws in throw Refusal() }
          .lazy(LazyExporter.self)
      }
    }
    #expect(error?.problems.map(\.code) == [.unreportableFailure])
  }

  @Test("a step that cannot throw is no problem")
  func soundStep() throws {
    let log = Log()
    let graph = try plan((any Exporter).self) { binder in
      binder.bind((any Exporter).self, Plain.init).then { (exporter: any Exporter) in log.note(exporter.name) }
        .lazy(LazyExporter.self)
    }.build()
    #expect(graph.root.name == "plain")
    #expect(log.all == ["plain"])
  }

  @Test("an asynchronous object is a problem, since a call cannot wait")
  func asynchronous() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan((any Exporter).self) { binder in
        binder.bind((any Exporter).self, async: { () async in Plain() }).lazy(LazyExporter.self)
      }
    }
    #expect(error?.problems.map(\.code) == [.async])
  }
}

private protocol Teller: Sendable {
  func tell() -> String
}

private final class Narrator: Teller {
  let listener: Listener
  init(listener: Listener) { self.listener = listener }
  func tell() -> String { listener.hear() }
}

private final class Listener: Sendable {
  let teller: any Teller
  init(teller: any Teller) { self.teller = teller }
  func hear() -> String { teller is Narrator ? "not lazy" : "heard" }
}

private final class LazyTeller: Teller, LazyProxy {
  private let object: LazyObject<any Teller, Never>
  init(_ object: LazyObject<any Teller, Never>) { self.object = object }
  static func proxy(for object: LazyObject<any Teller, Never>) -> any Teller { LazyTeller(object) }
  func tell() -> String {
    object.made().object.tell()
  }
}
