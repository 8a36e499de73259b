import Synchronization
import Testing
import Wiring

@Suite("Lists of handles, and subsets of lists")
struct HandleListTests {
  @Test("A list of lazy objects creates each on its first use")
  func lazy() throws {
    let made = PartCounter()
    let list = try plan([Lazy<Part>].self) { binder in
      binder.contribute(to: Part.self) { made.part(1) }
      binder.contribute(to: Part.self) { made.part(2) }
    }.build().root
    #expect(made.count == 0)
    #expect(try list[1].value.number == 2)
    #expect(made.count == 1)
    #expect(try list[0].value.number == 1)
  }

  @Test("A dictionary of providers has the named contributions")
  func providers() throws {
    let made = PartCounter()
    let parts = try plan([String: Provider<Part>].self) { binder in
      binder.contribute(to: Part.self, named: "one") { made.part(1) }
      binder.contribute(to: Part.self) { made.part(2) }
    }.build().root
    #expect(Set(parts.keys) == ["one"])
    #expect(try parts["one"]?().number == 1)
    #expect(try parts["one"]?() !== parts["one"]?())
  }

  @Test("Contributions that need each other through handles are no cycle")
  func cycle() throws {
    struct Menu: Sendable {
      let title: String
      let others: [Lazy<Menu>]
    }
    let menus = try plan([Menu].self) { binder in
      binder.contribute(to: Menu.self) { (others: [Lazy<Menu>]) in Menu(title: "a", others: others) }
      binder.contribute(to: Menu.self) { (others: [Lazy<Menu>]) in Menu(title: "b", others: others) }
    }.build()
    #expect(try menus.root[0].others.map { try $0.value.title } == ["a", "b"])
  }

  @Test("A list of handles can be looked up, also where nothing requests it")
  func lookUp() throws {
    let made = PartCounter()
    let graph = try plan([Part].self) { $0.contribute(to: Part.self) { made.part(7) } }.build()
    #expect(try graph.resolve([Lazy<Part>].self).map { try $0.value.number } == [7])
  }

  @Test("A list of handles without contributions is missing, unless a module allows it to be empty")
  func empty() throws {
    let error = #expect(throws: WiringError.self) { try plan([Lazy<Part>].self) { _ in } }
    #expect(error?.problems.map(\.code) == [.missing])
    #expect(try plan([Lazy<Part>].self) { $0.mayBeEmpty(Part.self) }.build().root.isEmpty)
  }

  @Test("An optional list of handles does not depend on other requests for it", arguments: [false, true])
  func optional(isRequestedElsewhere: Bool) throws {
    let count = try plan(Int.self) { binder in
      binder.contribute(to: (any Engine).self) { Diesel() as any Engine }
      if isRequestedElsewhere { binder.requires([Lazy<any Engine>].self) }
      binder.bind(Int.self) { (engines: [Lazy<any Engine>]?) in engines?.count ?? -1 }
    }.build().root
    #expect(count == 1)
  }

  @Test("A tagged contribution is in the whole list and in that of its tag")
  func tags() throws {
    let graph = try plan([Int].self) { binder in
      binder.contribute(to: Int.self) { 1 }.tagged(.odd)
      binder.contribute(to: Int.self) { 2 }
      binder.contribute(to: Int.self) { 3 }.tagged(.odd, .prime)
      binder.root(named: Key<[Int]>("odd"))
      binder.root(named: Key<[Int]>("prime"))
    }.build()
    #expect(graph.root == [1, 2, 3])
    #expect(try graph.resolve(named: Key<[Int]>("odd")) == [1, 3])
    #expect(try graph.resolve(named: Key<[Int]>("prime")) == [3])
  }
}

@Suite("Tagged bindings")
struct TaggedBindingTests {
  @Test("A tagged binding keeps its key, and joins the list of its tag")
  func binding() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self) { 1 }.tagged(.odd)
      binder.bind(Int.self) { 3 }.named(Key("other")).tagged(.odd)
      binder.root(named: Key<[Int]>("odd"))
    }.build()
    #expect(graph.root == 1)
    #expect(try graph.resolve(named: Key<[Int]>("odd")) == [1, 3])
  }

  @Test("The key of the list is a tag, too, so that one key serves members and consumers")
  func keyOfTheList() throws {
    let graph = try plan(String.self) { binder in
      binder.bind(Int.self) { 2 }.tagged(.even)
      binder.contribute(to: Int.self) { 4 }.tagged(.even)
      binder.bind(String.self) { (even: [Int]) in "\(even)" }.from(.even)
    }.build()
    #expect(graph.root == "[2, 4]")
    #expect(try graph.resolve(named: Key<[Lazy<Int>]>("even")).map { try $0.value } == [2, 4])
  }
}

extension Key where Value == [Int] {
  fileprivate static var even: Self { Key("even") }
}

extension Key where Value == Int {
  fileprivate static var odd: Self { Key("odd") }
  fileprivate static var prime: Self { Key("prime") }
}

private final class Part: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

private final class PartCounter: Sendable {
  private let made = Mutex(0)
  var count: Int { made.withLock(\.self) }

  func part(_ number: Int) -> Part {
    made.withLock { $0 += 1 }
    return Part(number: number)
  }
}
