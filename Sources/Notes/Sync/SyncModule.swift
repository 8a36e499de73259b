import NotesDomain
public import Wiring

/// The layer's face: what brings this device and its vault together.
///
/// Every decision is a rule of its own behind a protocol, so that it can be replaced: the simulation does, to show that it
/// notices.
public struct SyncModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the engine and its rules.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any SyncStore).self)
    binder.requires((any SyncTransport).self)
    binder.requires((any BlobStore).self)
    binder.requires((any BlobTransport).self)
    binder.requires((any NoteIDGenerator).self)
    binder.requires((any Randomness).self)
    binder.requires((any Sleeper).self)
    binder.requires((any WallClock).self)

    binder.bind(SyncSettings.self) { SyncSettings() }.byDefault()
    binder.bind((any MergeRule).self, FieldMergeRule.init)
    binder.bind((any RebaseRule).self, ThreeWayRebaseRule.init)
    binder.bind((any CopyRule).self, FreshCopyRule.init)
    binder.bind((any AcknowledgementRule).self, StandardAcknowledgementRule.init)
    binder.bind((any EpochRule).self, StandardEpochRule.init)
    binder.bind((any AbsenceRule).self, StandardAbsenceRule.init)
    binder.bind((any RequestRule).self, StandardRequestRule.init)
    binder.bind((any BatchRule).self, StandardBatchRule.init)
    binder.bind((any BrakeRule).self, StandardBrakeRule.init)

    binder.bind(Backoff.init)
    binder.bind(PatientTransport.init)
    binder.bind(FreshStart.init)
    binder.bind(Rebasing.init)
    binder.bind(SnapshotCompletion.init)
    binder.bind(Preparation.init)
    binder.bind(BlobSender.init)
    binder.bind(BlobProvision.init)
    binder.bind(BlobReceiver.init)
    binder.bind(Receiver.init)
    binder.bind(Sender.init)
    binder.bind((any Synchronizer).self, SyncEngine.init)
  }
}
