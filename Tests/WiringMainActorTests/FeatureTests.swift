import Testing
import Wiring
import WiringTesting

@Suite struct FeatureTests {
  private func graph(
    overrides: (inout Overrides) -> Void = { _ in }, _ bindings: @escaping @Sendable (inout MainActorBinder) -> Void
  ) throws -> Graph<Void> {
    try Plan(
      modules: [
        Bindings { binder in
          var main = binder.main
          bindings(&main)
        }
      ], overrides: overrides
    ).buildOnMainActor()
  }

  @Test func `a session shares objects that are not Sendable`() throws {
    let graph = try graph { binder in
      binder.anywhere.scope(.session)
      binder.bind(Cart.init).scoped(in: .session)
      binder.bind(Checkout.init)
      binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
    }

    let session = try graph.open(.session, with: Account(name: "Ada"))
    let (first, second) = (try session.resolveOnMainActor(Checkout.self), try session.resolveOnMainActor(Checkout.self))

    #expect(first.cart === second.cart)
    #expect(first.cart.account.name == "Ada")
  }

  @Test func `a key distinguishes two routers`() throws {
    let graph = try graph { binder in
      binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
      binder.bind((any Router).self, ModalRouter.init).named(.modal).scoped(.singleton)
      binder.bind(Tabs.init).from(.unqualified, .modal)
    }

    let tabs = try graph.resolveOnMainActor(Tabs.self)

    #expect(tabs.router is StackRouter)
    #expect(tabs.modal is ModalRouter)
  }

  @Test func `steps run on the new object`() throws {
    let graph = try graph { binder in
      binder.bind(Theme.init)
      binder.bind(Log.init)
      binder.bind(Player.init).calling(Player.use).then { (player: Player, log: Log) in player.log = log }
    }

    let player = try graph.resolveOnMainActor(Player.self)

    #expect(player.theme != nil)
    #expect(player.log != nil)
  }

  @Test func `hooks run on the main actor`() async throws {
    let graph = try graph { binder in
      binder.bind(Player.init).scoped(.singleton).onStart { await $0.start() }.onStop { await $0.stop() }
    }

    try await graph.start()
    try await graph.stop()

    #expect(try graph.resolveOnMainActor(Player.self).events == ["start", "stop"])
  }

  @Test func `an asynchronous dependency is awaited`() async throws {
    let plan = try Plan(
      Dashboard.self,
      modules: [
        Bindings { binder in
          binder.main.anywhere.bind(async: Database.open).scoped(.singleton)
          binder.main.bind(Counter.init).scoped(.singleton)
          binder.main.bind(Log.init).scoped(.singleton)
          binder.main.bind(Dashboard.init)
        }
      ])

    let dashboard = try await plan.buildAsync().root

    #expect(await dashboard.counter.database.count() == 3)
  }

  @Test func `handles create objects later`() throws {
    Page.count = 0
    let graph = try graph { binder in
      binder.bind(Log.init).scoped(.singleton)
      binder.bind(Page.init)
      binder.bind(Shelf.init)
    }

    let shelf = try graph.resolveOnMainActor(Shelf.self)
    #expect(Page.count == 1)
    let (page, other) = (try shelf.makePage(), try shelf.makePage())

    #expect([shelf.cover.value.number, page.number, other.number] == [1, 2, 3])
    #expect(page.log === other.log)
  }

  @Test func `an override replaces an object in its scope`() throws {
    let plan = try Plan(HomeModel.self, modules: [AppModule()]) { overrides in
      overrides.main.bind((any Router).self, RecordingRouter.init)
      overrides.main.bind(User.self, to: User(name: "Grace"))
    }
    let home = try plan.buildOnMainActor().root

    try home.list.show(1)

    #expect(home.user.name == "Grace")
    #expect((home.list.router as? RecordingRouter)?.screens == ["detail 1"])
  }

  @Test(.wired(HomeModel.self, modules: [AppModule()]))
  func `a test has a graph`() async throws {
    let home = try await Wired.resolveAsync(HomeModel.self)
    #expect(home.user.name == "Ada")
  }

  @Test(
    .wired(HomeModel.self, modules: [AppModule()]) { overrides in
      overrides.main.bind((any Router).self, RecordingRouter.init)
    })
  func `a trait replaces an object`() async throws {
    let home = try await Wired.resolveAsync(HomeModel.self)
    #expect(home.list.router is RecordingRouter)
  }

  @Test(.wired(HomeModel.self, modules: [AppModule()]), .replacing((any Router).self, main: RecordingRouter()))
  func `a trait replaces an object by a value`() throws {
    let home = try Wired.resolveOnMainActor(HomeModel.self)
    #expect(home.list.router is RecordingRouter)
  }

