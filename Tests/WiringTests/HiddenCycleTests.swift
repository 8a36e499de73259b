import Dispatch
import Testing
import Wiring

/// Cycles that a plan accepts, since a handle breaks them, of initializers that use their handles nevertheless.
@Suite("Hidden cycles")
struct HiddenCycleTests {
  @Test("objects that create each other without end are named", arguments: [nil, 192 << 10, 512 << 10])
  func endless(stackSize: Int?) throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Mill.init)
      binder.bind(Bakery.init)
    }.build()
    let message = Locked("")
    let resolve: @Sendable () -> Void = {
      do { _ = try graph.resolve(Mill.self) } catch { message.withLock { $0 = "\(error)" } }
    }
    if let stackSize { onThread(stackSize: stackSize, resolve) } else { resolve() }
    let text = message.withLock { $0 }
    #expect(text.contains("would never end: "))
    #expect(text.contains("Mill → Bakery → Mill, each") || text.contains("Bakery → Mill → Bakery, each"))
  }

  @Test("asynchronous objects that create each other without end are named")
  func endlessAwaits() async throws {
    typealias Later<Value> = @Sendable () async throws -> Value
    let bindings = Bindings { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Int8.self, async: { (next: @escaping Later<Int16>) async throws in Int8(try await next()) })
      binder.bind(Int16.self, async: { (next: @escaping Later<Int8>) async throws in Int16(try await next()) })
    }
    let graph = try await Plan(Int.self, modules: [bindings]).buildAsync()
    await #expect {
      _ = try await graph.resolveAsync(Int8.self)
    } throws: {
      "\($0)".contains("would never end: ")
    }
  }

  @Test("a chain of dependencies that is too long for the stack is an error", arguments: [128 << 10, 256 << 10])
  func longChain(stackSize: Int) throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Int.self, to: 0).named(Key("0"))
      for number in 1...1500 {
        binder.bind(Int.self) { (previous: Int) in previous + 1 }.named(Key("\(number)")).from(Key("\(number - 1)"))
      }
    }.build()
    let key = Key<Int>("1500")
    let message = Locked("")
    onThread(stackSize: stackSize) {
      do { _ = try graph.resolve(named: key) } catch { message.withLock { $0 = "\(error)" } }
    }
    #expect(message.withLock { $0 }.hasPrefix("the stack of this thread ends before 'Int \""))
    let result = Locked(0)
    onThread(stackSize: 64 << 20) { try? result.withLock { $0 = try graph.resolve(named: key) } }
    #expect(result.withLock { $0 } == 1500)
  }

  @Test("a handle that outlives its graph releases a long chain on a small stack")
  func releasedChain() throws {
    let provider = Locked<Provider<Int>?>(nil)
    do {
      let graph = try plan(Int.self) { binder in
        binder.bind(Int.self, to: 0)
        binder.bind(Int.self, to: 0).named(Key("0"))
        for number in 1...10_000 {
          binder.bind(Int.self) { (previous: Int) in previous + 1 }.named(Key("\(number)")).from(Key("\(number - 1)"))
        }
      }.build()
      let made = try graph.resolve(named: Key<Provider<Int>>("10000"))
      provider.withLock { $0 = made }
    }
    onThread(stackSize: 128 << 10) { provider.withLock { $0 = nil } }
    #expect(provider.withLock { $0 == nil })
  }

  @Test("singletons that use each other while they are created are named")
  func singletons() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 1)
      binder.bind(Mill.init).scoped(.singleton)
      binder.bind(Bakery.init).scoped(.singleton)
    }.build()
    #expect {
      _ = try graph.resolve(Mill.self)
    } throws: {
      ($0 as? ResolutionError)?.message == "'Mill' was requested while it was being created: Mill → Bakery → Mill; "
        + "request it after its initializer returned; a Task that an initializer starts belongs to the creation, too"
    }
  }
}

private struct Mill: Sendable {
  init(_ bakery: Lazy<Bakery>) throws { _ = try bakery.value }
}

private struct Bakery: Sendable {
  init(_ mill: Provider<Mill>) throws { _ = try mill() }
}
