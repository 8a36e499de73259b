import HTTPTypes
import NotesDomain
import NotesViewModels

/// The response of a screen.
enum WebResponse: Sendable {
  /// A page: a template, and the value with the properties that it names.
  case page(TemplateName, any Sendable, status: HTTPResponse.Status = .ok)
  /// A part of a page, for the script.
  case fragment(HTML)
  /// Another page, after a change: reloading it does not post the form again.
  case redirect(String)
  case file(WebFile)
  /// An attachment, which is sent in pieces.
  case attachment(AttachmentContent)
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

extension AttachmentContent {
  /// The fields of the head of the response.
  ///
  /// Another program wrote the bytes: a page or a drawing among them must not run in the origin of the notes. Browsers only
  /// download them, except for pictures whose bytes say so.
  var headers: HTTPFields {
    let image = ImageFormat(beginning: first)
    var headers: HTTPFields = [
      .contentType: image?.mediaType ?? "application/octet-stream",
      .contentDisposition: Self.disposition(image == nil ? "attachment" : "inline", name: attachment.name),
      .xContentTypeOptions: "nosniff",
    ]
    headers[.contentSecurityPolicy] = "sandbox; default-src 'none'"
    return headers
  }

  /// Returns the field with a file name, also as ASCII (RFC 6266).
  private static func disposition(_ type: String, name: String) -> String {
    let plain = name.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && !"\"\\%".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    return "\(type); filename=\"\(String(plain))\"; filename*=UTF-8''\(WebPath.encoded(name))"
  }
}
