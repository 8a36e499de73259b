import HTTPTypes
import Hummingbird
import NIOCore
import NotesDomain
import NotesViewModels
import ServiceLifecycle

/// Makes responses of what screens return.
struct WebResponder: Sendable {
  let templates: Templates

  func response(_ response: WebResponse) -> Response {
    switch response {
    case .page(let template, let data, let status): html(templates.render(template, data), status: status)
    case .fragment(let html): self.html(html)
    case .redirect(let path): Response(status: .seeOther, headers: [.location: path])
    case .file(let file): Self.response(file)
    case .attachment(let content):
      Response(
        status: .ok, headers: content.headers,
        body: ResponseBody(contentLength: content.attachment.size) { writer in
          for try await piece in content { try await writer.write(ByteBuffer(bytes: piece)) }
          try await writer.finish(nil)
        })
    case .events(let events):
      // The server stops only when all responses have ended, and this one lasts as long as the page is open.
      Response(
        status: .ok, headers: [.contentType: "text/event-stream"],
        body: ResponseBody(asyncSequence: events.map { ByteBuffer(string: $0) }.cancelOnGracefulShutdown()))
    }
  }

  /// Returns the page of an error.
  func failure(_ failure: WebFailure) -> Response {
    html(templates.render(.error, failure), status: failure.status)
  }

  /// Returns the page for a browser without a session.
  func expired() -> Response { html(templates.render(.expired, EmptyPage()), status: .forbidden) }

  /// Returns the response to the exchange of the token. The page goes on to the notes by itself: after a redirection, the browser
  /// would still take the request for one of another site, and would not send the cookie.
  func opened(settingCookie cookie: String) -> Response {
    var response = html(templates.render(.entry, EmptyPage()))
    response.headers[.setCookie] = cookie
    return response
  }

  /// Returns a response to a request that no page of this front makes.
  func refusal(_ status: HTTPResponse.Status, _ reason: String) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: reason + "\n")))
  }

  static func response(_ file: WebFile) -> Response {
    var headers = file.headers
    headers[.contentType] = file.type
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }

  private func html(_ html: HTML, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html.text)))
  }
}

/// A page that names nothing.
private struct EmptyPage: Sendable {}

/// Adds the fields that restrict the pages to every response that has no stricter ones.
struct SecurityHeaders: RouterMiddleware {
  typealias Context = BasicRequestContext

  /// Returns a policy: pictures only as files of this origin, and scripts and styles of the given sources.
  static func policy(scripts: String = "'self'", styles: String = "'self'") -> String {
    [
      "default-src 'none'", "script-src \(scripts)", "style-src \(styles)", "img-src 'self'", "connect-src 'self'",
      "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }

  private static let fields: [(name: String, value: String)] = [
    ("Content-Security-Policy", policy()), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    // The notes stay out of the files of the browser.
    ("Cache-Control", "no-store"),
  ]

  func handle(
    _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for (name, value) in Self.fields {
      guard let name = HTTPField.Name(name), response.headers[name] == nil else { continue }
      response.headers[name] = value
    }
    return response
  }
}
