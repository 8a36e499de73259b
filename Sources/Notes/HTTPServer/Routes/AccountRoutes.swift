import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI

/// Signs a device in.
struct SignInRoute: Route {
  static let endpoint = APIEndpoint.signIn

  let scope: RequestScope
  let body: BodyReader
  let accounts: any AccountService

  func answer() async throws(RequestFailure) -> Response {
    let bytes = try await body.bytes(of: scope.request, limit: MessageLimits.signIn)
    let request: SignInRequest
    do { request = try MessageFormat.decodeSignInRequest(bytes, limit: MessageLimits.signIn) } catch {
      throw RequestFailure(from: error)
    }
    let reply: SignInReply
    do { reply = try await accounts.signIn(request, from: scope.peer) } catch { throw RequestFailure(from: error) }
    return Response(message: MessageFormat.encode(reply))
  }
}

/// Lists the devices of an account.
struct DevicesRoute: Route {
  static let endpoint = APIEndpoint.devices

  let principal: Principal
  let accounts: any AccountService

  func answer() async throws(RequestFailure) -> Response {
    let devices: [SignedInDevice]
    do { devices = try await accounts.devices(of: principal) } catch { throw RequestFailure(from: error) }
    return Response(message: MessageFormat.encode(devices))
  }
}

/// Revokes a device of an account; one's own is signed out with it.
struct RevokeRoute: Route {
  static let endpoint = APIEndpoint.revoke

  let scope: RequestScope
  let principal: Principal
  let accounts: any AccountService
  let revocations: RevocationNotifier

  func answer() async throws(RequestFailure) -> Response {
    guard case .revoke(let device) = scope.route else { throw RequestFailure(.notFound) }
    do { try await accounts.revoke(device, for: principal) } catch { throw RequestFailure(from: error) }
    revocations.tell(device)
    return Response(status: .noContent)
  }
}
