import NotesDomain
public import Wiring

/// The face of accounts: who may speak for which vault. Apart from ``ServerModule``, since a server that is only played in
/// the device's own process has none.
public struct AccountsModule: Module {
  private let settings: AccountSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How many tries, devices and waiting people there may be.
  public init(_ settings: AccountSettings = AccountSettings()) {
    self.settings = settings
  }

  /// Declares the services for devices and for the operator.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.requires((any AccountStore).self)
    binder.requires((any VaultAdministration).self)
    binder.requires((any Randomness).self)
    binder.requires((any WallClock).self)
    binder.requires((any MonotonicClock).self)

    binder.bind(AccountSettings.self, to: settings)
    binder.bind(ScryptParameters.self, to: .ofTheDay)
    binder.bind((any PasswordHasher).self, ScryptPasswordHasher.init).scoped(.singleton)
    binder.bind(RateLimits.init).scoped(.singleton)
    binder.bind((any AccountService).self, StandardAccountService.init).scoped(.singleton)
    binder.bind((any AccountAdministration).self, StandardAccountAdministration.init).scoped(.singleton)
  }
}
