import NotesDomain
package import Wiring

/// The face of accounts: who may speak for which vault. Apart from ``ServerModule``, since a server that is only played in
/// the device's own process has none.
package struct AccountsModule: Module {
  private let settings: AccountSettings

  /// Creates the module.
  ///
  /// - Parameter settings: How many tries, devices and waiting people there may be.
  package init(_ settings: AccountSettings = AccountSettings()) {
    self.settings = settings
  }

  /// Declares the services for devices and for the operator.
  ///
  /// - Parameter binder: Where the bindings go.
  package func configure(_ binder: inout Binder) {
    binder.requires((any AccountStore).self)
    binder.requires((any VaultAdministration).self)
    binder.requires((any Randomness).self)
    binder.requires((any WallClock).self)
    binder.requires((any MonotonicClock).self)

    binder.bind(AccountSettings.self, to: settings)
    binder.bind(ScryptParameters.self, to: .recommended)
    binder.bind((any PasswordHasher).self, ScryptPasswordHasher.init).scoped(.singleton)
    binder.bind(RateLimits.init).scoped(.singleton)
    binder.bind((any AccountService).self, StandardAccountService.init).scoped(.singleton)
    binder.bind((any AccountAdministration).self, StandardAccountAdministration.init).scoped(.singleton)
  }
}

/// How many tries, devices and waiting people a server allows.
package struct AccountSettings: Sendable, Hashable {
  /// The tries to sign in to one account, whoever makes them, within ``window``; a try that succeeds does not count.
  package var attemptsPerAccount = 10
  /// The tries to sign in from one peer, to whichever account, within ``window``; a try that succeeds does not count. More
  /// than for an account, since a household or a company has one address.
  package var attemptsPerPeer = 30
  /// The requests with a token that means nothing, from one peer, within ``window``. Nobody guesses 256 bits; this keeps a
  /// peer that tries from filling the log.
  package var unknownTokensPerPeer = 100
  /// In how many milliseconds all tries are given back, one by one: a quarter of an hour.
  package var window = 900_000
  /// How many accounts, and how many peers, are remembered with their tries: about a megabyte.
  package var maximumRemembered = 10_000
  /// How many may wait for their password to be looked at. One takes about a second, and one is looked at at a time.
  package var maximumWaiting = 16
  /// When to come again if too many wait, in milliseconds.
  package var retryAfterWaiting = 5000
  /// The most devices of one account.
  package var maximumDevices = 100
  /// How old the moment gets at which a device was last heard of, in milliseconds: a day, so that reading costs no writing.
  package var lastSeenAge: Int64 = 86_400_000

  /// Creates settings that suit people.
  package init() {}
}
