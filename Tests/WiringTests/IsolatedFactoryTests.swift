import Synchronization
import Testing
import Wiring

@Suite("Factories with arguments, of the main actor and asynchronous")
struct IsolatedFactoryTests {
  @Test("A main-actor object is created from an argument and dependencies")
  @MainActor
  func mainActor() throws {
    let screen = try plan(Screen.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.main.bind(Theme.init)
      binder.main.factory(Sheet.init(title:number:theme:), argument: String.self)
      binder.bind(Screen.init)
    }.build().root

    let page = try screen.page("Home")

    #expect(page.title == "Home 7")
    #expect(try screen.page("Home") !== page)
  }

  @Test(
    "A factory with an argument is requested as a closure, that of the same qualifier whichever comes first",
    arguments: [false, true])
  @MainActor
  func closures(isReversed: Bool) throws {
    let declarations: [@Sendable (inout Binder) -> Void] = [
      { binder in binder.factory { (number: Int) in { () in "plain \(number)" } }.named(Key("plain")) },
      { binder in binder.main.factory({ (number: Int) in { @MainActor () in "main \(number)" } }) },
    ]
    let texts = try plan(Texts.self) { binder in
      for declare in isReversed ? declarations.reversed() : declarations { declare(&binder) }
      binder.main.bind { (plain: @escaping (Int) throws -> String, main: @escaping (Int) throws -> String) in
        Texts(plain: plain, main: main)
      }.from(Key("plain"), .unqualified)
    }.buildOnMainActor().root
    #expect(try texts.plain(1) == "plain 1" && texts.main(2) == "main 2")
  }

  @Test("Of a factory for any thread and one of the main actor, a closure calls the former", arguments: [false, true])
  func closureOfEither(isReversed: Bool) throws {
    let declarations: [@Sendable (inout Binder) -> Void] = [
      { binder in binder.factory { (number: Int) in { () in "plain \(number)" } } },
      { binder in binder.main.factory({ (number: Int) in { @MainActor () in "main \(number)" } }) },
    ]
    let graph = try Plan(modules: [
      Bindings { binder in for declare in isReversed ? declarations.reversed() : declarations { declare(&binder) } }
    ]).build()
    #expect(try graph.resolve(((Int) throws -> String).self)(1) == "plain 1")
  }

  @Test("A main-actor factory takes several arguments, in order")
  @MainActor
  func severalArguments() throws {
    let factory = try plan(MainActorFactory<Sheet, String, Int>.self) { binder in
      binder.main.bind(Theme.init)
      binder.main.factory({ (title: String, number: Int) in
        { @MainActor (theme: Theme) in Sheet(title: title, number: number, theme: theme) }
      })
    }.build().root
    #expect(try factory("Home", 3).title == "Home 3")
  }

  @Test("An asynchronous object is created from an argument and dependencies, which may be asynchronous")
  func async() async throws {
    let factory = try plan(AsyncFactory<Download, String>.self) { binder in
      binder.main.bind(Theme.init).sendable()
      binder.bind(async: Network.init)
      binder.factory(async: Download.init(address:network:theme:), argument: String.self)
    }.build().root
    let download = try await factory("a.example")
    #expect(download.address == "a.example")
    #expect(try await factory("a.example") !== download)
  }

  @Test("An asynchronous factory takes several arguments, in order")
  func severalAsync() async throws {
    let factory = try plan(AsyncFactory<String, String, Int>.self) { binder in
      binder.bind(async: Network.init)
      binder.factory(async: { (title: String, number: Int) in
        { @concurrent (network: Network) async in "\(title) \(number)" }
      })
    }.build().root
    #expect(try await factory("a", 1) == "a 1")
  }

