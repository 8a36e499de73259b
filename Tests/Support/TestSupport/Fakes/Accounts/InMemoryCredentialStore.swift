package import NotesDomain
import Synchronization

/// Credentials in memory that fulfill the contract of ``CredentialStore``.
package final class InMemoryCredentialStore: CredentialStore {
  private struct State {
    var credentials: Credentials?
    var failure: CredentialError?
    var saveFailure: CredentialError?
  }

  private let state: Mutex<State>

  /// Creates a store.
  ///
  /// - Parameter credentials: The initial credentials; `nil` for a device that is not signed in.
  package init(_ credentials: Credentials? = nil) {
    state = Mutex(State(credentials: credentials))
  }

  /// The error that loading throws until the next save; `nil` for none.
  package var failure: CredentialError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The error that saving throws; `nil` for none.
  package var saveFailure: CredentialError? {
    get { state.withLock { $0.saveFailure } }
    set { state.withLock { $0.saveFailure = newValue } }
  }

  /// The stored credentials.
  package var current: Credentials? { state.withLock { $0.credentials } }

  package func load() async throws(CredentialError) -> Credentials? {
    try state.withLock { state throws(CredentialError) in
      if let failure = state.failure { throw failure }
      return state.credentials
    }
  }

  package func salvage() async -> Credentials? {
    state.withLock { state in
      switch state.failure {
      case nil, .exposed: state.credentials
      case .wrongOwner, .damaged, .failed: nil
      }
    }
  }

  package func save(_ credentials: Credentials) async throws(CredentialError) {
    try state.withLock { state throws(CredentialError) in
      if let failure = state.saveFailure { throw failure }
      state.credentials = credentials
      state.failure = nil
    }
  }

  package func remove() async throws(CredentialError) {
    state.withLock { state in
      state.credentials = nil
      state.failure = nil
    }
  }
}
