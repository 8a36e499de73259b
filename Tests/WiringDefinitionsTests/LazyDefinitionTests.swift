import Testing
import Wiring
import WiringDefinitions

@Suite struct LazyDefinitionTests {
  @Test func `a lazy shared object has one proxy per type`() throws {
    let graph = try Self.plan(Definitions(Definition("drill", Drill.self))).build()

    let drill = try graph.resolve(named: "drill", as: (any PowerTool).self)

    #expect(drill is LazyPowerTool)
    #expect(try graph.resolve(named: "drill", as: (any PowerTool).self) === drill)
    #expect(try graph.resolve((any PowerTool).self) === drill)
    #expect(try graph.resolve(User.self).tool === drill)
    #expect(try graph.resolve(named: Key<any PowerTool>("drill")) === drill)
    #expect(
      try graph.resolve(named: "drill") as? LazyPowerTool === drill, "the only stand-in for whoever takes anything")
  }

  @Test func `a lazy object of a resolution has one proxy there`() throws {
    let graph = try Self.plan(Definitions(Definition("drill", Drill.self, scope: .graph))).build()

    let (pair, other) = (try graph.resolve(Pair.self), try graph.resolve(Pair.self))

    #expect(pair.tool is LazyPowerTool && pair.tool === pair.user.tool)
    #expect(other.tool !== pair.tool)
  }

  @Test func `a child's look-ups return the parent's proxy`() throws {
    let graph = try Self.plan(Definitions(Definition("drill", Drill.self))).build()
    let child = try graph.child(Int.self, modules: [NumberModule()]).build()

    let drill = try graph.resolve((any PowerTool).self)

    #expect(try child.resolve((any PowerTool).self) === drill)
    #expect(try child.resolve(named: "drill", as: (any PowerTool).self) === drill)
  }

  @Test func `a lazy component is found by its protocol's name as a proxy, and not created`() throws {
    let (made, plan) = try Self.counted(Definitions(scan: Scan(types: ["Drill"])))
    let graph = try plan.build()

    let byName = try graph.resolve(named: "PowerTool", as: (any PowerTool).self)
    let all = try graph.resolveAll(named: "PowerTool", as: (any PowerTool).self)

    #expect(byName is LazyPowerTool && all.count == 1 && all[0] === byName)
    #expect(made.value == 0)
  }

  @Test func `the list of several lazy objects makes none of them`() throws {
    let (made, plan) = try Self.counted(
      Definitions(Definition("one", Drill.self), Definition("two", Drill.self)), asking: false)
    let graph = try plan.build()

    let tools = try graph.resolve([any PowerTool].self)

    #expect(tools.count == 2 && tools.allSatisfy { $0 is LazyPowerTool } && made.value == 0)
    #expect(tools.map { $0.turn() } == ["turning", "turning"] && made.value == 2)
  }

  private struct User {
    let tool: any PowerTool
  }

  private struct Pair {
    let tool: any PowerTool
    let user: User
  }

  private struct UserModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(User.self, User.init)
      binder.bind(Pair.self, Pair.init)
      binder.root(Pair.self)
    }
  }

  private struct NumberModule: Module {
    func configure(_ binder: inout Binder) { binder.bind(Int.self, to: 1) }
  }

  private static func plan(_ context: Definitions) throws -> Plan<Void> { try counted(context).plan }

  private static func counted(_ context: Definitions, asking: Bool = true) throws -> (made: Counter, plan: Plan<Void>) {
    let made = Counter()
    var context = context
    context.registry = ComponentRegistry([Drill.wiringComponent], proxies: [LazyProxyRegistration(LazyPowerTool.self)])
    let modules: [any Module] = [CounterModule(made: made)] + (asking ? [UserModule()] : [])
    return (made, try Plan(Void.self, modules: modules, context: context))
  }

  private struct CounterModule: Module {
    let made: Counter

    func configure(_ binder: inout Binder) {
      binder.bind(Counter.self, to: made)
      binder.bind(Void.self, to: ())
    }
  }
}
