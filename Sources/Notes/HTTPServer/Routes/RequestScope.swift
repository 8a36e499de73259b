import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI
import Wiring

/// One request of a device, as its handler sees it: what the scope ``Wiring/CustomScope/request`` begins with.
struct RequestScope: Sendable {
  /// The method and the path, understood.
  let route: APIRoute
  /// The request, whose body has yet to be read.
  let request: Request
  /// For whom it speaks; `nil` for the few requests that anybody may send.
  let principal: Principal?
  /// What says so; `nil` as well for those.
  let token: DeviceToken?
  /// Where it comes from: an address, without the port.
  let peer: String
  /// The connection that it came over.
  let connection: ClientConnection
  /// The request's log, which names it.
  let logger: Logger
}

extension CustomScope where Context == RequestScope {
  /// The life of one request.
  static var request: Self { CustomScope("request") }
}

/// For whom a request speaks, asked again when it counts.
///
/// A body may arrive for a minute, and a wait may last as long. A device that is revoked meanwhile, or whose account is
/// removed, is not to be served any more.
struct TokenValidation: Sendable {
  let scope: RequestScope
  let principal: Principal
  let accounts: any AccountService

  /// Makes sure that the request still speaks for whom it spoke when it came.
  func validate() async throws(RequestFailure) {
    guard let token = scope.token else { throw RequestFailure(.unauthorized) }
    let present: Principal
    do { present = try await accounts.authenticate(token, from: scope.peer) } catch { throw RequestFailure(from: error) }
    guard present == principal else { throw RequestFailure(.unauthorized) }
  }
}

extension APIRoute {
  /// The vault that the path names; `nil` for what is not about one.
  var vault: VaultID? {
    switch self {
    case .signIn, .devices, .revoke: nil
    case .push(let vault), .changes(let vault), .watch(let vault): vault
    case .blobProgress(_, let vault), .sendBlob(_, let vault), .blob(_, let vault): vault
    }
  }
}

extension RequestScope {
  /// What stands behind the path.
  var query: String {
    let target = request.head.path ?? ""
    return target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
  }
}
