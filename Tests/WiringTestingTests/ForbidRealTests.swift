import Testing
import Wiring

@testable import WiringTesting

@Suite(.wired(App.self, modules: [AppModule()]), .forbidExternal)
struct ForbidRealTests {
  @Test func `a real object is an issue when it is made, and not before`() throws {
    let app = try Wired.resolve(App.self)
    try withKnownIssue {
      _ = try app.store()
    } matching: {
      $0.text.contains("forbidden: 'any Store' reaches the file system")
    }
  }

  @Test(.wired(Shelf.self, modules: [PersistenceModule(), Bindings { $0.bind(Shelf.init) }]))
  func `the issue names the way, the place and what to do`() throws {
    try withKnownIssue {
      _ = try Wired.resolve(Shelf.self)
    } matching: { issue in
      issue.text.replacing(/swift:\d+/, with: "swift:14") == """
        forbidden: 'any Store' reaches the file system

          Shelf → any Store

          bound by   any Store ()  WiringTestingTests/Fixtures.swift:14
          required from root Shelf · modules StorageModule

          fix        replace it: .replacing((any Store).self, with: …)
          fix        or let the test reach the file system: .forbidReal(except: (any Store).self)
        """
    }
  }

  @Test func `a graph that the code under test builds is watched, too`() throws {
    let graph = try Plan((any Clock).self, modules: [AppModule()]).build()
    withKnownIssue { _ = try graph.resolve(App.self).store() }
  }

  @Test(.replacing((any Store).self, with: MemoryStore()))
  func `what was replaced is no longer real`() throws {
    #expect(try Wired.resolve(App.self).store().name == "memory")
  }

  @Test(.forbidExternal(except: (any Store).self))
  func `a test may ask for what its suite forbids`() throws {
    #expect(try Wired.resolve(App.self).store().name == "file")
  }

  @Test(.wired(modules: [Bindings { $0.bind(async: Connection.init).external("the network") }]))
  func `an object that takes an await is watched, too`() async throws {
    await withKnownIssue { _ = try await Wired.resolve(Connection.self) }
  }

  @Test(
    .wired(modules: [
      Bindings {
        $0.scope(.session)
        $0.bind(FileStore.init).scoped(in: .session).external("the file system")
      }
    ]))
  func `an object of a scope that is opened elsewhere is watched, too`() async throws {
    let graph = try Wired.graph
    let session = try await Task.detached { try graph.open(.session, with: "Ada") }.value
    withKnownIssue { _ = try session.resolve(FileStore.self) }
  }

  @Test func `what a detached task makes is an issue of the test`() async {
    var wiring = TestWiring()
    wiring.plan = TestPlan(modules: { [AppModule()] }, profile: .test, entry: { _ in })
    wiring.allowedTypes = []
    await withKnownIssue { [wiring] in
      try await wiring.run {
        let graph = try Wired.graph
        _ = try await Task.detached { try graph.resolve((any Store).self) }.value
      }
    }
  }

  @Test func `the parts that no test forbids are left alone`() throws {
    let store = try ExternalAccess.$observer.withValue(nil) {
      try Plan((any Store).self, modules: [PersistenceModule()]).build().root
    }
    #expect(store.name == "file")
  }
}

private struct Shelf: Sendable {
  let store: any Store
}

private struct Connection: Sendable {
  init() async throws { await Task.yield() }
}

extension CustomScope where Context == String {
  static var session: Self { CustomScope("session") }
}

extension Issue {
  fileprivate var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
