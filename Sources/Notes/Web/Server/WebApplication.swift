import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesViewModels

/// Builds the application: the screens behind the checks.
///
/// - Parameter onReady: Called with the host and port when it listens.
func buildWebApplication(
  _ screens: [WebScreenEntry], session: WebSession, templates: Templates, address: BindAddress,
  onReady: @escaping @Sendable (String) -> Void = { _ in }
) -> Application<RouterResponder<BasicRequestContext>> {
  let responder = WebResponder(templates: templates)
  let router = Router(options: .autoGenerateHeadEndpoints)
  router.add(middleware: SecurityHeaders())
  router.add(middleware: WebGuard(session: session, responder: responder))
  for asset in WebAsset.allCases {
    router.get(RouterPath(asset.rawValue)) { _, _ in WebResponder.response(asset.file) }
  }
  for screen in screens {
    router.on(RouterPath(screen.route.path), method: screen.route.method == .get ? .get : .post) { request, context in
      do {
        let request = try await WebRequest(request, context, session: session)
        return responder.response(try await screen.respond(request))
      } catch {
        return responder.failure(WebFailure(error))
      }
    }
  }
  var logger = Logger(label: "notesctl.web")
  // The person at the terminal sees what happens in the browser.
  logger.logLevel = .critical
  return Application(
    router: router, configuration: ApplicationConfiguration(address: address),
    onServerRunning: { channel in
      guard let address = channel.localAddress, let port = address.port, let host = address.ipAddress else { return }
      onReady((host.contains(":") ? "[\(host)]" : host) + ":\(port)")
    }, logger: logger)
}

extension WebRequest {
  /// The maximum size of a form with files.
  static let maximumBytes = 64_000_000

  /// Reads a request, with its form.
  ///
  /// - Throws: ``WebFailure`` for a form that is too large, malformed, or without the secret of the session.
  fileprivate init(_ request: Request, _ context: BasicRequestContext, session: WebSession) async throws {
    guard let query = FormFields(urlEncoded: request.uri.query ?? "") else { throw WebFailure.malformed }
    self.init(path: request.uri.path, query: query)
    for (name, value) in context.parameters { parameters[String(name)] = String(value).removingPercentEncoding }
    guard request.method == .post else { return }
    var request = request
    let body: ByteBuffer
    do { body = try await request.collectBody(upTo: Self.maximumBytes) } catch { throw WebFailure.tooLarge }
    let bytes = Array(body.readableBytesView)
    let type = request.headers[.contentType] ?? ""
    if let boundary = MultipartForm.boundary(of: type) {
      let parts = try MultipartForm(bytes, boundary: boundary)
      (form, files) = (parts.fields, parts.files)
    } else {
      guard let text = String(validating: bytes, as: UTF8.self), let fields = FormFields(urlEncoded: text) else {
        throw WebFailure.malformed
      }
      form = fields
    }
    guard session.accepts(form["token"]) else { throw WebFailure.outdated }
  }
}
