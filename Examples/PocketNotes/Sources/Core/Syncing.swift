/// The sync of a session, for the screens.
package protocol Syncing: Sendable {
  /// Receives what is new, merges it, and sends what is pending, until there is nothing more to do.
  ///
  /// - Throws: ``SyncError``; what was done before stays done.
  func sync() async throws(SyncError) -> SyncReport
}

/// What a sync did.
package struct SyncReport: Sendable, Hashable {
  /// The number of versions that the server accepted, as far as its replies arrived.
  package var sent = 0
  /// The number of times that a note changed on this device.
  package var received = 0

  package init(sent: Int = 0, received: Int = 0) {
    (self.sent, self.received) = (sent, received)
  }
}

/// A reason why a sync ended before its end.
package enum SyncError: Error, Hashable, Sendable {
  case server(ServerError)
  case store(StoreError)
  case cancelled
  /// The notes of this device belong to another account.
  case otherAccount(Session)
  /// Another device always wrote something first.
  case overtaken
}