  @Test(
    "A factory that is requested as another kind is not one with other arguments",
    arguments: [
      (Isolation.any, Isolation.main, Problem.Code.isolation), (.any, .async, .async), (.main, .any, .missing),
      (.main, .async, .async), (.async, .any, .missing), (.async, .main, .missing),
    ])
  func otherKind(wanted: Isolation, bound: Isolation, code: Problem.Code) throws {
    let module = Bindings { binder in
      switch bound {
      case .any: binder.factory { (_: String) in { 1 } }
      case .main: binder.main.factory({ (_: String) in { @MainActor () in 1 } })
      case .async: binder.factory(async: { (_: String) in { @concurrent () async in 1 } })
      }
      switch wanted {
      case .any: binder.root(Factory<Int, String>.self)
      case .main: binder.root(MainActorFactory<Int, String>.self)
      case .async: binder.root(AsyncFactory<Int, String>.self)
      }
    }
    let error = #expect(throws: WiringError.self) { try Plan(modules: [module]) }
    #expect(error?.problems.map(\.code) == [code])
    #expect(error?.problems.first?.nearMisses.map(\.advice) == ["ask for that type"])
  }

  @Test("The error of an asynchronous factory reaches the caller")
  func failure() async throws {
    let factory = try plan(AsyncFactory<Int, String>.self) { binder in
      binder.factory(
        async: { @concurrent (text: String) async throws -> Int in throw Refused(text: text) }, argument: String.self)
    }.build().root
    await #expect(throws: Refused(text: "no")) { try await factory("no") }
  }

  @Test("A plain factory that needs the main actor names the one that can")
  func wrongIsolation() {
    let error = #expect(throws: WiringError.self) {
      try plan(Factory<String, Int>.self) { binder in
        binder.main.bind(Theme.init)
        binder.factory { (number: Int) in { (theme: Theme) in "\(number)" } }
      }
    }
    #expect(error?.problems.map(\.code) == [.isolation])
    #expect(error?.problems.first?.fixes == ["declare it by binder.main.factory(…), and ask for the MainActorFactory"])
  }

  @Test("A main-actor factory that needs an await names the one that can")
  func wrongAwait() {
    let error = #expect(throws: WiringError.self) {
      try plan(MainActorFactory<String, Int>.self) { binder in
        binder.bind(async: Network.init)
        binder.main.factory({ (number: Int) in { @MainActor (network: Network) in "\(number)" } })
      }
    }
    #expect(error?.problems.map(\.code) == [.async])
    #expect(error?.problems.first?.fixes == ["declare it by binder.factory(async: …), and ask for the AsyncFactory"])
  }

  @Test("A qualified object is resolved on the main actor")
  @MainActor
  func qualified() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.main.bind(Theme.init).sendable()
      binder.bind(Screen.self) { (theme: Theme, number: Int) in
        Screen(page: MainActorFactory { title in Sheet(title: title, number: number, theme: theme) })
      }.named(Key("home"))
    }.build()
    #expect(try graph.resolveOnMainActor(named: Key<Screen>("home")).page("Home").title == "Home 7")
  }

  @Test("Factories made by hand serve in a test")
  @MainActor
  func byHand() async throws {
    #expect(try MainActorFactory { (number: Int) in number + 1 }(1) == 2)
    #expect(try await AsyncFactory { @concurrent (number: Int) in number + 1 }(1) == 2)
  }
}

@Suite("Factories with arguments that share their objects")
struct SharingFactoryTests {
  @Test("A singleton is one object for each argument")
  func singleton() throws {
    let factory = try plan(Factory<Room, String>.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.factory(Room.init(name:number:), argument: String.self).scoped(.singleton)
    }.build().root
    let kitchen = try factory("kitchen")
    #expect(try factory("kitchen") === kitchen)
    #expect(try factory("hall") !== kitchen)
  }

  @Test("All consumers of a factory share its objects, and two graphs do not")
  func consumers() throws {
    let plan = try plan(Factory<Room, String>.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.factory(Room.init(name:number:), argument: String.self).scoped(.singleton)
    }
    let (graph, other) = (try plan.build(), try plan.build())
    #expect(try graph.root("hall") === graph.resolve(Factory<Room, String>.self)("hall"))
    #expect(try graph.root("hall") !== other.root("hall"))
  }

