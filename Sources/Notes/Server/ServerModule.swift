import NotesDomain
public import Wiring

/// The layer's face: what a server does for devices, and for its operator.
public struct ServerModule: Module {
  private let settings: ServerSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How much the server takes and gives at once.
  public init(_ settings: ServerSettings = ServerSettings()) {
    self.settings = settings
  }

  /// Declares the service and its rules, each of which can be replaced.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any ServerStore).self)
    binder.requires((any Randomness).self)
    binder.requires((any WallClock).self)

    // Gives way to settings that somebody reads from elsewhere.
    binder.bind(ServerSettings.self) { [settings] in settings }.byDefault()
    binder.bind((any AcceptanceRule).self, StandardAcceptanceRule.init)
    binder.bind((any ReceiptRule).self, StandardReceiptRule.init)
    binder.bind((any HorizonRule).self, StandardHorizonRule.init)
    binder.bind((any EpochChain).self, StandardEpochChain.init)
    binder.bind((any BatchDigest).self, SecureBatchDigest.init)
    binder.bind((any SyncService).self, SyncServer.init).scoped(.singleton)
    binder.bind((any BlobService).self, BlobKeeper.init).scoped(.singleton)
    binder.bind((any VaultAdministration).self, VaultKeeper.init).scoped(.singleton)
  }
}
