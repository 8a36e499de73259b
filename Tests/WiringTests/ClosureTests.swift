import Testing
import Wiring

@Suite("Closures without parameters")
struct ClosureTests {
  private func graph<Root>(_ root: Root.Type) throws -> Graph<Root> {
    try plan(Root.self) { $0.bind((any Engine).self, Diesel.init) }.build()
  }

  @Test("() -> T makes objects whose making cannot fail")
  func plain() throws {
    let make = try graph((() -> any Engine).self).root
    #expect(make() !== make())
  }

  @Test("@Sendable () -> T does, too")
  func sendable() throws {
    let make = try graph((@Sendable () -> any Engine).self).root
    #expect(make() !== make())
  }

  @Test("() throws -> T passes errors on")
  func throwing() throws {
    let make = try plan((() throws -> Int).self) { $0.bind(Int.self) { () throws -> Int in throw Refusal() } }.build()
      .root
    #expect(throws: Refusal()) { try make() }
  }

  @Test("@Sendable () throws -> T does, too")
  func sendableThrowing() throws {
    let make = try graph((@Sendable () throws -> any Engine).self).root
    #expect(try make() !== make())
  }

  @Test("nonisolated(nonsending) () async throws -> T awaits")
  func nonsending() async throws {
    let make = try await asyncRoot((nonisolated(nonsending) () async throws -> Int).self)
    #expect(try await make() == 7)
  }

  @Test("nonisolated(nonsending) @Sendable () async throws -> T awaits")
  func sendableNonsending() async throws {
    let make = try await asyncRoot((nonisolated(nonsending) @Sendable () async throws -> Int).self)
    #expect(try await make() == 7)
  }

  @Test("@concurrent () async throws -> T awaits")
  func concurrent() async throws {
    let make = try await asyncRoot((@concurrent () async throws -> Int).self)
    #expect(try await make() == 7)
  }

  @Test("@concurrent @Sendable () async throws -> T awaits")
  func sendableConcurrent() async throws {
    let make = try await asyncRoot((@concurrent @Sendable () async throws -> Int).self)
    #expect(try await make() == 7)
  }

  @Test("@MainActor () -> T makes objects of the main actor")
  @MainActor
  func main() throws {
    #expect(try mainRoot((@MainActor () -> Panel).self)().isReady)
  }

  @Test("@MainActor @Sendable () -> T does, too")
  @MainActor
  func sendableMain() throws {
    #expect(try mainRoot((@MainActor @Sendable () -> Panel).self)().isReady)
  }

  @Test("@MainActor () throws -> T does, too")
  @MainActor
  func throwingMain() throws {
    #expect(try mainRoot((@MainActor () throws -> Panel).self)().isReady)
  }

  @Test("@MainActor @Sendable () throws -> T does, too")
  @MainActor
  func sendableThrowingMain() throws {
    #expect(try mainRoot((@MainActor @Sendable () throws -> Panel).self)().isReady)
  }

  @Test("a closure shares singletons, and makes its own objects of the scope graph on each call")
  func scopes() throws {
    let make = try plan((() throws -> Car).self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.graph)
      binder.bind(Gearbox.init)
      binder.bind(Car.init)
    }.build().root
    let (first, second) = (try make(), try make())
    #expect(first.engine === first.gearbox.engine)
    #expect(first.engine !== second.engine)
  }

  @Test("a binding of the closure's own type wins")
  func explicit() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind((@Sendable () -> Int).self, to: { 2 })
      binder.bind(String.self) { (make: @escaping @Sendable () -> Int) in "\(make())" }
    }.build().root
    #expect(root == "2")
  }

  @Test("its key may be qualified")
  func qualified() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int.self, to: 2).named(Key("second"))
      binder.bind(String.self) { (make: @escaping () -> Int) in "\(make())" }.from(Key("second"))
    }.build().root
    #expect(root == "2")
  }

  @Test("it breaks a cycle, and does not keep the graph when it can say so")
  func cycle() throws {
    final class Node: Sendable {
      let next: @Sendable () throws -> Node
      init(next: @escaping @Sendable () throws -> Node) { self.next = next }
    }
    let graph = try plan(Node.self) { $0.bind(Node.init).scoped(.singleton) }.build()
    #expect(try graph.root.next() === graph.root)
  }

  @Test("a list may be asked for later")
  func list() throws {
    let root = try plan(String.self) { binder in
      binder.contribute(to: Int.self) { 1 }
      binder.contribute(to: Int.self) { 2 }
      binder.bind(String.self) { (make: @escaping () -> [Int]) in "\(make())" }
    }.build().root
    #expect(root == "[1, 2]")
  }

  private func asyncRoot<Root>(_ root: Root.Type) async throws -> Root {
    try await Plan(root, modules: [Bindings { $0.bind(Int.self, async: { () async in 7 }) }]).buildAsync().root
  }

  @MainActor
  private func mainRoot<Root>(_ root: Root.Type) throws -> Root {
    try Plan(root, modules: [Bindings { $0.main.bind(Panel.init) }]).buildOnMainActor().root
  }
}

@MainActor final class Panel {
  let isReady = true
}
