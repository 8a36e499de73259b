// The article's car, which no longer makes its own tyres.

// guide: car
import Testing
import Wiring

final class Tyre: Sendable {
  let place: String
  init(place: String) { self.place = place }
}

final class Car {
  let tyres: [Tyre]

  init(tyres: [Tyre]) {
    self.tyres = tyres
  }
}
// end

/// A car whose tyres are made one after the other.
final class Buggy {
  let tyres: [Tyre]

  init(tyre: Provider<Tyre>) throws {
    tyres = try (0..<4).map { _ in try tyre() }
  }
}