  @Test("A weak object lives while something references it")
  func weak() throws {
    let factory = try plan(Factory<Room, String>.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.factory(Room.init(name:number:), argument: String.self).scoped(.weak)
    }.build().root
    weak var gone: Room?
    do {
      let hall = try factory("hall")
      gone = hall
      #expect(try factory("hall") === hall)
    }
    #expect(gone == nil)
  }

  @Test("A weak object is kept while hundreds of others come and go")
  func weakAmongMany() throws {
    let factory = try plan(Factory<Room, Int>.self) { binder in
      binder.bind(String.self, to: "room")
      binder.factory { (number: Int) in { (name: String) in Room(name: name, number: number) } }.scoped(.weak)
    }.build().root
    let first = try factory(0)
    for number in 1...500 { _ = try factory(number) }
    #expect(try factory(0) === first)
  }

  @Test("Concurrent calls with one argument create one object")
  func concurrent() async throws {
    let made = Mutex(0)
    let factory = try plan(AsyncFactory<Room, String>.self) { binder in
      binder.factory(
        async: { @concurrent (name: String) async in
          made.withLock { $0 += 1 }
          await Task.yield()
          return Room(name: name, number: 0)
        }, argument: String.self
      ).scoped(.singleton)
    }.build().root
    let rooms = try await withThrowingTaskGroup(of: Room.self) { group in
      for index in 0..<100 { group.addTask { try await factory("room \(index % 2)") } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made.withLock(\.self) == 2)
    #expect(Set(rooms.map(ObjectIdentifier.init)).count == 2)
  }

  @Test("A main-actor object is shared, too")
  @MainActor
  func mainActor() throws {
    let factory = try plan(MainActorFactory<Sheet, String>.self) { binder in
      binder.bind(Int.self, to: 7)
      binder.main.bind(Theme.init)
      binder.main.factory(Sheet.init(title:number:theme:), argument: String.self).scoped(.singleton)
    }.build().root
    #expect(try factory("Home") === factory("Home"))
  }

  @Test("A factory that fails is tried again")
  func failure() throws {
    let calls = Mutex(0)
    let factory = try plan(Factory<Room, String>.self) { binder in
      binder.factory { (name: String) in
        { () in
          guard
            calls.withLock({
              $0 += 1; return $0
            }) > 1
          else { throw Refused(text: name) }
          return Room(name: name, number: 0)
        }
      }.scoped(.singleton)
    }.build().root
    #expect(throws: Refused(text: "hall")) { try factory("hall") }
    #expect(try factory("hall") === factory("hall"))
  }

  @Test("A shared object that would hold one of a resolution is refused")
  func captive() {
    let error = #expect(throws: WiringError.self) {
      try plan(Factory<String, Int>.self) { binder in
        binder.bind((any Engine).self, Diesel.init).scoped(.graph)
        binder.factory { (number: Int) in { (engine: any Engine) in "\(number)" } }.scoped(.singleton)
      }
    }
    #expect(error?.problems.map(\.code) == [.captive])
  }
}

private struct Refused: Error, Equatable {
  let text: String
}

private final class Room: Sendable {
  let (name, number): (String, Int)
  init(name: String, number: Int) { (self.name, self.number) = (name, number) }
}

@MainActor private final class Theme {
  init() {}
}

@MainActor private final class Sheet {
  let title: String
  init(title: String, number: Int, theme: Theme) { self.title = "\(title) \(number)" }
}

private struct Screen: Sendable {
  let page: MainActorFactory<Sheet, String>
}

private final class Network: Sendable {
  @concurrent init() async {}
}

private final class Download: Sendable {
  let address: String
  @concurrent init(address: String, network: Network, theme: Theme) async { self.address = address }
}

private struct Texts {
  let plain: (Int) throws -> String
  let main: (Int) throws -> String
}
