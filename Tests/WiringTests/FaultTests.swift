import Dispatch
import Foundation
import Testing
import Wiring

/// Known faults of other containers, each with a test that this one does not have it. Others are tested elsewhere: a singleton
/// that is created twice, and a lock held while a factory runs, in ``ConcurrencyTests``; state that leaks between parallel
/// tests in ``CurrentGraphTests``; an argument of another type in ``FactoryTests``.
@Suite("Known faults of containers")
struct FaultTests {
  @Test("two threads that resolve concurrently neither crash nor leak")
  func twoThreads() throws {
    let living = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Tracked.self) { Tracked(living) }.scoped(.graph)
      binder.bind([Tracked].self) { (first: Tracked, second: Provider<Tracked>) in [first, try second()] }
    }.build()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<20_000 { _ = try? graph.resolve([Tracked].self) }
    }
    #expect(living.value == 0)
  }

  #if os(Linux)
    @Test("a million resolutions do not increase the memory")
    func memory() async {
      // In a separate process, without other allocations.
      await #expect(processExitsWith: .success) {
        let graph = try plan(Int.self) { binder in
          binder.bind(Int.self, to: 0)
          binder.bind((any Engine).self, Diesel.init).scoped(.graph)
          binder.bind(Gearbox.init)
          binder.bind(Car.init)
        }.build()
        func pages() throws -> Int {
          let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
          return Int(numbers[1]) ?? 0
        }
        func resolve(_ count: Int) throws { for _ in 0..<count { _ = try graph.resolve(Car.self) } }
        try resolve(10_000)
        let before = try pages()
        try resolve(1_000_000)
        // A leak of sixteen bytes per resolution would be 3,900 pages.
        #expect(try pages() - before < 500)
      }
    }
  #endif

  @Test("a chain of 10,000 is built on a thread with a large stack, and released on one with a small stack")
  func deepChain() {
    let graph = Locked<Graph<Int8>?>(nil)
    onThread(stackSize: 512 << 20) {
      let built = try? Plan(
        Int8.self, named: Key("0"),
        modules: [
          Bindings { binder in
            for number in 0..<10_000 {
              binder.bind(Int8.self) { (next: Int8) in next }.named(Key("\(number)")).from(Key("\(number + 1)"))
            }
            binder.bind(Int8.self, to: 7).named(Key("10000"))
          }
        ]
      ).build()
      graph.withLock { $0 = built }
    }
    #expect(graph.withLock { $0?.root } == 7)
    onThread(stackSize: 128 << 10) { graph.withLock { $0 = nil } }
  }

  @Test("a chain of 10,000 with a replaced end is released on a thread with a small stack")
  func deepReplacement() {
    let other = Locked<Graph<Void>?>(nil)
    onThread(stackSize: 512 << 20) {
      let graph = try? Plan(
        Int8.self, named: Key("0"),
        modules: [
          Bindings { binder in
            for number in 0..<10_000 {
              binder.bind(Int8.self) { (next: Int8) in next }.named(Key("\(number)")).from(Key("\(number + 1)"))
            }
            binder.bind(Int8.self, to: 7).named(Key("10000"))
          }
        ]
      ).build()
      let replaced = try? graph?.replacing(named: Key<Int8>("10000"), with: 8)
      #expect((try? replaced?.resolve(named: Key<Int8>("0"))) == 8)
      other.withLock { $0 = replaced }
    }
    onThread(stackSize: 128 << 10) { other.withLock { $0 = nil } }
  }

  @Test("an object used during its creation ends the program with a message, also in a release build")
  func fatalMessage() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let box = Locked<LazyObject<Int, Never>?>(nil)
      let object = LazyObject<Int, Never> { box.withLock { $0 }.map { $0.made().object } ?? 0 }
      box.withLock { $0 = object }
      _ = object.made().object
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("the object of 'Int' was used while it was being made"))
  }

  @Test("two types of one name are distinct")
  func sameName() throws {
    func first() -> any Any.Type {
      struct Local: Sendable {}
      return Local.self
    }
    func second() -> any Any.Type {
      struct Local: Sendable {}
      return Local.self
    }
    #expect(AnyKey(first()) != AnyKey(second()))
    #expect(AnyKey(first()).description == AnyKey(second()).description)
  }

  @Test("two local types of one name have separate bindings, and a missing one is reported")
  func sameNameBound() {
    struct Local: Sendable {}
    enum Other {
      struct Local: Sendable {}
    }
    let error = #expect(throws: WiringError.self) {
      _ = try plan(Local.self) { $0.bind(Other.Local.self, Other.Local.init) }
    }
    #expect(error?.problems.map(\.code) == [.missing])
  }

  enum Path: CaseIterable {
    case direct, lazy, provider, closure, owned, optional, list, names, decorator, factory, step, transient
  }

  @Test("every captive dependency is reported, through any kind of dependency", arguments: Path.allCases)
  func captive(path: Path) {
    let error = #expect(throws: WiringError.self) {
      _ = try plan(String.self) { binder in
        binder.bind((any Engine).self, Diesel.init).scoped(.graph)
        switch path {
        case .direct: binder.bind(String.self) { (_: any Engine) in "" }.scoped(.singleton)
        case .lazy: binder.bind(String.self) { (_: Lazy<any Engine>) in "" }.scoped(.singleton)
        case .provider: binder.bind(String.self) { (_: Provider<any Engine>) in "" }.scoped(.singleton)
        case .closure: binder.bind(String.self) { (_: @escaping () -> any Engine) in "" }.scoped(.singleton)
        case .owned: binder.bind(String.self) { (_: Owned<any Engine>) in "" }.scoped(.singleton)
        case .optional: binder.bind(String.self) { (_: (any Engine)?) in "" }.scoped(.singleton)
        case .list:
          binder.contribute(to: Gearbox.self, Gearbox.init)
          binder.bind(String.self) { (_: [Gearbox]) in "" }.scoped(.singleton)
        case .names:
          binder.contribute(to: Gearbox.self, named: "first", Gearbox.init)
          binder.bind(String.self) { (_: [String: Gearbox]) in "" }.scoped(.singleton)
        case .decorator:
          binder.bind(String.self) { "" }.scoped(.singleton)
          binder.decorate(String.self) { (inner: String, _: any Engine) in inner }
        case .factory:
          binder.factory { (_: Int) in { (engine: any Engine) in Gearbox(engine: engine) } }
          binder.bind(String.self) { (_: Factory<Gearbox, Int>) in "" }.scoped(.singleton)
        case .step: binder.bind(String.self) { "" }.scoped(.singleton).then { (_: String, _: any Engine) in }
        case .transient:
          binder.bind(Gearbox.init)
          binder.bind(String.self) { (_: Gearbox) in "" }.scoped(.singleton)
        }
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }
}
