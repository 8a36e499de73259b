import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NotesDomain
import NotesHTTPAPI
import NotesHosting

@testable import NotesHTTPServer

extension RequestScope {
  /// A tenant's request for the changes of their vault.
  static func sample(of tenant: Tenant) -> RequestScope {
    let route = APIRoute.changes(tenant.principal.vault)
    return RequestScope(
      route: route,
      request: Request(
        head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: route.path + "?after=0&limit=10"),
        body: RequestBody(buffer: ByteBuffer())),
      principal: tenant.principal, token: tenant.token, peer: "192.0.2.1",
      connection: ClientConnection(NIOAsyncTestingChannel()), annotations: RequestAnnotations(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}
