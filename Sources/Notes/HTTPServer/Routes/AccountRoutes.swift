import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting

/// Signs a device in.
struct SignInRoute: Route {
  static let endpoint = APIEndpoint.signIn

  let scope: RequestScope
  let body: BodyReader
  let budgets: ServerBudgets
  let networks: PeerNetworks
  let accounts: any AccountService

  func respond() async throws -> Response {
    let bytes = try await body.bytes(of: scope.request, on: scope.connection, limit: MessageLimits.signIn)
    // Not before, since a request that is never completed would hold a turn of others.
    guard let turn = budgets.requests.lease(1, for: networks.owner(ofRequestFrom: scope.peer)) else {
      throw RequestFailure.spent
    }
    defer { turn.release() }
    let disconnected = await scope.connection.keptUntilResponse()
    let request = try MessageFormat.decodeSignInRequest(bytes, limit: MessageLimits.signIn)
    if try await accounts.isAccount(request.name) { scope.annotations.account = request.name }
    let reply = try await disconnected.cancelling { [accounts, peer = scope.peer] in
      try await accounts.signIn(request, from: peer)
    }
    return Response(message: MessageFormat.encode(reply))
  }
}

/// Lists the devices of an account.
struct DevicesRoute: Route {
  static let endpoint = APIEndpoint.devices

  let principal: Principal
  let accounts: any AccountService

  func respond() async throws -> Response {
    Response(message: MessageFormat.encode(try await accounts.devices(of: principal)))
  }
}

/// Revokes a device of an account. A device that revokes itself is signed out.
struct RevokeRoute: Route {
  static let endpoint = APIEndpoint.revoke

  let scope: RequestScope
  let principal: Principal
  let accounts: any AccountService
  let revocations: RevocationNotifier

  func respond() async throws -> Response {
    guard case .revoke(let device) = scope.route else { throw RequestFailure(.notFound) }
    do {
      try await accounts.revoke(device, for: principal, from: scope.peer)
    } catch AccountError.store(let error) {
      // The device may be signed out all the same. One that is not finds that out.
      revocations.notify(device)
      throw AccountError.store(error)
    }
    revocations.notify(device)
    return Response(status: .noContent)
  }
}

/// Sets another password for an account, and signs out its other devices.
struct PasswordRoute: Route {
  static let endpoint = APIEndpoint.password

  let scope: RequestScope
  let principal: Principal
  let tokenValidation: TokenValidation
  let body: BodyReader
  let accounts: any AccountService
  let revocations: RevocationNotifier

  func respond() async throws -> Response {
    let message = try await body.message(
      of: scope.request, on: scope.connection, limit: MessageLimits.passwordChange, account: principal.account)
    defer { message.release() }
    let change = try MessageFormat.decodePasswordChange(message.bytes, limit: MessageLimits.passwordChange)
    try await tokenValidation.validate()
    let origin = RequestOrigin(peer: scope.peer, host: scope.request.head.authority)
    for device in try await accounts.changePassword(change, for: principal, from: origin) {
      revocations.notify(device)
    }
    return Response(status: .noContent)
  }
}
