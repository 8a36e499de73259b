import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesWire

/// Revokes a device of an account; one's own is signed out with it.
struct RevokeRoute: Route {
  static let endpoint = WireEndpoint.revoke

  let call: Call
  let principal: Principal
  let accounts: any AccountService
  let revocations: Revocations

  func answer() async throws(RequestFailure) -> Response {
    guard case .revoke(let device) = call.route else { throw RequestFailure(.notFound) }
    do { try await accounts.revoke(device, for: principal) } catch { throw RequestFailure(from: error) }
    revocations.tell(device)
    return Response(status: .noContent)
  }
}
