// guide: program
import Observation
import Wiring

protocol Gate: Sendable { func open(for plate: String) -> String }
struct BarrierGate: Gate { func open(for plate: String) -> String { "open for \(plate)" } }

struct Tariff: Sendable { let perHour: Int }
struct Driver: Sendable { let plate: String }

final class Garage: Sendable {
  private let gate: any Gate
  init(gate: any Gate) { self.gate = gate }
  func enter(_ plate: String) -> String { gate.open(for: plate) }
}

struct Ticket: Sendable {
  let price: Int
  init(hours: Int, day: Tariff, night: Tariff) { price = hours * (hours < 8 ? day : night).perHour }
}

@MainActor @Observable final class ParkingViewModel {
  private(set) var status = ""
  private let driver: Driver
  private let garage: Garage
  private let ticket: Factory<Ticket, Int>
  init(driver: Driver, garage: Garage, ticket: Factory<Ticket, Int>) {
    (self.driver, self.garage, self.ticket) = (driver, garage, ticket)
  }
  func park(hours: Int) throws { status = "\(garage.enter(driver.plate)), \(try ticket(hours).price) €" }
}

extension Key where Value == Tariff { static var night: Self { Key("night") } }
extension CustomScope where Context == Driver { static var session: Self { CustomScope("session") } }

struct SiteModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Gate).self, BarrierGate.init).scoped(.singleton).external("the barrier")
    binder.bind(Tariff.self, to: Tariff(perHour: 3))
    binder.bind(Tariff.self, to: Tariff(perHour: 1)).named(.night)
  }
}

struct ParkingModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Garage.init).scoped(.singleton)
    binder.factory(Ticket.init(hours:day:night:), argument: Int.self).from(.unqualified, .night)
    binder.scope(.session)
    binder.main.bind(ParkingViewModel.init).scoped(in: .session)
    binder.root(ParkingViewModel.self)
  }
}
// end
