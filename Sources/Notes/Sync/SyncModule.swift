import NotesDomain
package import Wiring

/// The bindings of the sync engine.
///
/// They need a ``VaultTransport``, which the composition root chooses. The rules are bound, so that tests and the
/// simulation can replace one.
package struct SyncModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the engine and its rules.
  package func configure(_ binder: inout Binder) {
    // The ports of one transport, unless they are bound one by one.
    binder.bind((any SyncTransport).self) { (transport: any VaultTransport) -> any SyncTransport in transport }
      .byDefault()
    binder.bind((any BlobTransport).self) { (transport: any VaultTransport) -> any BlobTransport in transport }
      .byDefault()
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
  /// The module that binds ``SyncSettings``.
  package static var includes: [any Module] { [SyncModule()] }

  /// Creates the module.
  package init() {}

  /// Declares the watch.
  package func configure(_ binder: inout Binder) {
    binder.bind((any ChangeListener).self) { (transport: any VaultTransport) -> any ChangeListener in transport }
      .byDefault()
    binder.bind((any ChangeWatch).self, TwoSidedWatch.init)
  }
}
