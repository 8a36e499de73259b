package import NotesDomain
import Synchronization

/// Credentials in memory, with every promise of ``CredentialStore``.
package final class InMemoryCredentialStore: CredentialStore {
  private struct State {
    var credentials: Credentials?
    var failure: CredentialError?
    var saveFailure: CredentialError?
  }

  private let state: Mutex<State>

  /// Creates a store.
  ///
  /// - Parameter credentials: What it holds; `nil` for a device that has not signed in.
  package init(_ credentials: Credentials? = nil) {
    state = Mutex(State(credentials: credentials))
  }

  /// What loading throws, until something else is kept; `nil` to work again.
  package var failure: CredentialError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// What saving throws from now on; `nil` to work again.
  package var saveFailure: CredentialError? {
    get { state.withLock { $0.saveFailure } }
    set { state.withLock { $0.saveFailure = newValue } }
  }

  /// What the store holds.
  package var current: Credentials? { state.withLock { $0.credentials } }

  /// The credentials.
  package func load() throws(CredentialError) -> Credentials? {
    try state.withLock { state throws(CredentialError) in
      if let failure = state.failure { throw failure }
      return state.credentials
    }
  }

  /// The credentials, unless those that it holds make no sense.
  package func salvage() -> Credentials? {
    state.withLock { state in
      switch state.failure {
      case nil, .exposed: state.credentials
      case .wrongOwner, .damaged, .failed: nil
      }
    }
  }

  /// Keeps credentials, also in place of those that cannot be read.
  package func save(_ credentials: Credentials) throws(CredentialError) {
    try state.withLock { state throws(CredentialError) in
      if let failure = state.saveFailure { throw failure }
      state.credentials = credentials
      state.failure = nil
    }
  }

  /// Forgets the credentials, also those that cannot be read.
  package func remove() throws(CredentialError) {
    state.withLock { state in
      state.credentials = nil
      state.failure = nil
    }
  }
}
