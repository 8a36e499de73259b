import Testing
import Wiring

// guide: example
struct Traveller: Sendable {
  let name: String
}

final class Luggage: Sendable {
  let owner: Traveller
  let carousel: Carousel
  init(owner: Traveller, carousel: Carousel) { (self.owner, self.carousel) = (owner, carousel) }
}

final class Carousel: Sendable {}

extension CustomScope where Context == Traveller {
  static var journey: Self { CustomScope("journey") }
}

struct AirportModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Carousel.init).scoped(.singleton)
    binder.scope(.journey)
    binder.bind(Luggage.init).scoped(in: .journey)
  }
}
// end

@Suite("Guide: custom scopes")
struct CustomScopesGuide {
  @Test func example() throws {
    // guide: use
    let airport = try Plan(Carousel.self, modules: [AirportModule()]).build()
    let ada = try airport.open(.journey, with: Traveller(name: "Ada"))
    let grace = try airport.open(.journey, with: Traveller(name: "Grace"))
    #expect(try ada.resolve(Luggage.self) === ada.resolve(Luggage.self))
    #expect(try ada.resolve(Luggage.self) !== grace.resolve(Luggage.self))
    #expect(try grace.resolve(Luggage.self).owner.name == "Grace")
    #expect(try ada.resolve(Luggage.self).carousel === airport.root)
    // end
    // guide: outside
    let error = #expect(throws: ResolutionError.self) { try airport.resolve(Luggage.self) }
    // end
    try expectShown(#require(error).message, on: "Sources/Wiring/Wiring.docc/CustomScopes.md")
  }

  @Test("several layers have objects in one scope")
  func layers() throws {
    let journey = try Plan(modules: [SecurityModule(), LoungeModule()]).build().open(
      .journey, with: Traveller(name: "Ada"))
    #expect(try journey.resolve(Int.self) == 3)
    #expect(try journey.resolve(Double.self) == 3)
  }

  // guide: opener
  final class CheckIn: Sendable {
    private let journey: ScopeOpener<Traveller, Luggage>

    init(journey: ScopeOpener<Traveller, Luggage>) { self.journey = journey }

    func begin(_ name: String) throws -> Graph<Luggage> { try journey(Traveller(name: name)) }
  }
  // end

  @Test func opener() throws {
    let airport = try Plan(CheckIn.self, modules: [AirportModule(), Bindings { $0.bind(CheckIn.init) }]).build()
    // guide: opener-use
    let journey = try airport.root.begin("Ada")
    #expect(journey.root.owner.name == "Ada")
    // end
  }

  @Test func nested() throws {
    let graph = try Plan(
      Carousel.self,
      modules: [
        AirportModule(),
        TestModule<Self> { binder in
          // guide: nested-declaration
          binder.scope(.flight)
          binder.bind(String.self) { (flight: FlightNumber, luggage: Luggage) in
            "\(luggage.owner.name) on \(flight.number)"
          }.scoped(in: .flight)
          // end
        },
      ]
    ).build()
    let journey = try graph.open(.journey, with: Traveller(name: "Ada"))
    // guide: nested-use
    let flight = try journey.open(.flight, with: FlightNumber(number: 19))
    #expect(try flight.resolve(String.self) == "Ada on 19")
    // end
  }
}

// guide: layers
/// In a target that both layers depend on, with the context and the scope.
struct JourneyModule: Module {
  func configure(_ binder: inout Binder) { binder.scope(.journey) }
}

struct SecurityModule: Module {
  static var includes: [any Module] { [JourneyModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind(Double.self) { (traveller: Traveller) in Double(traveller.name.count) }.scoped(in: .journey)
  }
}

struct LoungeModule: Module {
  static var includes: [any Module] { [JourneyModule()] }

  func configure(_ binder: inout Binder) {
    binder.bind(Int.self) { (traveller: Traveller) in traveller.name.count }.scoped(in: .journey)
  }
}
// end

// guide: nested
struct FlightNumber: Sendable {
  let number: Int
}

extension CustomScope where Context == FlightNumber {
  static var flight: Self { CustomScope("flight", within: CustomScope<Traveller>.journey) }
}
// end
