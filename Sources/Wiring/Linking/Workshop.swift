/// Whose turn it is to make a shared object.
///
/// A factory is the user's code: it may take its time, and it may come back into the container. So no lock is held while
/// it runs. Whoever begins an object is noted here under a short lock; others wait until it ended. A thread that would
/// wait for itself, directly or through other threads that wait, is told so instead; in a plan without opaque factories
/// that cannot happen, since the plan has no cycles.
///
/// One workshop serves the whole process, so that waiting is seen across graphs. It is entered when an object is made and
/// never when it is there already, so that nobody queues for it.
@usableFromInline final class Workshop: Sendable {
  enum Turn {
    /// The caller makes the object.
    case ours
    /// Somebody else was making it, and is done.
    case wasElsewhere
    /// The caller would wait for itself.
    case circular
  }

  static let shared = Workshop()

  private let monitor = Monitor(WaitingList<ThreadIdentity>())

  /// Takes the turn at a place, or waits until the one who has it is done and then says so.
  func begin(_ place: ObjectIdentifier) -> Turn {
    let thread = ThreadIdentity.current
    return monitor.withLock {
      guard monitor.value.maker(of: place) != nil else {
        monitor.value.makers.append((place, thread))
        return .ours
      }
      if monitor.value.waits(for: thread, from: place) { return .circular }
      monitor.value.waiting.append((thread, place))
      while monitor.value.maker(of: place) != nil { monitor.wait() }
      monitor.value.waiting.removeAll { $0.worker == thread }
      return .wasElsewhere
    }
  }

  func end(_ place: ObjectIdentifier) {
    monitor.withLock { monitor.value.makers.removeAll { $0.place == place } }
    monitor.wakeAll()
  }

  /// Makes the object of a place, unless somebody else made it meanwhile.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - current: The object, when it is there.
  ///   - make: Makes and keeps it.
  func make<Value>(
    _ place: ObjectIdentifier, current: () -> Value?, _ make: () throws -> Value
  ) throws -> Value {
    while true {
      switch begin(place) {
      case .ours:
        defer { end(place) }
        // Somebody may have finished between the caller's look and its turn.
        if let value = current() { return value }
        return try make()
      case .wasElsewhere:
        if let value = current() { return value }
      case .circular:
        throw ResolutionError(.circular([]))
      }
    }
  }
}
