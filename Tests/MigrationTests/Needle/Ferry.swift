// guide: program
import Wiring

protocol Timetable: Sendable { func departure(to port: String) -> String }
struct DayTimetable: Timetable { func departure(to port: String) -> String { "\(port) 10:00" } }
struct NightTimetable: Timetable { func departure(to port: String) -> String { "\(port) 22:00" } }

final class TicketOffice: Sendable {
  private let day, night: any Timetable
  init(day: any Timetable, night: any Timetable) { (self.day, self.night) = (day, night) }
  func departure(to port: String) -> String { (port == "Oslo" ? night : day).departure(to: port) }
}

struct Passenger: Sendable { let name: String }

struct FerryTicket: Sendable {
  let text: String
  init(port: String, passenger: Passenger, office: TicketOffice) {
    text = "\(passenger.name): \(office.departure(to: port))"
  }
}

@MainActor final class VoyageViewModel {
  private let ticket: Factory<FerryTicket, String>
  init(ticket: Factory<FerryTicket, String>) { self.ticket = ticket }
  func book(_ port: String) throws -> String { try ticket(port).text }
}

struct Harbour: Sendable {
  let office: TicketOffice
  let voyage: ScopeOpener<Passenger, VoyageViewModel>
}

extension Key where Value == any Timetable { static var nightly: Self { Key("nightly") } }
extension CustomScope where Context == Passenger { static var voyage: Self { CustomScope("voyage") } }

struct TimetableModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Timetable).self, DayTimetable.init).scoped(.singleton)
    binder.bind((any Timetable).self, NightTimetable.init).named(.nightly).scoped(.singleton)
  }
}

struct HarbourModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(TicketOffice.init).from(.unqualified, .nightly).scoped(.singleton)
    binder.bind(Harbour.init)
    binder.scope(.voyage)
    binder.factory(FerryTicket.init(port:passenger:office:), argument: String.self)
    binder.main.bind(VoyageViewModel.init).scoped(in: .voyage)
  }
}
// end