  @Test func `a proxy creates its object on the first call`() throws {
    Parrot.count = 0
    let graph = try graph { binder in
      binder.bind((any Speaker).self, Parrot.init).scoped(.singleton).lazy(LazySpeaker.self)
      binder.bind(Show.init)
    }

    let show = try graph.resolveOnMainActor(Show.self)
    #expect(Parrot.count == 0)

    #expect(try show.speaker.say("hello") == "hello hello")
    #expect(Parrot.count == 1)
  }

  @Test func `an object of a framework is injected`() throws {
    let graph = try graph { binder in
      binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
      binder.injector(for: Controller.self) { (controller: inout Controller, router: any Router) in
        controller.router = router
      }
    }
    var controller = Controller()

    try graph.injectOnMainActor(into: &controller)

    #expect(controller.router is StackRouter)
  }

  @Test func `one object of a graph is replaced`() throws {
    let graph = try Plan(HomeModel.self, modules: [AppModule()]).buildOnMainActor()
    let router = RecordingRouter()

    let other = try graph.replacing((any Router).self, main: router)
    try other.resolveOnMainActor(HomeModel.self).list.show(1)

    #expect(router.screens == ["detail 1"])
    #expect((graph.root.list.router as? StackRouter)?.stack == [])
  }

  @Test func `an object of another thread cannot have one of the main actor`() async throws {
    let graph = try Plan(HomeModel.self, modules: [AppModule()]).buildOnMainActor()

    let error = await Task.detached { [graph = try graph.erased] in
      await #expect(throws: ResolutionError.self) { _ = try await graph.resolveAsync(ListModel.self).titles }
    }.value

    #expect(error?.description.hasPrefix("'ListModel' stays on the main actor; ") == true)
  }

  @Test func `an object is released on the main actor wherever its graph ends`() async throws {
    let (stream, continuation) = AsyncStream<Bool>.makeStream()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    try releaseElsewhere(
      graph { binder in binder.bind(Sentinel.self) { Sentinel(continuation) }.scoped(.singleton) }, after: gate)

    opener.finish()

    var endings = stream.makeAsyncIterator()
    #expect(await endings.next() == true)
  }

  @Test func `a graph performs a body where its caller is`() async throws {
    let graph = try graph { binder in binder.bind(Log.init) }
    #expect(await performsOnMainActor(graph))
  }

  @Test func `an object whose asynchronous creation fails ends on the main actor`() async throws {
    let (stream, continuation) = AsyncStream<Bool>.makeStream()
    let graph = try graph { binder in
      binder.anywhere.bind(async: Database.open).scoped(.singleton)
      binder.bind(Sentinel.self) { (_: Database) in Sentinel(continuation) }.scoped(.singleton)
        .then { (_: Sentinel) throws(Refused) in throw Refused() }
    }

    await #expect(throws: Refused.self) { _ = try await graph.resolveAsync(Sentinel.self).continuation }

    var endings = stream.makeAsyncIterator()
    #expect(await endings.next() == true)
  }

  @Test func `the stop hook of a weak object runs once for it`() async throws {
    let graph = try graph { binder in
      binder.bind(Player.init).scoped(.weak).onStop { await $0.stop() }
    }
    let player = try graph.resolveOnMainActor(Player.self)

    try await graph.stop()
    try await graph.stop()

    #expect(player.events == ["stop"])
  }

  @Test func `a value that replaces an object of a session belongs to the session`() throws {
    let graph = try graph(overrides: { $0.main.bind(Cart.self, to: Cart(account: Account(name: "Grace"))) }) { binder in
      binder.anywhere.scope(.session)
      binder.bind(Cart.init).scoped(in: .session)
    }

    let sessions = try (1...2).map { _ in try graph.open(.session, with: Account(name: "Ada")) }
    let carts = try sessions.map { try $0.resolveOnMainActor(Cart.self) }

    #expect(carts[0] !== carts[1] && carts[0].account.name == "Grace")
    #expect(try sessions[0].resolveOnMainActor(Cart.self) === carts[0])
  }

  /// Returns whether a body that a function without isolation passes to a graph runs on the main actor.
  private nonisolated func performsOnMainActor(_ graph: Graph<Void>) async -> Bool {
    await graph.perform { await isOnMainActor() }
  }

  private nonisolated func isOnMainActor() async -> Bool {
    let isolation: (any Actor)? = #isolation
    return isolation === MainActor.shared
  }

  /// Lets the last reference to a graph end in a detached task, once no other is left.
  private func releaseElsewhere(_ graph: Graph<Void>, after gate: AsyncStream<Void>) throws {
    _ = try graph.resolveOnMainActor(Sentinel.self)
    Task.detached {
      for await _ in gate {}
      withExtendedLifetime(graph) {}
    }
  }
}
