import Dispatch
import Testing
import Wiring

private protocol Music: AnyObject, Sendable {}
private final class Sonata: Music {}
private final class Waltz: Music {}

private final class Stand: Sendable {
  let music: any Music
  init(music: any Music) { self.music = music }
}

private final class Stage: Sendable {
  let left: Stand
  let right: Stand
  init(left: Stand, right: Stand) { (self.left, self.right) = (left, right) }
}

private struct Season: Sendable {
  let year: Int
}

private struct Evening: Sendable {
  let number: Int
}

extension CustomScope where Context == Season {
  fileprivate static var season: Self { CustomScope("season") }
}

extension CustomScope where Context == Evening {
  fileprivate static var evening: Self { CustomScope("evening", within: CustomScope<Season>.season) }
}

/// Lifetimes, and containers with a parent.
extension DITranquillityExpectations {
  private func stage(_ scope: Scope) throws -> Stage {
    try plan { binder in
      binder.bind((any Music).self, Sonata.init).scoped(scope)
      binder.bind(Stand.init)
      binder.bind(Stage.init)
    }.build().resolve(Stage.self)
  }

  @Test("A single object is made when the container starts, if it is declared so")
  func eagerSingle() throws {
    let made = Counter()
    let plan = try plan { $0.bind(Int.self) { made.increment() }.scoped(.singleton).eager() }
    #expect(made.value == 0)

    let graph = try plan.build()

    #expect(made.value == 1)
    #expect(try graph.resolve(Int.self) == 1)
  }

  @Test(
    "An object of a longer lifetime that would keep one of an object graph is refused",
    .differs("docs/errors/W004.md#why-it-is-an-error"))
  func captive() {
    let codes = problemCodes(
      of: try plan { binder in
        binder.bind((any Music).self, Sonata.init).scoped(.graph)
        binder.bind(Stand.init).scoped(.singleton)
      })

    #expect(codes == [.captive])
  }

  @Test("A scope inside another has objects of its own, and shares those of the outer one")
  func innerScope() throws {
    let graph = try plan { binder in
      binder.scope(.season)
      binder.scope(.evening)
      binder.bind((any Music).self, Sonata.init).scoped(in: .season)
      binder.bind(Stand.init).scoped(in: .evening)
    }.build()
    let season = try graph.open(.season, with: Season(year: 1))

    let first = try season.open(.evening, with: Evening(number: 1)).resolve(Stand.self)
    let second = try season.open(.evening, with: Evening(number: 2)).resolve(Stand.self)

    #expect(first !== second)
    #expect(first.music === second.music)
  }

  @Test(
    "An object that the parent makes never gets one that the child registers",
    .differs("Sources/Wiring/Wiring.docc/GraphsInGraphs.md#what-was-rejected"))
  func parentObjects() throws {
    let parent = try plan { binder in
      binder.bind(Stand.init)
      binder.bind((any Music).self, Sonata.init)
    }.build()

    let child = try parent.child(
      NoRoot.self, modules: [MoreBindings { $0.bind((any Music).self, Waltz.init) }]
    ).build()

    #expect(try child.resolve((any Music).self) is Waltz)
    #expect(try child.resolve(Stand.self).music is Sonata)
  }

  @Test("An object without a root of its own is a root when it is declared as one")
  func declaredRoot() throws {
    let bindings: @Sendable (inout Binder) -> Void = { $0.bind((any Music).self, Sonata.init) }

    let silent = try plan(bindings)
    let declared = try plan { binder in
      bindings(&binder)
      binder.root((any Music).self)
    }

    #expect(silent.warnings.map(\.code) == [.unused])
    #expect(declared.warnings == [])
  }

  @Test("Many threads that resolve an object graph each get a graph of their own")
  func threads() throws {
    let graph = try plan { binder in
      binder.bind((any Music).self, Sonata.init).scoped(.graph)
      binder.bind(Stand.init)
      binder.bind(Stage.init)
    }.build()
    let (seen, shared) = (Identities(), Counter())

    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      guard let stage = try? graph.resolve(Stage.self) else { return }
      seen.insert(stage.left.music)
      if stage.left.music === stage.right.music { shared.increment() }
    }

    #expect(shared.value == 32)
    #expect(seen.count == 32)
  }
}
