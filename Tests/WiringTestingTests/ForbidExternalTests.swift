import Testing
import Wiring

@testable import WiringTesting

@Suite(.wired(App.self, modules: [AppModule()]), .forbidExternal)
struct ForbidExternalTests {
  @Test func `an object with external access is an issue when it is created, and not before`() throws {
    let app = try Wired.resolve(App.self)
    try withKnownIssue {
      _ = try app.store()
    } matching: {
      $0.text.contains("forbidden: 'any Store' reaches the file system")
    }
  }

  @Test(.wired(Shelf.self, modules: [PersistenceModule(), Bindings { $0.bind(Shelf.init) }]))
  func `the issue has the path, the location and the fixes`() throws {
    try withKnownIssue {
      _ = try Wired.resolve(Shelf.self)
    } matching: { issue in
      issue.text.replacing(/swift:\d+/, with: "swift:14") == """
        forbidden: 'any Store' reaches the file system

          Shelf → any Store

          bound by   any Store ()  WiringTestingTests/Fixtures.swift:14
          required from root Shelf · modules PersistenceModule

          fix        replace it: .replacing((any Store).self, with: …)
          fix        or let the test reach the file system: .forbidExternal(except: (any Store).self)
        """
    }
  }

  @Test func `a graph that the code under test builds is monitored too`() throws {
    let graph = try Plan((any Clock).self, modules: [AppModule()]).build()
    withKnownIssue { _ = try graph.resolve(App.self).store() }
  }

  @Test(.replacing((any Store).self, with: MemoryStore()))
  func `a replaced object has no external access`() throws {
    #expect(try Wired.resolve(App.self).store().name == "memory")
  }

  @Test(.forbidExternal(except: (any Store).self))
  func `a test can allow a type that its suite forbids`() throws {
    #expect(try Wired.resolve(App.self).store().name == "file")
  }

  @Test(.wired(modules: [Bindings { $0.bind(async: Connection.init).external("the network") }]))
  func `an object that takes an await is monitored too`() async throws {
    await withKnownIssue { _ = try await Wired.resolveAsync(Connection.self) }
  }

  @Test(
    .wired(modules: [
      Bindings {
        $0.scope(.session)
        $0.bind(FileStore.init).scoped(in: .session).external("the file system")
      }
    ]))
  func `an object of a scope that is opened in a detached task is monitored too`() async throws {
    let graph = try Wired.graph
    let session = try await Task.detached { try graph.open(.session, with: "Ada") }.value
    withKnownIssue { _ = try session.resolve(FileStore.self) }
  }

  @Test func `an object that a detached task creates is an issue of the test`() async {
    var configuration = TestConfiguration()
    configuration.plan = TestPlan(modules: { [AppModule()] }, profile: .test, entry: { _ in })
    configuration.allowedTypes = []
    await withKnownIssue { [configuration] in
      try await configuration.run {
        let graph = try Wired.graph
        _ = try await Task.detached { try graph.resolve((any Store).self) }.value
      }
    }
  }

  @Test func `external access is allowed where no test forbids it`() throws {
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
