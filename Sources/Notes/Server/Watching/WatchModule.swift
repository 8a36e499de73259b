import NotesDomain
public import Wiring

/// The face of waiting for changes. Apart from ``ServerModule``, since nobody waits for a server that is only played.
public struct WatchModule: Module {
  private let settings: WatchSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How long devices may wait.
  public init(_ settings: WatchSettings = WatchSettings()) {
    self.settings = settings
  }

  /// Declares the service, and puts a bell behind what changes vaults.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any ServerStore).self)
    binder.requires((any Sleeper).self)

    binder.bind(WatchSettings.self, to: settings)
    binder.bind(VaultBell.init).scoped(.singleton)
    binder.bind((any WatchService).self, VaultWatcher.init).scoped(.singleton)
    binder.decorate((any ServerStore).self, RingingServerStore.init(inner:bell:))
  }
}
