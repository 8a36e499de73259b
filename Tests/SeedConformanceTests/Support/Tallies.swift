import WiringMacros

// Components that count how many of them were made.

protocol Tallied: Sendable {}

@Component(scope: .singleton)
final class TallyShared: Tallied {
  init(made: Counter) { made.increment() }
}

@Component(scope: .singleton)
final class TallyUser: Tallied {
  let shared: TallyShared

  init(shared: TallyShared, made: Counter) {
    self.shared = shared
    made.increment()
  }
}

@Component
final class PassingTally: Sendable {
  init(made: Counter) { made.increment() }
}

/// One half of a cycle.
@Component
final class CircularHen {
  @Inject let egg: CircularEgg
}

/// The other half.
@Component
final class CircularEgg {
  @Inject let hen: CircularHen
}
