import Dispatch
import Testing
import Wiring

@Suite("Lazy")
struct LazyTests {
  private final class Holder: Sendable {
    let lazy: Lazy<any Engine>
    init(lazy: Lazy<any Engine>) { self.lazy = lazy }
  }

  private func holder(_ scope: UnsharedScope = .transient, _ make: @escaping @Sendable () throws -> any Engine) throws
    -> Holder
  {
    try plan(Holder.self) { binder in
      binder.bind((any Engine).self) { () throws -> any Engine in try make() }.scoped(scope)
      binder.bind(Holder.init)
    }.build().root
  }

  @Test("the object is not made before it is used")
  func notBefore() throws {
    let made = Counter()
    let holder = try holder {
      made.increment()
      return Diesel()
    }
    #expect(made.value == 0)
    #expect(!holder.lazy.isMade)
    _ = try holder.lazy.value
    #expect(made.value == 1)
    #expect(holder.lazy.isMade)
  }

  @Test("many threads that use it first get one object, made once", arguments: 0..<20)
  func once(round: Int) throws {
    let made = Counter()
    let holder = try holder {
      made.increment()
      return Diesel()
    }
    let seen = Locked<Set<ObjectIdentifier>>([])
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      guard let engine = try? holder.lazy.value else { return }
      seen.withLock { _ = $0.insert(ObjectIdentifier(engine)) }
    }
    #expect(made.value == 1)
    #expect(seen.withLock { $0.count } == 1)
  }

  @Test("after a factory that threw, the next use tries again")
  func retry() throws {
    let attempts = Counter()
    let holder = try holder {
      if attempts.increment() == 1 { throw Refusal() }
      return Diesel()
    }
    #expect(throws: Refusal()) { _ = try holder.lazy.value }
    #expect(!holder.lazy.isMade)
    let engine = try holder.lazy.value
    #expect(try holder.lazy.value === engine)
    #expect(attempts.value == 2)
  }

  @Test("copies share the object")
  func copies() throws {
    let holder = try holder { Diesel() }
    let copy = holder.lazy
    #expect(try copy.value === holder.lazy.value)
  }

  @Test("each consumer has its own, of an object that is not shared")
  func perConsumer() throws {
    let graph = try plan([Holder].self) { binder in
      binder.bind((any Engine).self, Diesel.init)
      binder.bind(Holder.init)
      binder.bind([Holder].self) { (left: Holder, right: Holder) in [left, right] }
    }.build()
    #expect(try graph.root[0].lazy.value !== graph.root[1].lazy.value)
  }

  @Test("it leads to the singleton that all others have")
  func singleton() throws {
    let graph = try plan(Holder.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Holder.init)
    }.build()
    #expect(try graph.root.lazy.value === graph.resolve((any Engine).self))
  }

  @Test("it breaks a cycle")
  func cycle() throws {
    let graph = try plan(Hen.self) { binder in
      binder.bind(Hen.init).scoped(.singleton)
      binder.bind(Egg.init).scoped(.singleton)
    }.build()
    #expect(try graph.root.egg.value.hen === graph.root)
  }

  @Test("one in a cycle keeps nothing alive, also after it was used")
  func cycleIsFreed() throws {
    weak var hen: Hen?
    weak var egg: Egg?
    do {
      let graph = try plan(Hen.self) { binder in
        binder.bind(Hen.init).scoped(.singleton)
        binder.bind(Egg.init).scoped(.singleton)
      }.build()
      hen = graph.root
      egg = try graph.root.egg.value
      #expect(graph.root.egg.isMade)
    }
    #expect(hen == nil)
    #expect(egg == nil)
  }

  @Test("of a shared object it is made as soon as that exists")
  func isMadeElsewhere() throws {
    let graph = try plan(Holder.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(Holder.init)
    }.build()
    #expect(!graph.root.lazy.isMade)
    _ = try graph.resolve((any Engine).self)
    #expect(graph.root.lazy.isMade)
  }

  @Test(
    "used while its object is being created it throws, as a provider does", arguments: [Scope.singleton, .transient])
  func reentrance(scope: Scope) throws {
    let graph = try plan(Lazy<Library>.self) { binder in
      binder.bind(Library.init).scoped(.singleton)
      binder.bind(Index.init).scoped(scope)
    }.build()
    let error = #expect(throws: ResolutionError.self) { try graph.root.value.index.value }
    #expect(error?.description.hasPrefix("'Index' was requested while it was being created") == true)
  }

  @Test("one in a cycle says that its graph is gone, rather than keep it")
  func graphGone() throws {
    let hen = try plan(Hen.self) { binder in
      binder.bind(Hen.init).scoped(.singleton)
      binder.bind(Egg.init).scoped(.singleton)
    }.build().root
    #expect {
      _ = try hen.egg.value
    } throws: {
      ($0 as? ResolutionError)?.message
        == "the graph of 'Egg' was deallocated; retain it while its objects resolve others"
    }
  }

  @Test("one outside of a cycle works without the graph")
  func withoutGraph() throws {
    let holder = try holder { Diesel() }
    #expect(throws: Never.self) { _ = try holder.lazy.value }
  }

  @Test("it does not excuse a captive dependency")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Holder.self) { binder in
        binder.bind((any Engine).self, Diesel.init).scoped(.graph)
        binder.bind(Holder.init).scoped(.singleton)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("its key may be qualified: it then leads to the key with that qualifier")
  func qualified() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int.self, to: 2).named(Key("second"))
      binder.bind(String.self) { (number: Lazy<Int>) in "\(try number.value)" }.from(Key("second"))
    }.build().root
    #expect(root == "2")
  }

  @Test("an object is viewed as the type that the code names, whatever the metatype is")
  func dynamicView() {
    let lazy = LazyObject<Sloop, Never>(made: Sloop())
    let type: Vessel.Type = Sloop.self
    #expect(lazy.made(as: Sloop.self).object.sails == 1)
    #expect(lazy.made(as: type).object.length == 7)
    for _ in 0..<100_000 { _ = lazy.made(as: type) }
  }

  @Test("one made by hand serves in a test")
  func byHand() throws {
    let lazy = Lazy { 7 }
    #expect(try lazy.value == 7)
  }
}

private class Vessel: @unchecked Sendable { let length = 7 }
private final class Sloop: Vessel, @unchecked Sendable { let sails = 1 }

/// Objects of which the one uses the other while it is created.
final class Library: Sendable {
  let index: Lazy<Index>
  init(index: Lazy<Index>) { self.index = index }
  func size() throws -> Int { try index.value.size }
}

final class Index: Sendable {
  let size: Int
  init(library: Library) throws { size = try library.size() }
}

final class Hen: Sendable {
  let egg: Lazy<Egg>
  init(egg: Lazy<Egg>) { self.egg = egg }
}

final class Egg: Sendable {
  let hen: Hen
  init(hen: Hen) { self.hen = hen }
}
