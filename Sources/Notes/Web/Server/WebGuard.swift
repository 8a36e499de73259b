import HTTPTypes
import Hummingbird

/// The checks before a request reaches a screen. Other pages in the same browser, and other people on the same machine, can
/// send requests too.
struct WebGuard: RouterMiddleware {
  typealias Context = BasicRequestContext

  let session: WebSession
  let responder: WebResponder

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    // A name that another server resolves to this machine would make its page one of this origin.
    guard request.head.authority == session.authority else {
      return responder.refusal(.misdirectedRequest, "This is not the address that notesctl printed.")
    }
    if WebAsset(path: request.uri.path) != nil { return try await next(request, context) }
    if request.method == .get, request.uri.path == WebPath.home, let token = request.uri.queryParameters["token"] {
      guard let cookie = session.exchange(String(token)) else { return responder.expired() }
      return responder.opened(settingCookie: cookie)
    }
    guard session.isOpened(by: request.headers[.cookie]) else { return responder.expired() }
    switch request.method {
    case .get, .head: break
    case .post where isSameOrigin(request): break
    case .post: return responder.refusal(.forbidden, "The form is of another page.")
    default: return responder.refusal(.methodNotAllowed, "Pages are read, and forms are posted.")
    }
    // A path without a page, or one that only forms have.
    do { return try await next(request, context) } catch is HTTPError { return responder.failure(.notFound) }
  }

  /// Returns whether a page of this front made the request, by what the browser says and no script can change.
  private func isSameOrigin(_ request: Request) -> Bool {
    if let site = request.headers[.secFetchSite] { return site == "same-origin" }
    return request.headers[.origin] == "http://\(session.authority)"
  }
}

extension HTTPField.Name {
  /// The relation of the page that makes a request to what it requests (<https://www.w3.org/TR/fetch-metadata/>).
  fileprivate static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
}
