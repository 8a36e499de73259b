import NotesDomain

/// When a watch syncs again. Whatever the other side does, there are at most two syncs a second, and after a while a few a
/// minute, unless they have something to do.
struct SyncSchedule: Sendable {
  /// The longest wait at all, in milliseconds: a week.
  private static let longest = 604_800_000
  /// The longest wait after failures, in milliseconds, unless more is asked for.
  private static let longestAfterFailures = 900_000
  /// The longest part of a wait that some change cannot end, in milliseconds, unless more is asked for.
  private static let longestRest = 60_000
  /// The shortest rest between two syncs of which a change called for the second, in milliseconds.
  private static let rest = 500

  private let every: Int
  /// How many syncs have failed in a row.
  private var failures = 0
  /// How many syncs in a row a change called for that had nothing to do.
  private var idleRuns = 0

  /// - Parameter every: How long to wait when all goes well, and nothing changes, in milliseconds.
  init(every: Int) {
    self.every = min(max(1, every), Self.longest)
  }

  /// Counts a sync, and says how to wait for the next one: in parts, one after the other, until a change ends one.
  ///
  /// - Parameters:
  ///   - error: Why the sync failed; `nil` when it did not.
  ///   - madeChanges: Whether it sent or received anything.
  ///   - caller: Where the change was that called for it; `nil` when it was only time.
  ///   - draw: 64 random bits. They make the wait up to a fifth longer, so that devices that failed together do not ask
  ///     together.
  mutating func pauses(
    after error: SyncError?, madeChanges: Bool, calledBy caller: ChangeOrigin?, drawn draw: UInt64
  ) -> [SyncWait] {
    switch error {
    // A brake is no reason to wait longer: it is a person who ends it.
    case nil, .braked: failures = 0
    case .transport, .store, .cancelled, .roundLimitReached: failures += 1
    }
    guard failures == 0 else { return pausesAfterFailure(asked: error?.retryAfter ?? 0, drawn: draw) }
    let whole = Self.spread(every, draw)
    // What the vault has, a brake keeps from this device.
    let all: Set<ChangeOrigin> = error == nil ? [.device, .vault] : [.device]
    idleRuns = madeChanges || caller == nil ? 0 : idleRuns + 1
    guard let caller else { return [SyncWait(origins: all, milliseconds: whole)] }
    // Half of the wait is left, in which it shows whether the caller has calmed down.
    let rest = min(Self.doubled(Self.rest, idleRuns, atMost: Self.longestRest), whole / 2)
    let silence = min(rest, Self.rest)
    return Self.parts([([], silence), (all.subtracting([caller]), rest - silence), (all, whole - rest)])
  }

  /// Local changes are a reason to try sooner, though not at once each time; what the vault says is none.
  private func pausesAfterFailure(asked: Int, drawn draw: UInt64) -> [SyncWait] {
    let usual = Self.doubled(min(every, Self.longestRest), failures, atMost: Self.longestAfterFailures)
    let whole = Self.spread(min(max(usual, asked), Self.longest), draw)
    let rest = max(asked, Self.doubled(Self.rest, failures, atMost: Self.longestRest))
    let silence = min(rest, whole)
    return Self.parts([([], silence), ([.device], whole - silence)])
  }

  private static func parts(_ parts: [(origins: Set<ChangeOrigin>, milliseconds: Int)]) -> [SyncWait] {
    parts.filter { $0.milliseconds > 0 }.map { SyncWait(origins: $0.origins, milliseconds: $0.milliseconds) }
  }

  private static func doubled(_ milliseconds: Int, _ times: Int, atMost limit: Int) -> Int {
    min(milliseconds << min(times, 20), limit)
  }

  private static func spread(_ milliseconds: Int, _ draw: UInt64) -> Int {
    milliseconds + Int(draw % UInt64(milliseconds / 5 + 1))
  }
}

/// A part of the wait between two syncs.
struct SyncWait: Sendable, Hashable {
  /// Where a change ends the wait; empty for a rest that nothing ends.
  let origins: Set<ChangeOrigin>
  /// How long to wait at most, in milliseconds.
  let milliseconds: Int
}

extension SyncError {
  /// Whether a sync that failed so may come to its end later without a change of this program or its settings.
  var isTransient: Bool {
    switch self {
    case .transport(let error): error.isTransient
    case .store(let error): error.isTransient
    case .braked, .roundLimitReached: true
    case .cancelled: false
    }
  }

  /// How long the other side asks to be left alone, in milliseconds; `nil` when it does not.
  var retryAfter: Int? {
    switch self {
    case .transport(let error): error.retryAfter
    case .store, .braked, .cancelled, .roundLimitReached: nil
    }
  }
}

extension TransportError {
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .refused, .undecodable, .oversized: true
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .unsupportedProtocol: false
    }
  }
}

extension StoreError {
  fileprivate var isTransient: Bool {
    switch self {
    case .locked, .diskFull: true
    case .notAStore, .corrupt, .newerVersion, .readOnly, .permissionDenied, .cannotCreate, .failed, .exists: false
    }
  }
}
