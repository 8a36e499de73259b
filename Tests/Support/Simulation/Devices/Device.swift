import NotesDomain
import NotesSync
import NotesTestSupport
import Synchronization
import Wiring

/// A place for a device: the engine of the program, wired once, around a store and a network that change with the history.
struct Device: Sendable {
  let engine: any Synchronizer
  let store: FaultInjectingStore
  let transport: FaultInjectingTransport
  let clock: FixedClock
}

/// What a device of a world has around its engine.
struct DeviceModule: Module {
  let store: any SyncStore
  let transport: any SyncTransport
  let blobs: FaultInjectingBlobStore
  let blobTransport: FaultInjectingTransport
  let clock: any WallClock
  let context: SimulationContext
  let limit: BrakeThreshold

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any SyncTransport).self, to: transport)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any BlobTransport).self, to: blobTransport)
    binder.bind((any ChangeListener).self, to: QuietListener())
    binder.bind((any WallClock).self, to: clock)
    binder.bind((any Randomness).self, to: context)
    binder.bind((any NoteIDGenerator).self, to: SeededNoteIDGenerator(context: context))
    binder.bind((any Sleeper).self, to: CancellingSleeper(context: context))
    binder.bind(SyncSettings.self, to: SyncSettings(batchItems: 6, pieceBytes: 3, attempts: 3))
    binder.bind(SimulationContext.self, to: context)
    binder.bind(BrakeThreshold.self, to: limit)
    binder.decorate((any RequestRule).self, SmallRequests.init(inner:context:))
    binder.decorate((any BatchRule).self, SmallBatches.init(inner:context:))
    binder.decorate((any BrakeRule).self, LowThresholdBrake.init(inner:limit:))
  }
}

/// Where a device stood when it was last looked at.
struct ObservedState: Sendable {
  /// What a device was, to be put back.
  struct Backup: Sendable {
    let store: DeviceStorage
    let token: Int
    let conflicts: Int
  }

  var epoch: Epoch?
  var cursor = Revision.none
  var conflicts = 0
  var backup: Backup?
}

/// Sends one to four of what is pending, in any order, so that an exchange has several batches.
struct SmallBatches: BatchRule {
  let inner: any BatchRule
  let context: SimulationContext

  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch? {
    guard let batch = try inner.batch(state, in: epoch, from: transaction) else { return nil }
    let count = min(1 + context.below(4), batch.changes.count)
    var rest = batch.changes
    var changes: [PushChange] = []
    changes.reserveCapacity(count)
    for _ in 0..<count { changes.append(rest.remove(at: context.below(rest.count))) }
    return PushBatch(epoch: batch.epoch, device: batch.device, number: batch.number, changes: changes)
  }
}

/// Asks for one to five items at a time, so that a pull has several pages.
struct SmallRequests: RequestRule {
  let inner: any RequestRule
  let context: SimulationContext

  func request(_ state: SyncState, limit: Int) -> ChangesRequest {
    inner.request(state, limit: 1 + context.below(5))
  }
}

/// A brake that in some histories stops at a few notes already.
struct LowThresholdBrake: BrakeRule {
  let inner: any BrakeRule
  let limit: BrakeThreshold

  func stops(deletions: Int, of notes: Int) -> Bool {
    guard let most = limit.deletions else { return inner.stops(deletions: deletions, of: notes) }
    return deletions > most && deletions * 5 > notes
  }
}

/// How many deletions the brakes of a world let pass in the present history.
final class BrakeThreshold: Sendable {
  private let value = Mutex<Int?>(nil)

  /// The most; `nil` to leave it to the rule.
  var deletions: Int? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// Ids of new notes, drawn from the chance of the context.
struct SeededNoteIDGenerator: NoteIDGenerator {
  let context: SimulationContext

  func next(created: Timestamp) -> NoteID {
    NoteID(moment: created, random: (context.next(), context.next()))
  }
}

/// Waits no time at all; sometimes the person at the device has gone before it is over.
struct CancellingSleeper: Sleeper {
  private static let leaving = EventProbability(percent: 40)

  let context: SimulationContext

  func sleep(milliseconds: Int) async throws(CancellationError) {
    guard !context.isQuiescent, context.happens(Self.leaving) else { return }
    throw CancellationError()
  }
}

/// No vault ever tells a device of a world that something changed: who wants to know asks.
struct QuietListener: ChangeListener {
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { .quiet }
}
