/// Whose turn it is to make a shared object.
///
/// A factory is the user's code: it may take its time, and it may come back into the container. So no lock is held while
/// it runs. Whoever begins an object is noted here under a short lock; others wait until it ended. A thread that would
/// wait for itself, directly or through other threads that wait, gets an error instead of a deadlock; in a plan without
/// opaque factories that cannot happen, since the plan has no cycles.
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

  private struct State {
    /// Who makes what, and who waits for what. Lists rather than dictionaries, since they hold as many entries as threads
    /// and nested singletons are at work, which is a handful.
    var makers: [(place: ObjectIdentifier, thread: ThreadIdentity)] = []
    var waiting: [(thread: ThreadIdentity, place: ObjectIdentifier)] = []

    func maker(of place: ObjectIdentifier) -> ThreadIdentity? {
      makers.first { $0.place == place }?.thread
    }

    func waits(for thread: ThreadIdentity, from place: ObjectIdentifier) -> Bool {
      var place = place
      while let maker = maker(of: place) {
        if maker == thread { return true }
        guard let next = waiting.first(where: { $0.thread == maker })?.place else { return false }
        place = next
      }
      return false
    }
  }

  private let monitor = Monitor(State())

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
      monitor.value.waiting.removeAll { $0.thread == thread }
      return .wasElsewhere
    }
  }

  func end(_ place: ObjectIdentifier) {
    monitor.withLock { monitor.value.makers.removeAll { $0.place == place } }
    monitor.wakeAll()
  }
}
