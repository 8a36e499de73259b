import NotesDomain

/// The schedule of a watch's syncs.
///
/// Whatever the server reports, there are at most two syncs a second, and after a while a few a minute, unless they make
/// changes.
struct SyncSchedule: Sendable {
  /// The maximum wait: one week.
  private static let longest = Duration.seconds(604_800)
  /// The maximum wait after failures, unless the server requests more.
  private static let longestAfterFailures = Duration.seconds(900)
  /// The maximum part of a wait that not every change ends, unless the server requests more.
  private static let longestRest = Duration.seconds(60)
  /// The minimum time between a sync and one that a change triggers.
  private static let rest = Duration.milliseconds(500)
  /// The minimum wait without a change while power is low.
  private static let shortestAtLowPower = Duration.seconds(900)

  private let every: Duration
  /// The number of consecutive failures.
  private var failures = 0
  /// The number of consecutive syncs that a change triggered and that made no changes.
  private var idleRuns = 0

  /// Creates a schedule.
  ///
  /// - Parameter every: The wait after a successful sync while nothing changes.
  init(every: Duration) {
    self.every = min(max(.milliseconds(1), every), Self.longest)
  }

  /// Records a sync, and returns the waits before the next one. They follow each other until a change ends one.
  ///
  /// - Parameters:
  ///   - error: The error of the sync; `nil` if it succeeded.
  ///   - madeChanges: Whether it sent or received anything.
  ///   - trigger: The origin of the change that triggered it; `nil` if the wait ran out.
  ///   - isPowerLow: Whether power is low. Changes of the vault do not end the waits then.
  ///   - random: 64 random bits, which lengthen the wait by up to a fifth, so that devices do not retry simultaneously.
  mutating func waits(
    after error: SyncError?, madeChanges: Bool, triggeredBy trigger: ChangeOrigin?, isPowerLow: Bool,
    random: UInt64
  ) -> [SyncWait] {
    switch error {
    // The brake is not a failure: the user releases it.
    case nil, .deletionBrake: failures = 0
    case .transport, .store, .cancelled, .roundLimitReached: failures += 1
    }
    guard failures == 0 else { return waitsAfterFailure(requested: error?.retryAfter ?? .zero, random: random) }
    let whole = Self.spread(isPowerLow ? max(every, Self.shortestAtLowPower) : every, random)
    // While the brake holds, changes of the vault cannot be pulled. To listen for them keeps a radio on.
    let all: Set<ChangeOrigin> = error == nil && !isPowerLow ? [.device, .vault] : [.device]
    idleRuns = madeChanges || trigger == nil ? 0 : idleRuns + 1
    guard let trigger else { return [SyncWait(origins: all, timeout: whole)] }
    // In the rest of the wait the same origin can trigger again.
    let rest = min(Self.doubled(Self.rest, idleRuns, limit: Self.longestRest), whole / 2)
    let minimum = min(rest, Self.rest)
    return Self.parts([([], minimum), (all.subtracting([trigger]), rest - minimum), (all, whole - rest)])
  }

  /// Returns the waits after a failure. Local changes end them early, though not at once; changes of the vault do not.
  private func waitsAfterFailure(requested: Duration, random: UInt64) -> [SyncWait] {
    let usual = Self.doubled(min(every, Self.longestRest), failures, limit: Self.longestAfterFailures)
    let whole = Self.spread(min(max(usual, requested), Self.longest), random)
    let rest = max(requested, Self.doubled(Self.rest, failures, limit: Self.longestRest))
    let minimum = min(rest, whole)
    return Self.parts([([], minimum), ([.device], whole - minimum)])
  }

  private static func parts(_ parts: [(origins: Set<ChangeOrigin>, timeout: Duration)]) -> [SyncWait] {
    parts.filter { $0.timeout > .zero }.map { SyncWait(origins: $0.origins, timeout: $0.timeout) }
  }

  private static func doubled(_ wait: Duration, _ times: Int, limit: Duration) -> Duration {
    min(wait * (1 << min(times, 20)), limit)
  }

  private static func spread(_ wait: Duration, _ random: UInt64) -> Duration {
    wait + .milliseconds(Int(random % UInt64(wait.milliseconds / 5 + 1)))
  }
}

/// A wait before a sync.
struct SyncWait: Sendable, Hashable {
  /// The origins of changes that end the wait; empty if no change does.
  let origins: Set<ChangeOrigin>
  /// The maximum duration.
  let timeout: Duration
}

extension SyncError {
  /// Whether a later sync may succeed without a change of the program or its settings.
  var isTransient: Bool {
    switch self {
    case .transport(let error): error.isTransient
    case .store(let error): error.isTransient
    case .deletionBrake, .roundLimitReached: true
    case .cancelled: false
    }
  }

  /// The wait that the server requests; `nil` for none.
  var retryAfter: Duration? {
    switch self {
    case .transport(let error): error.retryAfter
    case .store, .deletionBrake, .cancelled, .roundLimitReached: nil
    }
  }
}

extension TransportError {
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .refused, .misaddressed, .undecodable, .oversized: true
    case .encryption(.store(let error)): error.isTransient
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .unsupportedProtocol, .encryption: false
    }
  }
}

extension StoreError {
  fileprivate var isTransient: Bool {
    switch self {
    case .locked, .diskFull, .unreachable, .restored: true
    case .missing, .notAStore, .corrupt, .foreignLog, .newerVersion, .readOnly, .permissionDenied, .cannotCreate,
      .failed, .exists, .exceeds:
      false
    }
  }
}
