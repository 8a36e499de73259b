import Dispatch
import Testing
import Wiring

/// The code of a program's types runs under no lock of the library, whoever releases, compares or describes an object.
@Suite("Locks")
struct LockTests {
  /// An object of a scope whose end opens the scope once more.
  private final class Visit: Sendable {
    let log: Counter
    let reopen: @Sendable () -> Void
    init(number: Int, visits: Visits) { (log, reopen) = (visits.ended, visits.reopen) }
    deinit {
      log.increment()
      reopen()
    }
  }

  private final class Visits: Sendable {
    let ended = Counter()
    private let graph = Locked<Graph<String>?>(nil)

    func use(_ graph: Graph<String>?) { self.graph.withLock { $0 = graph } }
    func reopen() { _ = try? graph.withLock { $0 }?.open(CustomScope<Int>("visit"), with: 0) }
  }

  @Test("an object of a scope may open the scope when it is released, on many threads", arguments: 0..<3)
  func scopes(round: Int) throws {
    let visits = Visits()
    let graph = try plan(String.self) { binder in
      binder.bind(String.self, to: "")
      binder.bind(Visits.self, to: visits)
      binder.scope(CustomScope<Int>("visit"))
      binder.bind(Visit.init).scoped(in: CustomScope<Int>("visit")).onStop { _ in }
    }.build()
    visits.use(graph)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<200 {
        _ = try? graph.open(CustomScope<Int>("visit"), with: thread * 1000 + number).resolve(Visit.self)
      }
    }
    visits.use(nil)
    #expect(visits.ended.value == 800)
  }

  /// An argument whose code calls the factory.
  private struct Argument: Hashable, Sendable {
    let number: Int
    let callback: Callback

    static func == (left: Self, right: Self) -> Bool {
      left.callback.run()
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      callback.run()
      hasher.combine(number % 2)
    }
  }

  private final class Callback: Sendable {
    private let body = Locked<(@Sendable () -> Void)?>(nil)
    private let depth = Counter()

    func set(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }
    func run() {
      guard depth.increment() < 3 else { return depth.decrement() }
      self.body.withLock { $0 }?()
      depth.decrement()
    }
  }

  private final class Conversation: Sendable {
    let callback: Callback
    init(argument: Argument) { callback = argument.callback }
    deinit { callback.run() }
  }

  @Test(
    "an argument may call its factory when it is compared, and an object when it is released",
    arguments: [Scope.weak, .singleton])
  func arguments(scope: Scope) throws {
    let callback = Callback()
    let factory = try plan(Factory<Conversation, Argument>.self) { binder in
      binder.factory { (argument: Argument) in { () in Conversation(argument: argument) } }.scoped(scope)
    }.build().root
    callback.set { _ = try? factory(Argument(number: 7, callback: Callback())) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<100 { _ = try? factory(Argument(number: number, callback: callback)) }
    }
    callback.set(nil)
    let kept = try factory(Argument(number: 1000, callback: callback))
    #expect(try factory(Argument(number: 1000, callback: callback)) === kept)
  }

  @Test("arguments whose object could not be created are not kept")
  func failedCreation() throws {
    final class Name: Sendable, Hashable {
      static func == (left: Name, right: Name) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    let factory = try plan(Factory<Diesel, Name>.self) { binder in
      binder.factory { (name: Name) in { () throws -> Diesel in throw Refusal() } }.scoped(.singleton)
    }.build().root
    weak var name: Name?
    do {
      let argument = Name()
      name = argument
      #expect(throws: Refusal.self) { try factory(argument) }
    }
    #expect(name == nil)
  }
}
