/// Who makes what, and who waits for what. Lists rather than dictionaries, since they hold as many entries as workers and
/// nested objects are at work, which is a handful.
///
/// What a worker must be able to do stands at the functions: a requirement of the type itself is looked up when the type is
/// first used, which is at every start.
struct WaitingList<Worker: Sendable>: Sendable {
  var makers: [(place: ObjectIdentifier, worker: Worker)] = []
  var waiting: [(worker: Worker, place: ObjectIdentifier)] = []

  func maker(of place: ObjectIdentifier) -> Worker? {
    makers.first { $0.place == place }?.worker
  }

  /// Whether whoever makes the object of a place waits, directly or through others, for a worker.
  func waits(for worker: Worker, from place: ObjectIdentifier) -> Bool where Worker: Equatable {
    var place = place
    while let maker = maker(of: place) {
      if maker == worker { return true }
      guard let next = waiting.first(where: { $0.worker == maker })?.place else { return false }
      place = next
    }
    return false
  }
}
