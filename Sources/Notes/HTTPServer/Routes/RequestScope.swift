import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import Wiring

/// The context of the scope ``Wiring/CustomScope/request``: one authenticated request.
struct RequestScope: Sendable {
  let route: APIRoute
  /// The request, whose body has not been read.
  let request: Request
  /// The account and device of the token; `nil` on routes without one.
  let principal: Principal?
  /// The token; `nil` on routes without one.
  let token: DeviceToken?
  /// The client's address, without the port.
  let peer: String
  let connection: ClientConnection
  /// The findings about the request, for the log.
  let annotations: RequestAnnotations
  /// The logger, with the request's id.
  let logger: Logger

  /// The query of the request, without the question mark.
  var query: String {
    let target = request.head.path ?? ""
    return target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
  }
}

extension CustomScope where Context == RequestScope {
  static var request: Self { CustomScope("request") }
}

extension APIRoute {
  /// The vault in the path; `nil` for routes without one.
  var vault: VaultID? {
    switch self {
    case .signIn, .devices, .revoke, .password: nil
    case .push(let vault), .changes(let vault), .watch(let vault): vault
    case .blobProgress(_, let vault), .sendBlob(_, let vault), .blob(_, let vault): vault
    }
  }
}
