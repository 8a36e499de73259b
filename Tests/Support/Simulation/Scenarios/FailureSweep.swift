import NotesDomain

/// The runs of a written history with a failure at each of its failure points.
package struct FailureSweep: Sendable {
  /// A kind of failure.
  package struct FailureMode: Sendable, Hashable {
    /// The name.
    package let name: String
    let failurePoints: Set<FailurePoint>
    let lasts: Bool
    let error: StoreError

    /// All kinds.
    package static let all: [FailureMode] = [
      FailureMode(
        name: "a program dies", failurePoints: Set(FailurePoint.allCases), lasts: false,
        error: .failed(path: "/", detail: "crash")),
      FailureMode(
        name: "a device's disk fails once", failurePoints: [.beforeCommit], lasts: false,
        error: .failed(path: "/", detail: "I/O")),
      FailureMode(
        name: "a device's disk is full", failurePoints: [.beforeCommit], lasts: true, error: .diskFull(path: "/")),
      FailureMode(
        name: "the server's disk fails once", failurePoints: [.beforeServerCommit], lasts: false,
        error: .failed(path: "/", detail: "I/O")),
      FailureMode(
        name: "the server's disk is full", failurePoints: [.beforeServerCommit], lasts: true,
        error: .diskFull(path: "/")),
      FailureMode(
        name: "the network ends", failurePoints: [.request], lasts: true, error: .failed(path: "/", detail: "network")),
      FailureMode(
        name: "replies end", failurePoints: [.reply], lasts: true, error: .failed(path: "/", detail: "network")),
    ]
  }

  /// Histories that use every rule of sync: edits on both sides, deletions against edits, a snapshot, a restored vault, a
  /// copied and a restored device.
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
  /// The kind of failure.
  package let mode: FailureMode

  /// Creates a sweep.
  package init(_ steps: [Step], _ mode: FailureMode) {
    self.steps = steps
    self.mode = mode
  }

  /// Runs the history once for each failure point.
  ///
  /// - Returns: The number of failure points, and the first history that violated an invariant.
  package func run(in world: World) async -> (points: Int, failure: Report?) {
    let whole = await world.play(steps, devices: 3, failure: failure(at: .max))
    if whole.verdict != .kept { return (0, whole) }
    for point in 0..<whole.failurePoints {
      let report = await world.play(steps, devices: 3, failure: failure(at: point))
      if report.verdict != .kept { return (point, report) }
    }
    return (whole.failurePoints, nil)
  }

  private func failure(at point: Int) -> InjectedFailure {
    InjectedFailure(at: mode.failurePoints, number: point, lasts: mode.lasts, error: mode.error)
  }
}

/// Every schedule of a few steps for two devices that share a note.
package struct ExhaustiveSchedules: Sendable {
  /// The possible steps.
  static let alphabet: [Step] = [
    .append(device: 0), .append(device: 1), .delete(device: 0), .delete(device: 1), .sync(device: 0), .sync(device: 1),
    .syncLosingReplies(device: 0), .syncLosingReplies(device: 1), .syncLosingPushes(device: 0), .purgeAll,
    .deliverAgain(device: 0),
  ]

  /// The number of steps of each schedule.
  package let length: Int

  /// Creates the set of schedules.
  package init(length: Int) {
    self.length = length
  }

  /// The number of schedules.
  package var count: UInt64 {
    (0..<length).reduce(1) { count, _ in count * UInt64(Self.alphabet.count) }
  }

  /// Returns the schedule with a number. All begin with steps after which both devices have the note.
  package func schedule(_ number: UInt64) -> [Step] {
    var rest = number
    var steps: [Step] = [.create(device: 0), .sync(device: 0), .sync(device: 1)]
    for _ in 0..<length {
      steps.append(Self.alphabet[Int(rest % UInt64(Self.alphabet.count))])
      rest /= UInt64(Self.alphabet.count)
    }
    return steps
  }
}
