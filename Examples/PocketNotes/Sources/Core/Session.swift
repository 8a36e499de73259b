/// A person who is signed in on this device.
package struct Session: Sendable, Hashable {
  /// The name of the account.
  package let account: String

  package init(account: String) {
    self.account = account
  }
}
