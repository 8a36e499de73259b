import NotesDomain
import NotesHTTPAPI
import NotesHosting

/// A second check of the request's token.
///
/// A body may take a minute to arrive, and a long poll takes as long. Meanwhile the device can be revoked, or the account
/// removed.
struct TokenValidation: Sendable {
  let scope: RequestScope
  let principal: Principal
  let accounts: any AccountService

  /// Checks that the token is still valid for the same device.
  func validate() async throws {
    guard let token = scope.token, try await accounts.authenticate(token, from: scope.peer) == principal else {
      throw RequestFailure(.unauthorized)
    }
  }
}
