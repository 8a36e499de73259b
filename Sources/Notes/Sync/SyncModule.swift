import NotesDomain
package import Wiring

/// The bindings of the sync engine.
///
/// Every decision is a closure of ``SyncRules``. The rules are bound, so that tests and the simulation can replace one.
package struct SyncModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the engine and its rules.
  package func configure(_ binder: inout Binder) {
    binder.requires((any SyncStore).self)
    binder.requires((any SyncTransport).self)
    binder.requires((any BlobStore).self)
    binder.requires((any BlobTransport).self)
    binder.requires((any NoteIDGenerator).self)
    binder.requires((any Randomness).self)
    binder.requires((any Clock<Duration>).self)
    binder.requires((any WallClock).self)

    binder.bind(SyncSettings.self) { SyncSettings() }.byDefault()
    binder.bind(SyncRules.init)
    binder.bind(RetryingTransport.init)
    binder.bind(ItemRebaser.init)
    binder.bind(SnapshotApplier.init)
    binder.bind(BlobUploader.init)
    binder.bind(BlobDownloader.init)
    binder.bind(ChangeReceiver.init)
    binder.bind(BatchSender.init)
    binder.bind((any Synchronizer).self, SyncEngine.init)
  }
}

/// The bindings of the wait between two syncs. Separate from ``SyncModule``, since most syncs are not followed by another.
package struct SyncWatchModule: Module {
  /// The module of the settings.
  package static var includes: [any Module] { [SyncModule()] }

  /// Creates the module.
  package init() {}

  /// Declares the watch.
  package func configure(_ binder: inout Binder) {
    binder.requires((any ChangeListener).self)
    binder.requires((any NoteHistory).self)
    binder.bind((any ChangeWatch).self, TwoSidedWatch.init)
  }
}
