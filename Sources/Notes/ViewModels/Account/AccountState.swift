public import NotesDomain

/// What is shown of this device's account.
public struct AccountState: Sendable, Hashable {
  /// What an action came to.
  public enum Outcome: Sendable, Hashable {
    /// This device is signed in.
    ///
    /// - Parameters:
    ///   - before: What it was signed in with before; `nil` for nothing.
    ///   - unheard: Why the server of those does not know that this is over; `nil` when it does.
    case signedIn(Credentials, before: Credentials?, unheard: AccountClientError?)
    /// This device is signed out here.
    ///
    /// - Parameters:
    ///   - unheard: Why the server does not know; `nil` when it does.
    ///   - unsound: What was wrong with the credentials, which may have been unreadable; `nil` when nothing was.
    case signedOut(Credentials?, unheard: AccountClientError?, unsound: CredentialError?)
    /// A device was revoked.
    case revoked(SignedInDevice)
  }

  /// How far the last action is.
  public var phase: Phase = .idle
  /// What this device has to speak to its server; `nil` when it has not signed in, or before the first action.
  public var credentials: Credentials?
  /// The devices of the account, those that signed in first in front.
  public var devices: [SignedInDevice] = []
  /// What the last action came to.
  public var outcome: Outcome?
}
