import NotesDomain
import NotesHosting
package import Wiring

/// The bindings of accounts. Separate from ``ServerModule``, since the server of the mock network has none.
package struct AccountsModule: Module {
  private let settings: AccountSettings

  package init(_ settings: AccountSettings = AccountSettings()) { self.settings = settings }

  package func configure(_ binder: inout Binder) {
    binder.bind(AccountSettings.self, to: settings)
    binder.bind(ScryptParameters.self, to: .recommended)
    binder.bind((any PasswordHasher).self, ScryptPasswordHasher.init).scoped(.singleton)
    binder.bind(PasswordRules.self) { PasswordRules(common: .standard) }
    binder.bind(KnownNetworks.init).scoped(.singleton)
    binder.bind(RecentPrincipals.init).scoped(.singleton)
    // A store that several processes share has their attempts, too.
    binder.bind((any AttemptStore).self, SoleNodeAttempts.init).scoped(.singleton).byDefault()
    binder.bind(RateLimits.init).scoped(.singleton)
    binder.bind(SignInQueue.init).scoped(.singleton)
    binder.bind(AuditLog.init).scoped(.singleton)
    binder.decorate((any AccountStore).self, NotifyingAccountStore.init(inner:messenger:))
    binder.decorate((any ServerMaintenance).self, AuditedServerMaintenance.init)
    binder.bind((any AccountService).self, StandardAccountService.init).scoped(.singleton)
    binder.bind((any AccountAdministration).self, StandardAccountAdministration.init).scoped(.singleton)
  }
}

/// The limits of accounts and sign-ins.
package struct AccountSettings: Sendable, Hashable {
  /// The failed attempts to sign in to one account, from any peer, within ``window``.
  package var attemptsPerAccount = 10
  /// The failed attempts to sign in from one peer, to any account, within ``window``. More than for an account, since a
  /// household or a company has one address.
  package var attemptsPerPeer = 30
  /// The recent attempts of one network, one address or one account that a place in the queue depends on, within ``window``.
  package var countedAttempts = 60
  /// The requests with an unknown token from one peer within ``window``. A token of 256 bits cannot be guessed; the limit
  /// prevents a peer from filling the log.
  package var unknownTokensPerPeer = 100
  /// The time in which all attempts are refunded, one by one: a quarter of an hour.
  package var window = Duration.seconds(900)
  /// The number of accounts, and of peers, whose attempts are remembered: approximately one megabyte.
  package var maximumRemembered = 10_000
  /// The number of sign-ins that may wait. Passwords are verified one at a time, and each takes approximately a second.
  package var maximumWaiting = 16
  /// The wait that is demanded when too many sign-ins wait.
  package var retryAfterWaiting = Duration.seconds(5)
  /// The maximum number of devices of one account.
  package var maximumDevices = 100
  /// The age after which a device's last-seen time is updated: a day, so that most reads cost no write.
  package var lastSeenAge = Duration.seconds(86_400)

  package init() {}
}
