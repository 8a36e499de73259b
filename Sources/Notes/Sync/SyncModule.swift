import NotesDomain
package import Wiring

/// The layer's face: what brings this device and its vault together.
///
/// Every decision is a rule of its own behind a protocol, so that it can be replaced: the simulation does, to show that it
/// notices.
package struct SyncModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the engine and its rules.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
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
    binder.bind(RetryingTransport.init)
    binder.bind(EpochTransition.init)
    binder.bind(ItemRebaser.init)
    binder.bind(SnapshotApplier.init)
    binder.bind(SyncPreparation.init)
    binder.bind(BlobUpload.init)
    binder.bind(BlobUploader.init)
    binder.bind(BlobDownloader.init)
    binder.bind(ChangeReceiver.init)
    binder.bind(BatchSender.init)
    binder.bind((any Synchronizer).self, SyncEngine.init)
  }
}

/// What waits between two syncs. It stands apart from ``SyncModule``, since most syncs are not followed by another.
package struct SyncWatchModule: Module {
  /// The rules that it shares with syncs.
  package static var includes: [any Module] { [SyncModule()] }

  /// Creates the module.
  package init() {}

  /// Declares the watch.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires((any ChangeListener).self)
    binder.requires((any NoteHistory).self)
    binder.bind((any ChangeWatch).self, TwoSidedWatch.init)
  }
}
