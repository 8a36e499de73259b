import Wiring

// A hotel, for what users of Needle rely on.

protocol KeySafe: AnyObject, Sendable {}
final class SteelSafe: KeySafe {}
final class PaperSafe: KeySafe {}

/// The guest, who is known only after checking in.
struct Guest: Sendable {
  let name: String
}

final class Reception: Sendable {
  let safe: any KeySafe
  init(safe: any KeySafe) { self.safe = safe }
}

final class Room: Sendable {
  let guest: Guest
  let safe: any KeySafe
  init(guest: Guest, safe: any KeySafe) { (self.guest, self.safe) = (guest, safe) }
}

/// A minibar, which is two levels below the safe.
final class Minibar: Sendable {
  let room: Room
  let safe: any KeySafe
  let shelf: Int
  init(room: Room, safe: any KeySafe, shelf: Int) { (self.room, self.safe, self.shelf) = (room, safe, shelf) }
}

extension CustomScope where Context == Guest {
  static var stay: Self { CustomScope("stay") }
}

extension CustomScope where Context == Int {
  static var minibar: Self { CustomScope("minibar", within: CustomScope<Guest>.stay) }
}

/// The root component, with its children.
struct HotelComponent: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any KeySafe).self, SteelSafe.init).scoped(.singleton)
    binder.bind(Reception.init)
    binder.scope(.stay)
    binder.bind(Room.init).scoped(in: .stay)
    binder.scope(.minibar)
    binder.bind(Minibar.init).scoped(in: .minibar)
  }
}

struct Housekeeping: Module {
  let log: Log

  func configure(_ binder: inout Binder) {
    binder.bind(Log.self, to: log)
    binder.bind(String.self) { (guest: Guest) in "towels of \(guest.name)" }.scoped(in: .stay)
      .onStart { towels in log.note("fresh \(towels)") }
      .onStop { towels in log.note("collected \(towels)") }
  }
}
