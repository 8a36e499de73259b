import Dispatch
import Foundation
import Testing
import Wiring

@Suite("Concurrency")
struct ConcurrencyTests {
  private static let threads = 16

  @Test("threads that request a new singleton concurrently get the same object, created once", arguments: 0..<50)
  func singletonOnce(round: Int) throws {
    let made = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: round)
      binder.bind((any Engine).self) {
        made.increment()
        return Diesel()
      }.scoped(.singleton)
      binder.bind(Gearbox.init)
    }.build()
    let seen = Locked<Set<ObjectIdentifier>>([])
    let failures = Counter()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      guard let engine = try? graph.resolve(Gearbox.self).engine else {
        failures.increment()
        return
      }
      seen.withLock { _ = $0.insert(ObjectIdentifier(engine)) }
    }
    #expect(failures.value == 0)
    #expect(made.value == 1)
    #expect(seen.withLock { $0.count } == 1)
  }

  @Test("no lock is held while a factory runs: it may wait for another thread that uses the graph")
  func factoryWaitsForAnotherThread() throws {
    let box = Locked<Graph<Int>?>(nil)
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self, Diesel.init).scoped(.singleton)
      binder.bind(String.self) {
        let done = DispatchSemaphore(value: 0)
        let other = box.withLock { $0 }
        DispatchQueue.global().async {
          _ = try? other?.resolve((any Engine).self)
          done.signal()
        }
        done.wait()
        return "made"
      }.scoped(.singleton)
    }.build()
    box.withLock { $0 = graph }
    #expect(try graph.resolve(String.self) == "made")
    box.withLock { $0 = nil }
  }

  @Test("a failure is not stored: the next request creates the singleton")
  func failureIsNotKept() throws {
    let attempts = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self) {
        attempts.increment()
        if attempts.value == 1 { throw Refusal() }
        return Diesel()
      }.scoped(.singleton)
    }.build()
    #expect(throws: Refusal()) { _ = try graph.resolve((any Engine).self) }
    #expect(throws: Never.self) { _ = try graph.resolve((any Engine).self) }
    #expect(attempts.value == 2)
  }

  @Test("opaque singletons that depend on each other on two threads get an error, not a deadlock", arguments: 0..<20)
  func crossedWaits(round: Int) throws {
    let bothBegan = Barrier(2)
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: round)
      binder.bind(
        String.self,
        resolving: { resolver in
          bothBegan.wait()
          return "\(try resolver.resolve(Double.self))"
        }
      ).scoped(.singleton)
      binder.bind(
        Double.self,
        resolving: { resolver in
          bothBegan.wait()
          return Double(try resolver.resolve(String.self).count)
        }
      ).scoped(.singleton)
    }.build()
    let errors = Counter()
    onThreads(2) { index in
      do {
        if index == 0 { _ = try graph.resolve(String.self) } else { _ = try graph.resolve(Double.self) }
      } catch {
        errors.increment()
      }
    }
    #expect(errors.value == 2)
  }

  @Test("opaque singletons of two graphs that wait for each other get an error, not a deadlock", arguments: 0..<20)
  func crossedGraphs(round: Int) throws {
    let (bothBegan, others) = (Barrier(2), Locked<[Int: Graph<Int>]>([:]))
    for index in 0..<2 {
      let graph = try plan(Int.self) { binder in
        binder.bind(Int.self, to: round)
        binder.bind(
          String.self,
          resolving: { _ in
            bothBegan.wait()
            return try others.withLock { $0[1 - index] }?.resolve(String.self) ?? ""
          }
        ).scoped(.singleton)
      }.build()
      others.withLock { $0[index] = graph }
    }
    let errors = Counter()
    let graphs = others.withLock { $0 }
    onThreads(2) { index in
      do { _ = try graphs[index]?.resolve(String.self) } catch { errors.increment() }
    }
    #expect(errors.value == 2)
    others.withLock { $0 = [:] }
  }

  @Test("a thread that waits while the creating thread fails creates the singleton itself", arguments: 0..<20)
  func creatorFails(round: Int) throws {
    let (attempts, began, mayFail) = (Counter(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: round)
      binder.bind((any Engine).self) { () throws -> any Engine in
        guard attempts.increment() == 1 else { return Diesel() }
        began.signal()
        mayFail.wait()
        throw Refusal()
      }.scoped(.singleton)
    }.build()
    let (failures, finished) = (Counter(), DispatchGroup())
    DispatchQueue.global().async(group: finished) {
      if (try? graph.resolve((any Engine).self)) == nil { failures.increment() }
    }
    began.wait()
    DispatchQueue.global().async(group: finished) {
      mayFail.signal()
      if (try? graph.resolve((any Engine).self)) == nil { failures.increment() }
    }
    finished.wait()
    #expect(failures.value == 1)
    #expect(attempts.value == 2)
  }

  @Test("a weak object is created once for threads that retain it concurrently")
  func weakOnce() throws {
    let made = Counter()
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Engine).self) {
        made.increment()
        return Diesel()
      }.scoped(.weak)
    }.build()
    let held = Locked<[any Engine]>([])
    DispatchQueue.concurrentPerform(iterations: Self.threads) { _ in
      guard let engine = try? graph.resolve((any Engine).self) else { return }
      held.withLock { $0.append(engine) }
    }
    #expect(made.value == 1)
    #expect(held.withLock { $0.count } == Self.threads)
  }
}

/// Runs a closure on new threads, each of which can wait for the others on any number of cores.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      body(index)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}

/// A barrier that blocks until a number of threads have arrived, and is open afterwards.
private final class Barrier: Sendable {
  private let missing: Locked<Int>
  private let open = DispatchSemaphore(value: 0)
  private let count: Int

  init(_ count: Int) {
    self.count = count
    missing = Locked(count)
  }

  func wait() {
    let left = missing.withLock {
      $0 -= 1
      return $0
    }
    if left == 0 { for _ in 1..<count { open.signal() } }
    if left > 0 { open.wait() }
  }
}
