import Dispatch
import Testing
import Wiring

/// A tree of components, as the tests and pages of Needle show it.
@Suite("What users of Needle rely on")
struct NeedleExpectations {
  private func hotel() throws -> Graph<Reception> {
    try Plan(Reception.self, modules: [HotelComponent()]).build()
  }

  @Test("A shared property of a component is one object")
  func sharedProperty() throws {
    let hotel = try hotel()

    #expect(try hotel.resolve((any KeySafe).self) === hotel.root.safe)
  }

  @Test("Two shared properties of one type are two objects")
  func twoSharedProperties() throws {
    let graph = try plan { binder in
      binder.bind((any KeySafe).self, SteelSafe.init).named(Key("front")).scoped(.singleton)
      binder.bind((any KeySafe).self, SteelSafe.init).named(Key("back")).scoped(.singleton)
    }.build()
    let (front, back) = (Key<any KeySafe>("front"), Key<any KeySafe>("back"))

    #expect(try graph.resolve(named: front) === graph.resolve(named: front))
    #expect(try graph.resolve(named: front) !== graph.resolve(named: back))
  }

  @Test("A shared property that may be nil is shared as well")
  func optionalSharedProperty() throws {
    let made = Counter()
    let graph = try plan { binder in
      binder.bind((any KeySafe)?.self) {
        made.increment()
        return SteelSafe()
      }.scoped(.singleton)
    }.build()

    let safes = try [graph.resolve((any KeySafe)?.self), graph.resolve((any KeySafe)?.self)]

    #expect(safes[0] != nil && safes[0] === safes[1])
    #expect(made.value == 1)
  }

  @Test("A component's objects are made when they are first asked for")
  func onDemand() throws {
    let made = Counter()

    _ = try plan { binder in
      binder.bind((any KeySafe).self) {
        made.increment()
        return SteelSafe()
      }.scoped(.singleton)
    }.build()

    #expect(made.value == 0)
  }

  @Test("A child component gets dependencies from its parent")
  func fromParent() throws {
    let hotel = try hotel()

    let stay = try hotel.open(.stay, with: Guest(name: "Ada"))

    #expect(try stay.resolve(Room.self).safe === hotel.root.safe)
  }

  @Test("A component gets dependencies from an ancestor, past those in between")
  func fromAncestor() throws {
    let hotel = try hotel()
    let stay = try hotel.open(.stay, with: Guest(name: "Ada"))

    let minibar = try stay.open(.minibar, with: 2).resolve(Minibar.self)

    #expect(minibar.safe === hotel.root.safe)
    #expect(try minibar.room === stay.resolve(Room.self))
    #expect(minibar.shelf == 2)
  }

  @Test("Of several ancestors that provide a dependency, the nearest one does")
  func nearestAncestor() throws {
    let hotel = try hotel()
    let annex = try hotel.child(
      (any KeySafe).self, modules: [Bindings { $0.bind((any KeySafe).self, PaperSafe.init).scoped(.singleton) }]
    ).build()

    let room = try annex.child(
      Room.self,
      modules: [
        MoreBindings { $0.bind(Room.self) { (safe: any KeySafe) in Room(guest: Guest(name: "Ada"), safe: safe) } }
      ]
    ).build().root

    #expect(room.safe is PaperSafe)
    #expect(hotel.root.safe is SteelSafe)
  }

