import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NotesDomain
import NotesWire

@testable import NotesHTTPServer

extension Call {
  /// A request of somebody for the changes of their vault.
  static func sample(of tenant: Tenant) -> Call {
    let route = WireRoute.changes(tenant.principal.vault)
    return Call(
      route: route,
      request: Request(
        head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: route.path + "?after=0&limit=10"),
        body: RequestBody(buffer: ByteBuffer())),
      principal: tenant.principal, token: tenant.token, peer: "192.0.2.1",
      connection: Connection(NIOAsyncTestingChannel()),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }
}
