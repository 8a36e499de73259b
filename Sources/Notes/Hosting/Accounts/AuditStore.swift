package import NotesDomain

/// The storage of the log of events that concern the security of a server's accounts.
package protocol AuditStore: Sendable {
  /// Adds entries. An entry of a refused attempt is added to the count of an equal event in the same
  /// ``AuditEntry/period``, if there is one. Another entry may be left out if it equals one in the store: it was added before,
  /// by an operation whose outcome is unknown. Then removes entries above the limits, refused attempts separately: strangers
  /// cause those, and must not displace others. Of more than a limit, ``AuditLimits/kept(of:)`` stay: the newest of each
  /// account, and of those accounts with most as many as there is room for. So an account displaces its own, and those of
  /// others only if they have more. Entries of no account count as those of one.
  func append(_ entries: [AuditEntry], limits: AuditLimits) async throws(StoreError)

  /// Returns the newest entries, newest first.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries.
  ///   - account: The account of the entries; `nil` for all.
  func entries(limit: Int, of account: AccountName?) async throws(StoreError) -> [AuditEntry]
}

/// An event that concerns the security of a server's accounts. Never contains a secret.
package struct AuditEvent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case signIn = "sign-in"
    /// The name or the password was wrong.
    case signInRefused = "sign-in-refused"
    /// There were too many attempts, or too many waited.
    case rateLimited = "rate-limited"
    case revocation
    /// A device was refused because it was not used for ``SignedInDevice/lifetime``.
    case expiry
    /// A person changed the password.
    case passwordChange = "password-change"
    /// The current password was wrong.
    case passwordChangeRefused = "password-change-refused"
    case accountAddition = "account-addition"
    case accountRemoval = "account-removal"
    /// An operator set the password.
    case passwordReset = "password-reset"
    /// An operator removed the keyring of the account's vault.
    case keyringRemoval = "keyring-removal"
    case purge
    case backup
    case restore

    /// Whether the event is an attempt that was refused. Those are counted rather than listed one by one.
    package var isRefusal: Bool {
      switch self {
      case .signInRefused, .rateLimited, .expiry, .passwordChangeRefused: true
      case .signIn, .revocation, .passwordChange, .accountAddition, .accountRemoval, .passwordReset, .keyringRemoval,
        .purge, .backup, .restore:
        false
      }
    }
  }

  package let kind: Kind
  /// The account; `nil` if the event concerns none, or a name that no account has. Such a name is not stored, since people
  /// type passwords into the wrong field.
  package let account: AccountName?
  /// The IP address of the client, of a refused attempt over IPv6 its network; `nil` for an operator's command, and for
  /// refused attempts from too many addresses.
  package let peer: String?
  /// The label of the device.
  package let device: String?

  package init(_ kind: Kind, account: AccountName? = nil, peer: String? = nil, device: String? = nil) {
    self.kind = kind
    self.account = account
    self.peer = peer
    self.device = device
  }
}

/// An entry of the log of a server.
package struct AuditEntry: Sendable, Hashable {
  /// The time; for a count the last one.
  package let time: Timestamp
  package let event: AuditEvent
  /// The number of equal events, which is 1 except for refused attempts.
  package let count: Int

  package init(time: Timestamp, event: AuditEvent, count: Int = 1) {
    self.time = time
    self.event = event
    self.count = count
  }

  /// The quarter of an hour in which refused attempts are counted together; `nil` for other events.
  package var period: Int64? { event.kind.isRefusal ? time.millisecondsSince1970 / 900_000 : nil }
}

/// The maximum numbers of entries in the log of a server.
package struct AuditLimits: Sendable, Hashable {
  package var entries = 8_000
  /// The maximum number of entries of refused attempts, besides ``entries``.
  package var refusals = 2_000

  package init() {}

  /// Returns the number of entries that are kept when there are more than a limit: a tenth less, so that few events cost a
  /// look at all others.
  package static func kept(of limit: Int) -> Int { limit - limit / 10 }
}
