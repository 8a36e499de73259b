import Testing
import Wiring

protocol Exporter: Sendable { var name: String { get } }
struct Markdown: Exporter { let name = "md" }
struct Plain: Exporter { let name = "txt" }
struct Draft: Sendable { let title: String; let engine: Engine0 }
final class Engine0: Sendable { init() {} }
final class Account: Sendable { let name: String; init(_ name: String) { self.name = name } }
final class Cart: Sendable { let account: Account; init(account: Account) { self.account = account } }
extension CustomScope where Context == Account { static var session: Self { CustomScope("session") } }
final class Handles: Sendable {
  let lazy: Lazy<Engine0>
  let provider: Provider<Engine0>
  let bare: @Sendable () -> Engine0
  let later: @Sendable () async throws -> Engine0
  let all: [any Exporter]
  let byName: [String: any Exporter]
  let none: Draft?
  let draft: Factory<Draft, String>
  init(
    lazy: Lazy<Engine0>, provider: Provider<Engine0>, bare: @escaping @Sendable () -> Engine0,
    later: @escaping @Sendable () async throws -> Engine0, all: [any Exporter], byName: [String: any Exporter],
    none: Draft?, draft: Factory<Draft, String>
  ) {
    self.lazy = lazy
    self.provider = provider
    self.bare = bare
    self.later = later
    self.all = all
    self.byName = byName
    self.none = none
    self.draft = draft
  }
}
@MainActor final class Model { let engine: Engine0; init(engine: Engine0) { self.engine = engine } }
final class View0: Sendable { let model: Model; init(model: Model) { self.model = model } }
actor Database0 { init(engine: Engine0) async throws { await Task.yield() } }
final class Session0: Sendable { let database: Database0; init(database: Database0) { self.database = database } }
struct Command { var engine: Engine0? }
class Coupe: @unchecked Sendable { var engine: Engine0?; func install(_ engine: Engine0) { self.engine = engine } }
struct Loud: Exporter { let inner: any Exporter; var name: String { inner.name.uppercased() } }

struct M: Module {
  let body: @Sendable (inout Binder) -> Void
  func configure(_ binder: inout Binder) { body(&binder) }
}

@Suite struct SmokeTests {
  @Test func handles() async throws {
    let graph = try await Plan(
      Handles.self,
      modules: [
        M { binder in
          binder.bind(Engine0.init).scoped(.singleton)
          binder.bind(Handles.init)
          binder.contribute(to: (any Exporter).self, named: "md", Markdown.init)
          binder.contribute(to: (any Exporter).self, named: "txt", Plain.init)
          binder.factory { (title: String) in { (engine: Engine0) in Draft(title: title, engine: engine) } }
        }
      ]
    ).build()
    let root = graph.root
    #expect(try root.lazy.value === root.provider())
    #expect(try await root.bare() === root.later())
    #expect(root.all.map(\.name) == ["md", "txt"])
    #expect(root.byName["txt"]?.name == "txt")
    #expect(root.none == nil)
    #expect(try root.draft("x").title == "x")
    #expect(try await graph.resolve([any Exporter].self).count == 2)
  }
  @Test func factoryArgument() throws {
    let graph = try Plan(
      Factory<Draft, String>.self,
      modules: [
        M { binder in
          binder.bind(Engine0.init)
          binder.factory(Draft.init(title:engine:), argument: String.self)
        }
      ]
    ).build()
    #expect(try graph.root("y").title == "y")
  }
  @Test func mainAndAsync() async throws {
    let plan = try Plan(
      View0.self,
      modules: [
        M { binder in
          binder.bind(Engine0.init)
          binder.bind(main: Model.init)
          binder.bind(View0.init)
          binder.bind(async: Database0.init).scoped(.singleton)
          binder.bind(Session0.init)
        }
      ])
    let graph = try await plan.build()
    #expect(throws: ResolutionError.self) { try Self.sync(graph) }
    let one = try await graph.resolve(Session0.self)
    async let two = graph.resolve(Session0.self)
    #expect(try await one.database === two.database)
    try await MainActor.run {
      _ = try graph.resolve(main: View0.self); _ = try plan.buildOnMainActor()
    }
    #expect(throws: ResolutionError.self) { try Self.build(plan) }
  }
  static func sync(_ graph: Graph<View0>) throws { _ = try graph.resolve(Session0.self) }
  static func build(_ plan: Plan<View0>) throws { _ = try plan.build() }
  @Test func scopes() throws {
    let graph = try Plan(
      Engine0.self,
      modules: [
        M { binder in
          binder.scope(.session)
          binder.bind(Engine0.init).scoped(.singleton)
          binder.bind(Cart.init).scoped(in: .session)
        }
      ]
    ).build()
    let session = try graph.open(.session, with: Account("a"))
    let other = try graph.open(.session, with: Account("b"))
    #expect(try session.resolve(Cart.self) === session.resolve(Cart.self))
    #expect(try session.resolve(Cart.self).account.name == "a")
    #expect(try other.resolve(Cart.self).account.name == "b")
    #expect(try session.resolve(Engine0.self) === graph.root)
    #expect(throws: ResolutionError.self) { try graph.resolve(Cart.self) }
  }
  @Test func injection() throws {
    let graph = try Plan(
      Coupe.self,
      modules: [
        M { binder in
          binder.bind(Engine0.init).scoped(.singleton)
          binder.bind(Coupe.init).property(\.engine)
          binder.bind(Optional<Engine0>.self) { (e: Engine0) in e }
          binder.injector(for: Command.self) { (command: inout Command, engine: Engine0) in command.engine = engine }
        }
      ]
    ).build()
    #expect(graph.root.engine != nil)
    var command = Command()
    try graph.inject(into: &command)
    #expect(command.engine === graph.root.engine)
    let other = try Plan(
      Coupe.self,
      modules: [
        M { binder in
          binder.bind(Engine0.init).scoped(.singleton)
          binder.bind(Coupe.init).calling(Coupe.install)
        }
      ]
    ).build()
    #expect(other.root.engine != nil)
  }
  @Test func decorators() throws {
    let graph = try Plan(
      (any Exporter).self,
      modules: [
        M { binder in
          binder.bind((any Exporter).self, Markdown.init).scoped(.singleton)
          binder.decorate((any Exporter).self, Loud.init(inner:))
        }
      ]
    ).build()
    #expect(graph.root.name == "MD")
    #expect(try graph.replacing((any Exporter).self, with: Plain()).resolve((any Exporter).self).name == "txt")
  }
  @Test func lifecycle() async throws {
    let log = Locked<[String]>([])
    let graph = try await Plan(
      Cart.self,
      modules: [
        M { binder in
          binder.bind(Account.self) { Account("a") }.scoped(.singleton).onStart { _ in
            log.withLock { $0.append("start account") }
          }.onStop { _ in log.withLock { $0.append("stop account") } }
          binder.bind(Cart.init).scoped(.singleton).onStart { _ in log.withLock { $0.append("start cart") } }.onStop {
            _ in log.withLock { $0.append("stop cart") }
          }
        }
      ]
    ).build()
    try await graph.start()
    try await graph.stop()
    #expect(log.withLock { $0 } == ["start account", "start cart", "stop cart", "stop account"])
  }
}
