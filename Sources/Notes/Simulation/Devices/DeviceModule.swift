import NotesDomain
import NotesSync
import Wiring

/// What a device of a world has around its engine.
struct DeviceModule: Module {
  let store: any SyncStore
  let transport: any SyncTransport
  let blobs: BlobGate
  let blobTransport: TransportGate
  let clock: any WallClock
  let scene: Scene
  let limit: BrakeLimit

  func configure(_ binder: inout Binder) {
    binder.bind((any SyncStore).self, to: store)
    binder.bind((any SyncTransport).self, to: transport)
    binder.bind((any BlobStore).self, to: blobs)
    binder.bind((any BlobTransport).self, to: blobTransport)
    binder.bind((any ChangeListener).self, to: NoNews())
    binder.bind((any WallClock).self, to: clock)
    binder.bind((any Randomness).self, to: scene)
    binder.bind((any NoteIDGenerator).self, to: DrawnNoteIDs(scene: scene))
    binder.bind((any Sleeper).self, to: ImpatientSleeper(scene: scene))
    binder.bind(SyncSettings.self, to: SyncSettings(batchItems: 6, pieceBytes: 3, attempts: 3))
    binder.bind(Scene.self, to: scene)
    binder.bind(BrakeLimit.self, to: limit)
    binder.decorate((any RequestRule).self, SmallRequests.init(inner:scene:))
    binder.decorate((any BatchRule).self, SmallBatches.init(inner:scene:))
    binder.decorate((any BrakeRule).self, TouchyBrake.init(inner:limit:))
  }
}
