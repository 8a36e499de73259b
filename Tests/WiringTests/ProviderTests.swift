import Foundation
import Testing
import Wiring

@Suite("Provider")
struct ProviderTests {
  private final class Garage: Sendable {
    let car: Provider<Car>
    init(car: Provider<Car>) { self.car = car }
  }

  private func graph(engine: Scope, car: Scope = .transient) throws -> Graph<Garage> {
    try plan(Garage.self) { binder in
      binder.bind((any Engine).self, Diesel.init).scoped(engine)
      binder.bind(Gearbox.init)
      binder.bind(Car.init).scoped(car)
      binder.bind(Garage.init)
    }.build()
  }

  @Test("each call makes a new object of a transient binding")
  func transient() throws {
    let garage = try graph(engine: .transient).root
    #expect(try garage.car() !== garage.car())
  }

  @Test("each call returns the one singleton")
  func singleton() throws {
    let graph = try graph(engine: .singleton, car: .singleton)
    #expect(try graph.root.car() === graph.root.car())
    #expect(try graph.root.car() === graph.resolve(Car.self))
  }

  @Test("each call is a resolution: objects of the scope graph are shared within it, and not between calls")
  func frames() throws {
    let garage = try graph(engine: .graph).root
    let (first, second) = (try garage.car(), try garage.car())
    #expect(first.engine === first.gearbox.engine)
    #expect(first.engine !== second.engine)
  }

  @Test("it works when the graph is gone")
  func withoutGraph() throws {
    let garage = try graph(engine: .singleton).root
    #expect(try garage.car().engine === garage.car().engine)
  }

  @Test("one in a cycle says that its graph is gone")
  func graphGone() throws {
    final class Node: Sendable {
      let next: Provider<Node>
      init(next: Provider<Node>) { self.next = next }
    }
    let bindings = try plan(Node.self) { $0.bind(Node.init) }
    let graph = try bindings.build()
    #expect(throws: Never.self) { _ = try graph.root.next().next() }
    let orphan = try bindings.build().root
    #expect {
      _ = try orphan.next()
    } throws: {
      ($0 as? ResolutionError)?.message
        == "the graph of 'ProviderTests.Node' was deallocated; retain it while its objects resolve others"
    }
  }

  @Test("one in a cycle can be called while another thread releases the last owner of its nodes", arguments: 0..<100)
  func released(round: Int) throws {
    final class Part: Sendable {}
    final class Ring: Sendable {
      let next: Provider<Ring>
      init(next: Provider<Ring>, first: Part, second: Provider<Part>, third: Part?) { self.next = next }
    }
    final class Holder: Sendable {
      let ring: Ring
      init(ring: Ring) { self.ring = ring }
    }
    let owner = Locked<Provider<Holder>?>(
      try plan(Provider<Holder>.self) { binder in
        binder.bind(Part.init)
        binder.bind(Ring.init)
        binder.bind(Holder.init)
      }.build().root)
    let next = try #require(try owner.withLock { try $0?().ring.next })
    let thread = Thread {
      for _ in 0..<round { _ = owner.withLock { $0 == nil } }
      owner.withLock { $0 = nil }
    }
    thread.start()
    while (try? next()) != nil {}
    #expect(owner.withLock { $0 == nil })
  }

  @Test("nothing is made before it is called")
  func notBefore() throws {
    let made = Counter()
    let provider = try plan(Provider<Int>.self) { binder in
      binder.bind(Int.self) { made.increment() }
    }.build().root
    #expect(made.value == 0)
    #expect(try [provider(), provider()] == [1, 2])
  }

  @Test("it does not excuse a captive dependency")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Garage.self) { binder in
        binder.bind((any Engine).self, Diesel.init).scoped(.graph)
        binder.bind(Gearbox.init)
        binder.bind(Car.init)
        binder.bind(Garage.init).scoped(.singleton)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }

  @Test("its key may be qualified: it then leads to the key with that qualifier")
  func qualified() throws {
    let root = try plan(String.self) { binder in
      binder.bind(Int.self, to: 2).named(Key("second"))
      binder.bind(String.self) { (number: Provider<Int>) in "\(try number())" }.from(Key("second"))
    }.build().root
    #expect(root == "2")
  }
}
