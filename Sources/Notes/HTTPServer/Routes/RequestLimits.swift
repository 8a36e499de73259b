import HTTPTypes
import HummingbirdCore
import NotesHTTPAPI

/// The limits of a request that no client of the protocol exceeds.
///
/// No middleware: each one keeps a kilobyte or two for a request that waits, and thousands of devices wait for changes.
enum RequestLimits {
  /// The maximum length of a path with its query, in bytes.
  static let maximumTargetBytes = 4096

  private static let host = HTTPField.Name("Host")

  /// Checks a request before it is parsed.
  static func check(_ request: Request) throws(RequestFailure) {
    guard request.head.path?.utf8.count ?? 0 <= maximumTargetBytes else { throw RequestFailure(.targetTooLong) }
    // The first Host is the authority, and further ones remain fields. Proxies and servers that choose different ones can
    // be made to disagree.
    guard request.head.authority?.isEmpty == false, host.map({ !request.headers.contains($0) }) ?? true else {
      throw RequestFailure(.badRequest, detail: "a request needs one Host")
    }
    if let coding = request.headers[.transferEncoding], coding.lowercased() != "chunked" {
      throw RequestFailure(.badRequest, detail: "unsupported Transfer-Encoding")
    }
    // A small compressed body can expand without limit.
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw RequestFailure(.unsupportedType, detail: "unsupported Content-Encoding")
    }
  }
}
