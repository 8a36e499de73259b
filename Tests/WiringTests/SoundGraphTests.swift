import Testing
import Wiring
import WiringDefinitions

@Suite("Random sound graphs")
struct SoundGraphTests {
  @Test("each of them respects scopes, and creates no object without a consumer", arguments: 1...150)
  func scopes(seed: UInt64) throws {
    // Given a random plan without problems
    var random = SplitMix64(seed: seed)
    let recipes = Recipe.all(count: 30, using: &random)
    let made = Locked<[Int]>([])
    let shuffled = recipes.shuffled(using: &random)
    let plan = try Plan(
      Item.self, named: Key("0"),
      modules: [Bindings { binder in for recipe in shuffled { recipe.declare(in: &binder, made) } }])
    // When it is built
    let graph = try plan.build()
    let first = graph.root
    // Then the root's immediate dependencies exist, and nothing else
    var needed: Set<Int> = []
    var queue = [0]
    while let number = queue.popLast() {
      if needed.insert(number).inserted { queue += recipes[number].direct }
    }
    #expect(Set(made.withLock { $0 }) == needed, "seed \(seed)")
    // And all consumers of a singleton, or of an object of one resolution, have the same object
    let second = try graph.resolve(named: Key<Item>("0"))
    let (firsts, seconds) = (first.all, second.all)
    for number in needed {
      let identities = Set((firsts[number] ?? []).map(ObjectIdentifier.init))
      let others = Set((seconds[number] ?? []).map(ObjectIdentifier.init))
      switch recipes[number].scope {
      case .singleton: #expect(identities.count == 1 && identities == others, "seed \(seed), number \(number)")
      case .graph: #expect(identities.count == 1 && identities != others, "seed \(seed), number \(number)")
      default: #expect(identities.isDisjoint(with: others) || recipes[number].isHeldByShared, "seed \(seed)")
      }
    }
    // And handles resolve the same singletons, and new objects otherwise
    for item in firsts.values.joined() {
      for handle in item.handles {
        let (one, other) = (try handle.item(), try handle.item())
        let isShared = recipes[one.number].scope == .singleton
        #expect((one === other) == (isShared || handle.isLazy), "seed \(seed), number \(one.number)")
      }
    }
  }
}

extension SoundGraphTests {
  /// What a program can see of a plan and of its graph.
  private struct Observed {
    var text: String
    /// The bindings without their order, which is that of their declaration.
    var bindings: [String]
    var warnings: [Problem]
    var made: [Int]
    var shape: [String]
  }

  @Test("the order of bindings changes nothing that can be observed", arguments: 1...150)
  func order(seed: UInt64) throws {
    // Given the same random bindings in two orders, in modules that are listed in two orders
    var random = SplitMix64(seed: seed)
    let recipes = Recipe.all(count: 20, using: &random)
    let observed = try (0..<3).map { _ in
      let (left, right) = (recipes.prefix(10).shuffled(using: &random), recipes.suffix(10).shuffled(using: &random))
      let made = Locked<[Int]>([])
      let modules: [any Module] = [
        TestModule<Left> { binder in for recipe in left { recipe.declare(in: &binder, made) } },
        TestModule<Right> { binder in for recipe in right { recipe.declare(in: &binder, made) } },
      ]
      let plan = try Plan(Item.self, named: Key("0"), modules: modules.shuffled(using: &random))
      // When
      let graph = try plan.build()
      let items = try recipes.map { try graph.resolve(named: Key<Item>("\($0.number)")) }
      return Observed(
        text: plan.description.text, bindings: Self.sortedBindings(of: plan.description), warnings: plan.warnings,
        made: made.withLock { $0 },
        shape: items.map(\.shape))
    }
    // Then
    for other in observed.dropFirst() {
      #expect(other.text == observed[0].text, "seed \(seed)")
      #expect(other.bindings == observed[0].bindings, "seed \(seed)")
      #expect(other.warnings == observed[0].warnings, "seed \(seed)")
      #expect(other.made == observed[0].made, "seed \(seed)")
      #expect(other.shape == observed[0].shape, "seed \(seed)")
    }
  }
}

extension SoundGraphTests {
  fileprivate static func sortedBindings(of graph: GraphDescription) -> [String] {
    let bindings = graph.bindings
    return bindings.map { binding in
      let needs = binding.dependencies.map { bindings[$0].key.description }.joined(separator: ", ")
      return "\(binding.key) \(binding.scope.name) \(binding.kind) \(binding.isolation) \(binding.module): \(needs)"
    }.sorted()
  }
}

private enum Left {}
private enum Right {}

private final class Item: Sendable {
  struct Handle: Sendable {
    let isLazy: Bool
    let item: @Sendable () throws -> Item
  }

