import Synchronization
import Testing
import WiringMacros

/// The time at which a lazy proxy creates its object, and the errors of doing so.
@Suite("Lazy proxies")
struct LazyProxyTests {
  @Test("the object is created on the first call, once")
  func once() {
    let creations = Mutex(0)
    let lazy: any Counter = LazyCounter {
      creations.withLock { $0 += 1 }
      return FixedCounter()
    }
    #expect(creations.withLock { $0 } == 0)
    #expect(lazy.next() == 1)
    #expect(lazy.next() == 1)
    #expect(creations.withLock { $0 } == 1)
  }

  @Test("concurrent calls use one object")
  func concurrently() async {
    let creations = Mutex(0)
    let lazy: any Counter = LazyCounter {
      creations.withLock { $0 += 1 }
      return FixedCounter()
    }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { lazy.next() } }
      for await number in group { #expect(number == 1) }
    }
    #expect(creations.withLock { $0 } == 1)
  }

  @Test("the call throws the error of creating the object, and the next call retries")
  func failure() throws {
    let attempts = Mutex(0)
    let lazy: any Shelf = LazyShelf { () throws(Unlucky) in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt == 1 { throw Unlucky(number: attempt) }
      return OakLibrary()
    }
    #expect(throws: Unlucky(number: 1)) { try lazy.books() }
    #expect(try lazy.books() == ["Emma"])
  }

  @Test("the failure type is one that every requirement can throw")
  func failureTypes() {
    #expect(LazyCounter.ProxyFailure.self == Never.self)
    #expect(LazyShelf.ProxyFailure.self == Unlucky.self)
    #expect(LazyLabelledShelf.ProxyFailure.self == Unlucky.self)
    #expect(LazyLibrary.ProxyFailure.self == Never.self)
    #expect(LazyThrower.ProxyFailure.self == (any Error).self)
  }

  @Test("a proxy can be created for a lazy object")
  func proxyForObject() {
    let object = LazyObject<any Counter, Never> { FixedCounter() }
    let proxy = LazyCounter.proxy(for: object)
    #expect(!object.isMade)
    #expect(proxy.next() == 1)
    #expect(object.isMade)
  }

  @Test("only a proxy of the main actor creates its object there")
  @MainActor func mainActor() async {
    let lazy: any Screen = LazyScreen { MainScreen() }
    lazy.title = "Notes"
    #expect(lazy.title == "Notes")
    #expect(await lazy.load() == "Notes")
    #expect(LazyScreen.isMainActor)
    #expect(LazySubscreen.isMainActor)
    #expect(!LazyCounter.isMainActor)
    #expect(!LazyPanel.isMainActor)
  }

  @Test("the proxy releases the object")
  func release() {
    weak var object: Canary?
    do {
      let lazy: any Song = LazySong { Canary() }
      object = lazy.singer()
      #expect(object != nil)
    }
    #expect(object == nil)
  }

  @Test("the proxy releases the object's views")
  func releaseOfViews() {
    weak var object: Canary?
    do {
      let lazy: any LongSong = LazyLongSong { Canary() }
      object = lazy.singer()
      #expect(lazy.verses() == 2 && lazy.singer() === object)
    }
    #expect(object == nil)
  }
}

@LazyProxy
private protocol Counter: Sendable {
  func next() -> Int
}

private struct FixedCounter: Counter {
  func next() -> Int { 1 }
}

@LazyProxy
private protocol Thrower {
  func one() throws
  func two() throws(any Error)
}

@LazyProxy
@MainActor private protocol Screen: AnyObject {
  var title: String { get set }
  func load() async -> String
}

@LazyProxy
@MainActor private protocol Subscreen: Screen {
  func close()
}

@LazyProxy
@MainActor private protocol Panel {
  func show()
  nonisolated func identity() -> Int
}

@MainActor private final class MainScreen: Screen {
  var title = ""
  func load() async -> String { title }
}

@LazyProxy
private protocol Song {
  func singer() -> Canary
}

@LazyProxy
private protocol LongSong: Song {
  func verses() -> Int
}

private final class Canary: LongSong {
  func singer() -> Canary { self }
  func verses() -> Int { 2 }
}
