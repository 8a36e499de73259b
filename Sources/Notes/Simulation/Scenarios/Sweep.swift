import NotesDomain

/// A written history, once for each place in it where something can break.
package struct Sweep: Sendable {
  /// A way to break.
  package struct Way: Sendable, Hashable {
    /// Its name.
    package let name: String
    let edges: Set<Edge>
    let lasts: Bool
    let error: StoreError

    /// All ways.
    package static let all: [Way] = [
      Way(name: "a program dies", edges: Set(Edge.allCases), lasts: false, error: .failed(path: "/", detail: "crash")),
      Way(
        name: "a device's disk fails once", edges: [.beforeCommit], lasts: false,
        error: .failed(path: "/", detail: "I/O")),
      Way(name: "a device's disk is full", edges: [.beforeCommit], lasts: true, error: .diskFull(path: "/")),
      Way(
        name: "the server's disk fails once", edges: [.beforeServerCommit], lasts: false,
        error: .failed(path: "/", detail: "I/O")),
      Way(name: "the server's disk is full", edges: [.beforeServerCommit], lasts: true, error: .diskFull(path: "/")),
      Way(name: "the network ends", edges: [.request], lasts: true, error: .failed(path: "/", detail: "network")),
      Way(name: "answers end", edges: [.reply], lasts: true, error: .failed(path: "/", detail: "network")),
    ]
  }

  /// Histories in which everything happens that sync has a rule for: edits on both sides, deletions against edits, a
  /// snapshot, a restored vault, a copied and a restored device.
  package static let histories: [[Step]] = [
    [
      .create(device: 0), .create(device: 0), .create(device: 1), .sync(device: 0), .sync(device: 1), .sync(device: 2),
      .append(device: 0), .append(device: 1), .append(device: 2), .sync(device: 1), .sync(device: 0),
      .delete(device: 2), .sync(device: 2), .sync(device: 0), .use(device: 0), .use(device: 1), .sync(device: 1),
    ],
    [
      .create(device: 0), .create(device: 1), .sync(device: 0), .sync(device: 1), .sync(device: 2), .delete(device: 0),
      .create(device: 0), .sync(device: 0), .purgeAll, .append(device: 1), .sync(device: 1), .use(device: 2),
      .sync(device: 2), .syncLosingReplies(device: 1), .deliverAgain(device: 0), .sync(device: 0),
    ],
    [
      .create(device: 0), .create(device: 0), .sync(device: 0), .sync(device: 1), .restoreServer, .append(device: 0),
      .create(device: 1), .sync(device: 0), .sync(device: 1), .restoreServer, .append(device: 1), .sync(device: 1),
      .restoreServer, .append(device: 0), .sync(device: 1), .restoreServer, .sync(device: 0), .sync(device: 1),
    ],
    [
      .create(device: 0), .create(device: 1), .sync(device: 0), .sync(device: 1), .restoreDevice(device: 0),
      .append(device: 0), .sync(device: 0), .clone(device: 1), .append(device: 1), .append(device: 2), .sync(device: 1),
      .sync(device: 2), .restoreDevice(device: 0), .append(device: 0), .sync(device: 0), .sync(device: 1),
    ],
  ]

  /// The history.
  package let steps: [Step]
  /// How it breaks.
  package let way: Way

  /// Creates a sweep.
  ///
  /// - Parameters:
  ///   - steps: The history.
  ///   - way: How it breaks.
  package init(_ steps: [Step], _ way: Way) {
    self.steps = steps
    self.way = way
  }

  /// Plays the history once for each place.
  ///
  /// - Returns: How many places there are, and what came of the first history that broke a promise.
  package func run(in world: World) async -> (places: Int, failure: Report?) {
    let whole = await world.play(steps, devices: 3, cut: cut(at: .max))
    if whole.verdict != .kept { return (0, whole) }
    for place in 0..<whole.edges {
      let report = await world.play(steps, devices: 3, cut: cut(at: place))
      if report.verdict != .kept { return (place, report) }
    }
    return (whole.edges, nil)
  }

  private func cut(at place: Int) -> Cut {
    Cut(at: way.edges, number: place, lasts: way.lasts, error: way.error)
  }
}