  let number: Int
  let parts: [Item]
  let handles: [Handle]

  init(_ number: Int, _ parts: [Item] = [], _ handles: [Handle] = []) {
    (self.number, self.parts, self.handles) = (number, parts, handles)
  }

  /// The numbers of the object and its parts.
  var shape: String { "\(number)(\(parts.map(\.shape).joined(separator: " ")) \(handles.map(\.isLazy)))" }

  /// The object and its immediate dependencies, direct or not, by number.
  var all: [Int: [Item]] {
    var all: [Int: [Item]] = [:]
    var queue = [self]
    while let item = queue.popLast() {
      if all[item.number]?.contains(where: { $0 === item }) == true { continue }
      all[item.number, default: []].append(item)
      queue += item.parts
    }
    return all
  }
}

/// The recipe of an item, from items of higher numbers.
private struct Recipe: Sendable {
  enum Form: CaseIterable { case leaf, direct, directAndLazy, lazyAndProvider, providerAndClosure, list }

  let number: Int
  let form: Form
  let others: [Int]
  var scope: Scope
  /// Whether a shared item depends on it, so that two resolutions can share it.
  var isHeldByShared = false

  /// The numbers of the immediate dependencies.
  var direct: [Int] {
    switch form {
    case .leaf, .lazyAndProvider, .providerAndClosure: []
    case .direct, .list: others
    case .directAndLazy: [others[0]]
    }
  }

  static func all(count: Int, using random: inout SplitMix64) -> [Recipe] {
    var recipes: [Recipe] = []
    var holdsShortLived = [Bool](repeating: false, count: count)
    for number in (0..<count).reversed() {
      var recipe = Recipe(
        number: number, form: number > count - 3 ? .leaf : Form.allCases.randomElement(using: &random) ?? .leaf,
        others: number > count - 3 ? [] : (0..<2).map { _ in Int.random(in: number + 1..<count, using: &random) },
        scope: [.transient, .graph, .singleton].randomElement(using: &random) ?? .transient)
      let others = recipe.form == .leaf ? [] : recipe.others
      let holds = others.contains { holdsShortLived[$0] }
      // Gets a shorter lifetime where it would be a captive dependency.
      if holds, recipe.scope == .singleton { recipe.scope = .graph }
      holdsShortLived[number] = recipe.scope == .graph || (holds && recipe.scope == .transient)
      recipes.append(recipe)
    }
    recipes.reverse()
    for index in recipes.indices where recipes[index].scope == .singleton || recipes[index].isHeldByShared {
      for other in recipes[index].direct { recipes[other].isHeldByShared = true }
    }
    return recipes
  }

  func declare(in binder: inout Binder, _ made: Locked<[Int]>) {
    let number = number
    let key = Key<Item>("\(number)")
    let make: @Sendable ([Item], [Item.Handle]) -> Item = { parts, handles in
      made.withLock { $0.append(number) }
      return Item(number, parts, handles)
    }
    switch form {
    case .leaf: binder.bind(Item.self) { make([], []) }.named(key).scoped(scope)
    case .direct:
      binder.bind(Item.self) { (a: Item, b: Item) in make([a, b], []) }.named(key).from(
        Key("\(others[0])"), Key("\(others[1])")
      )
      .scoped(scope)
    case .directAndLazy:
      binder.bind(Item.self) { (a: Item, b: Lazy<Item>) in
        make([a], [Item.Handle(isLazy: true) { try b.value }])
      }.named(key).from(Key("\(others[0])"), Key("\(others[1])")).scoped(scope)
    case .lazyAndProvider:
      binder.bind(Item.self) { (a: Lazy<Item>, b: Provider<Item>) in
        make([], [Item.Handle(isLazy: true) { try a.value }, Item.Handle(isLazy: false) { try b() }])
      }.named(key).from(Key("\(others[0])"), Key("\(others[1])")).scoped(scope)
    case .providerAndClosure:
      binder.bind(Item.self) { (a: Provider<Item>, b: @escaping @Sendable () -> Item) in
        make([], [Item.Handle(isLazy: false) { try a() }, Item.Handle(isLazy: false) { b() }])
      }.named(key).from(Key("\(others[0])"), Key("\(others[1])")).scoped(scope)
    case .list:
      binder.contribute(to: Item.self) { (a: Item) in a }.named(Key("list \(number)")).from(Key("\(others[0])"))
      binder.contribute(to: Item.self) { (b: Item) in b }.named(Key("list \(number)")).from(Key("\(others[1])"))
      binder.bind(Item.self) { (list: [Item]) in make(list, []) }.named(key).from(Key("list \(number)")).scoped(scope)
    }
  }
}
