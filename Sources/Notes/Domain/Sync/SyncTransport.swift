/// The transport of requests to one vault. Requests may be delayed, duplicated or lost.
package protocol SyncTransport: Sendable {
  /// Sends a batch. Idempotent.
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply

  /// Requests changes.
  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply
}

/// A transport for everything that a device and its vault exchange.
package protocol VaultTransport: SyncTransport, BlobTransport, ChangeListener {}

/// An error of a request to a server. Nothing was committed on this device; the server may have received the request.
package enum TransportError: Error, Sendable, Hashable {
  /// No server is configured.
  case notConfigured
  /// A setting of this device is invalid.
  case misconfigured(detail: String)
  /// The credentials cannot be read.
  case credentials(CredentialError)
  /// The server cannot be reached, or the request or the reply was lost.
  case unreachable(detail: String)
  /// The certificate of the server is not trusted, or has expired.
  case untrusted(host: String)
  /// The server limits the rate of requests.
  ///
  /// - Parameter retryAfter: The time until the next request is allowed; `nil` when the server does not say.
  case rateLimited(retryAfter: Duration?)
  /// The server is temporarily unavailable.
  ///
  /// - Parameter retryAfter: The time until the next request is allowed; `nil` when the server does not say.
  case unavailable(detail: String, retryAfter: Duration?)
  /// The server does not know this device.
  case unauthorized
  /// The server refused the content of the request, in an answer of its own. Only this may be held against what was sent.
  case refused(detail: String)
  /// Something else than the vault answered: another program, a proxy, the page of a network to sign in to, or a server that has no
  /// such vault. It says nothing about what was sent.
  case misaddressed(detail: String)
  /// The server uses another version of the protocol.
  case unsupportedProtocol(found: Int?, supported: Int)
  /// The reply is incomplete or invalid.
  case undecodable(detail: String)
  /// The reply is too long.
  case oversized(limit: Int)
  /// The vault is encrypted, and this device cannot exchange notes with it.
  case encryption(EncryptionProblem)

  /// The time until the next request is allowed; `nil` when the server does not say.
  package var retryAfter: Duration? {
    switch self {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter): retryAfter
    case .notConfigured, .misconfigured, .credentials, .unreachable, .untrusted, .unauthorized, .refused,
      .misaddressed, .unsupportedProtocol, .undecodable, .oversized, .encryption:
      nil
    }
  }
}

/// The reason why a device cannot exchange notes with an encrypted vault. Nothing was sent in plain text, and nothing changed.
package enum EncryptionProblem: Error, Sendable, Hashable {
  /// This device was not given the keys of the vault.
  case locked
  /// The keys were rotated, and this device was not given the new one.
  case rotated
  /// The vault was encrypted, and has no keyring any more: its server was restored from a backup of an earlier time, or it lies.
  case missingKeyring
  /// The keyring of the vault is unusable.
  case keyring(KeyringError)
  /// The vault has accepted a change of a note from this device, and does not return it.
  case withheld(NoteID)
  /// The store of this device failed.
  case store(StoreError)
}

/// The client of a server's ``WatchService``.
package protocol ChangeListener: Sendable {
  /// Waits for a change until the timeout. The server may reply earlier that nothing changed.
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply
}

/// A request to wait for a change in a vault (long polling).
package struct WatchRequest: Sendable, Hashable {
  /// The epoch that the device knows.
  package let epoch: Epoch
  /// The revision up to which the device knows all changes.
  package let after: Revision
  /// The timeout, sent in whole milliseconds.
  package let timeout: Duration

  package init(epoch: Epoch, after: Revision, timeout: Duration) {
    self.epoch = epoch
    self.after = after
    self.timeout = timeout
  }
}

/// The reply to a ``WatchRequest``.
package enum WatchReply: Sendable, Hashable {
  /// The vault has a change or an epoch that the device does not know.
  case changed
  /// Nothing changed before the timeout.
  case unchanged
}

/// A request for the changes of a vault.
package struct ChangesRequest: Sendable, Hashable {
  /// The epoch that the device knows; `nil` when it knows none.
  package let epoch: Epoch?
  /// The last revision that the device knows.
  package var after: Revision
  /// The revision up to which the device knows all deletions, since the vault removes old tombstones and must refuse a
  /// device that needs them; `nil` for the first page of a snapshot, which needs none.
  package var floor: Revision?
  /// The maximum number of items.
  package var limit: Int
  /// The only item that is wanted, at its latest revision; `nil` for all items after a revision.
  package let only: NoteID?

  package init(epoch: Epoch?, after: Revision, floor: Revision?, limit: Int, only: NoteID? = nil) {
    self.epoch = epoch
    self.after = after
    self.floor = floor
    self.limit = limit
    self.only = only
  }
}

/// A page of a vault's changes, taken from one snapshot.
package struct ChangesPage: Sendable, Hashable {
  /// The revision of the vault's last change.
  package let head: Revision
  /// The items in ascending order of revision, each at its latest revision.
  package let items: [VaultItem]
  package let hasMore: Bool
  /// Whether the vault keeps each deletion as an item, as an encrypted one does. Elsewhere, old deletions are removed, so that a
  /// note which is in no page of the whole vault was deleted.
  package let keepsDeletions: Bool

  package init(head: Revision, items: [VaultItem], hasMore: Bool, keepsDeletions: Bool = false) {
    self.head = head
    self.items = items
    self.hasMore = hasMore
    self.keepsDeletions = keepsDeletions
  }
}

/// The reply of a vault to a ``ChangesRequest``.
package enum ChangesReply: Sendable, Hashable {
  /// The next items.
  case page(ChangesPage)
  /// The vault is in another epoch.
  case epochChanged(EpochChange)
  /// The vault has removed tombstones that the device needs. The device must take a snapshot.
  case resync
}
