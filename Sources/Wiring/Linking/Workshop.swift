/// Whose turn it is to make a shared object.
///
/// A factory is the user's code: it may take its time, and it may come back into the container. So no lock is held while
/// it runs. Whoever begins an object is noted here under a short lock; others wait until it ended. A thread that would
/// wait for itself, directly or through other threads that wait, gets an error instead of a deadlock; in a plan without
/// opaque factories that cannot happen, since the plan has no cycles.
///
/// One workshop serves a container and all inside it, so that waiting is seen across them.
@usableFromInline final class Workshop: Sendable {
  enum Turn { case ours, wasElsewhere }

  private struct State {
    var makers: [ObjectIdentifier: ThreadIdentity] = [:]
    var waiting: [ThreadIdentity: ObjectIdentifier] = [:]

    func waits(for thread: ThreadIdentity, from place: ObjectIdentifier) -> Bool {
      var place = place
      while let maker = makers[place] {
        if maker == thread { return true }
        guard let next = waiting[maker] else { return false }
        place = next
      }
      return false
    }
  }

  private let monitor = Monitor(State())

  init() {}

  /// Takes the turn at a place, or waits until the one who has it is done and then says so.
  func begin(_ place: ObjectIdentifier) throws(ResolutionError) -> Turn {
    let thread = ThreadIdentity.current
    let turn: Turn? = monitor.withLock {
      if monitor.value.makers[place] == nil {
        monitor.value.makers[place] = thread
        return .ours
      }
      if monitor.value.waits(for: thread, from: place) { return nil }
      monitor.value.waiting[thread] = place
      while monitor.value.makers[place] != nil { monitor.wait() }
      monitor.value.waiting[thread] = nil
      return .wasElsewhere
    }
    guard let turn else { throw ResolutionError(.circular([])) }
    return turn
  }

  func end(_ place: ObjectIdentifier) {
    monitor.withLock { monitor.value.makers[place] = nil }
    monitor.wakeAll()
  }
}
