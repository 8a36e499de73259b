import HTTPTypes

/// The response of a screen.
enum WebResponse: Sendable {
  /// A page: a template, and the value with the properties that it names.
  case page(TemplateName, any Sendable, status: HTTPResponse.Status = .ok)
  /// A part of a page, for the script.
  case fragment(HTML)
  /// Another page, after a change: reloading it does not post the form again.
  case redirect(String)
  case file(WebFile)
  /// Events that the script receives while the page is open.
  case events(AsyncStream<String>)
}

/// A file that a browser downloads or shows.
struct WebFile: Sendable {
  let bytes: [UInt8]
  let type: String
  /// More fields of the head, such as `Content-Disposition`.
  var headers: HTTPFields = [:]
}