  @Test("A parent does not get the dependencies of a child")
  func notFromChild() throws {
    let hotel = try hotel()

    _ = try hotel.open(.stay, with: Guest(name: "Ada"))

    #expect {
      try hotel.resolve(Room.self)
    } throws: {
      ($0 as? ResolutionError)?.message
        == "'Room' lives in the scope 'stay', which is not open here; resolve it from what open(_:with:) returns"
    }
  }

  @Test("A value that exists only at run time is passed to the child component, and reaches its objects")
  func dynamicDependency() throws {
    let hotel = try hotel()

    let (ada, grace) = try (
      hotel.open(.stay, with: Guest(name: "Ada")), hotel.open(.stay, with: Guest(name: "Grace"))
    )

    #expect(try ada.resolve(Room.self).guest.name == "Ada")
    #expect(try grace.resolve(Room.self).guest.name == "Grace")
  }

  @Test("Two instances of one child component share nothing of their own")
  func twoChildren() throws {
    let hotel = try hotel()

    let first = try hotel.open(.stay, with: Guest(name: "Ada"))
    let second = try hotel.open(.stay, with: Guest(name: "Ada"))

    #expect(try first.resolve(Room.self) === first.resolve(Room.self))
    #expect(try first.resolve(Room.self) !== second.resolve(Room.self))
  }

  @Test("The shared objects of a component live as long as it does")
  func lifetime() throws {
    let hotel = try hotel()
    weak var room: Room?

    do {
      let stay = try hotel.open(.stay, with: Guest(name: "Ada"))
      room = try stay.resolve(Room.self)
      #expect(room != nil)
    }

    #expect(room == nil)
  }

  @Test("A child component keeps its parent's objects available")
  func childKeepsParent() throws {
    let stay = try hotel().open(.stay, with: Guest(name: "Ada"))

    let room = try stay.resolve(Room.self)

    #expect(try stay.resolve((any KeySafe).self) === room.safe)
  }

  @Test(
    "A dependency that no ancestor provides is found when the plan is made, not by the compiler",
    .differs("Sources/Wiring/Wiring.docc/WhenNot.md#do-not-use-one-when"))
  func missingDependency() throws {
    let hotel = try hotel()
    let bindings = Bindings { $0.bind(Bool.self) { (_: Double) in true } }

    let problem = try #require(problems(of: try hotel.child(Bool.self, modules: [bindings])).first)

    #expect(problem.code == .missing)
    #expect(problem.path == ["Bool", "Double"])
  }

  @Test(
    "A dependency is found by its type, whatever its name is",
    .differs("Sources/Wiring/Wiring.docc/Keys.md#what-was-rejected"))
  func namesOfParameters() throws {
    let graph = try plan { binder in
      binder.bind((any KeySafe).self, SteelSafe.init)
      binder.bind(Reception.self) { (strongbox: any KeySafe) in Reception(safe: strongbox) }
    }.build()

    #expect(try graph.resolve(Reception.self).safe is SteelSafe)
  }

  @Test("A plugin adds to a component that does not know it")
  func plugin() throws {
    let core = Bindings { binder in
      binder.mayBeEmpty((any KeySafe).self)
      binder.bind(Int.self) { (all: [any KeySafe]) in all.count }
    }
    let plugin = MoreBindings { $0.contribute(to: (any KeySafe).self, PaperSafe.init) }

    let (without, with) = try (Plan(Int.self, modules: [core]), Plan(Int.self, modules: [core, plugin]))

    #expect(try without.build().root == 0)
    #expect(try with.build().root == 1)
  }

  @Test("What a plugin adds to a component becomes active and inactive with it")
  func pluginLifecycle() async throws {
    let log = Log()
    let hotel = try Plan(Reception.self, modules: [HotelComponent(), Housekeeping(log: log)]).build()
    let stay = try hotel.open(.stay, with: Guest(name: "Ada"))

    try await stay.start()
    try await stay.stop()

    #expect(log.all == ["fresh towels of Ada", "collected towels of Ada"])
  }

  @Test("A component is tested with mocks of what its ancestors provide")
  func mocks() throws {
    let safe = PaperSafe()
    let hotel = try Plan(Reception.self, modules: [HotelComponent()]) {
      $0.replace((any KeySafe).self, with: safe)
    }.build()

    let room = try hotel.open(.stay, with: Guest(name: "Ada")).resolve(Room.self)

    #expect(room.safe === safe)
  }
}
