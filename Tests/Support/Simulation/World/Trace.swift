import NotesDomain

/// The events of a history, as one number that two runs share only when all events are equal, and optionally as text.
struct Trace: Sendable {
  /// The number.
  private(set) var hash: UInt64 = 0x6A09_E667_F3BC_C908
  /// The events as text; `nil` when they are not recorded.
  private(set) var lines: [String]?

  init(recordsLines: Bool) {
    lines = recordsLines ? [] : nil
  }

  mutating func add(_ kind: EventKind, device: Int, number: Int64) {
    mix(UInt64(kind.rawValue) << 56 ^ UInt64(truncatingIfNeeded: device) << 48 ^ UInt64(bitPattern: number))
  }

  mutating func mix(_ value: UInt64) {
    hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
  }

  /// Returns the FNV-1a hash of some bytes (<http://www.isthe.com/chongo/tech/comp/fnv/>).
  static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func append(_ line: String) {
    lines?.append(line)
  }
}

/// The kinds of events in a trace.
enum EventKind: UInt8, Sendable {
  case step, edit, commit, accepted, request, reply, failure, ended, look
}

/// Messages as text, and as numbers for the trace.
enum EventDescription {
  static func of(_ id: NoteID) -> String { String(id.description.suffix(6)) }

  static func of(_ batch: PushBatch) -> String {
    let changes = batch.changes.map { change in
      "\(of(change.id))@\(change.base.number)\(change.payload == nil ? " deleted" : "")"
    }
    return "batch \(batch.number) of \(batch.device.description.prefix(4)): \(changes.joined(separator: ", "))"
  }

  static func of(_ reply: PushReply) -> String {
    switch reply {
    case .results(let results): results.map(of).joined(separator: ", ")
    case .epochChanged(let change): of(change)
    case .staleBatch: "stale batch"
    case .deviceForked: "device forked"
    }
  }

  static func of(_ result: PushResult) -> String {
    switch result {
    case .applied(let revision): "applied \(revision.number)"
    case .conflict(let revision, let isDeleted): "conflict \(revision.number)\(isDeleted ? " deleted" : "")"
    case .refused(let refusal): "refused \(refusal.code)"
    }
  }

  static func of(_ change: EpochChange) -> String {
    "epoch \(change.epoch.description.prefix(4)) since \(change.forkedAt.number)"
  }

  static func of(_ request: ChangesRequest) -> String {
    "for \(request.limit) after \(request.after.number), floor \(request.floor.map { String($0.number) } ?? "none")"
  }

  static func of(_ reply: ChangesReply) -> String {
    switch reply {
    case .page(let page):
      "head \(page.head.number): "
        + page.items.map { "\(of($0.id))@\($0.revision.number)\($0.isTombstone ? " deleted" : "")" }
        .joined(separator: ", ") + (page.hasMore ? ", more" : "")
    case .epochChanged(let change): of(change)
    case .resync: "resync"
    }
  }

  static func number(of reply: PushReply) -> Int64 {
    switch reply {
    case .results(let results):
      results.reduce(1) { sum, result in
        switch result {
        case .applied(let revision): sum &* 31 &+ revision.number
        case .conflict(let revision, let isDeleted): sum &* 37 &+ revision.number &+ (isDeleted ? 1 : 0)
        case .refused: sum &* 41
        }
      }
    case .epochChanged(let change): 1 << 40 | change.forkedAt.number
    case .staleBatch: 2 << 40
    case .deviceForked: 3 << 40
    }
  }

  static func number(of reply: ChangesReply) -> Int64 {
    switch reply {
    case .page(let page): page.items.reduce(page.head.number) { $0 &* 31 &+ $1.revision.number }
    case .epochChanged(let change): 1 << 40 | change.forkedAt.number
    case .resync: 4 << 40
    }
  }
}
