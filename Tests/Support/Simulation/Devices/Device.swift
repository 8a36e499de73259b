import NotesDomain
import NotesNetwork
import NotesSync
import NotesTestSupport
import Synchronization
import Wiring

/// A simulated device: the real engine, wired once, with a store and a network that change with the history.
struct Device: Sendable {
  let engine: any Synchronizer
  let store: FaultInjectingStore
  let transport: FaultInjectingTransport
  let wallClock: FixedClock
  /// The layer between engine and transport; `nil` for a vault in plain text.
  let sealed: SimulatedEncryption.Device?
  /// What the device knows of an encrypted vault.
  let memory: SimulatedEncryptionStore
}

/// The ports of a simulated device, and rules that make its batches and pages small.
struct DeviceModule: Module {
  let store: any SyncStore
  let transport: any SyncTransport
  let blobs: any BlobStore
  let blobTransport: any BlobTransport
  let wallClock: any WallClock
  let context: SimulationContext
  let threshold: BrakeThreshold

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any SyncTransport).self, to: transport)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any BlobTransport).self, to: blobTransport)
    binder.bind((any ChangeListener).self, to: QuietListener())
    binder.bind((any WallClock).self, to: wallClock)
    binder.bind((any Randomness).self, to: context)
    binder.bind((any NoteIDGenerator).self, to: SeededNoteIDGenerator(context: context))
    binder.bind((any Clock<Duration>).self, to: CancellingClock(context: context))
    let settings = SyncSettings(batchItems: 6, pieceBytes: 3, attempts: 3)
    binder.bind(SyncSettings.self, to: settings)
    binder.decorate(SyncRules.self) { [context, threshold] (standard: SyncRules) -> SyncRules in
      var rules = standard
      // One to five items, so that a pull has several pages.
      rules.request = { state, _ in standard.request(state, 1 + context.below(5)) }
      // One to four of the pending changes in any order, so that a sync has several batches.
      rules.batch = { state, epoch, transaction, ready in
        guard var batch = try standard.batch(state, epoch, transaction, ready) else { return nil }
        let count = min(1 + context.below(4), batch.changes.count)
        var rest = batch.changes
        batch.changes = (0..<count).map { _ in rest.remove(at: context.below(rest.count)) }
        return batch
      }
      // In some histories a few deletions suffice.
      rules.engagesBrake = { deletions, notes in
        guard let maximum = threshold.deletions else { return standard.engagesBrake(deletions, notes) }
        return deletions > maximum && deletions * settings.brakeFraction > notes
      }
      return rules
    }
  }
}

/// The state of a device when it was last observed.
struct ObservedState: Sendable {
  /// The backup of a device.
  struct Backup: Sendable {
    let store: DeviceStorage
    let memory: InMemoryEncryptionStore
    let token: Int
    let conflicts: Int
  }

  var epoch: Epoch?
  var cursor = Revision.none
  var conflicts = 0
  var backup: Backup?
}

/// The number of deletions above which the brake stops a pull, in the present history.
final class BrakeThreshold: Sendable {
  private let value = Mutex<Int?>(nil)

  /// The maximum; `nil` for the standard rule.
  var deletions: Int? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// A generator of note ids that uses the randomness of the context.
struct SeededNoteIDGenerator: NoteIDGenerator {
  let context: SimulationContext

  func next(created: Timestamp) -> NoteID {
    NoteID(created: created, random: (context.next(), context.next()))
  }
}

/// A clock that stands still, whose sleeps return at once; sometimes the user cancels the wait.
struct CancellingClock: Clock {
  private static let cancellation = Probability(percent: 40)

  let context: SimulationContext
  let now = ManualClock.Instant()
  let minimumResolution = Duration.zero

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    guard !context.isQuiescent, context.happens(Self.cancellation) else { return }
    throw CancellationError()
  }
}

/// A listener that never reports a change.
struct QuietListener: ChangeListener {
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { .unchanged }
}
