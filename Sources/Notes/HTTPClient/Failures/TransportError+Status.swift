import NotesDomain
import NotesWire

extension TransportError {
  /// Says what a status means that is no answer to the question.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - error: The server's reason; `nil` when it gave none that is known.
  ///   - retryAfter: When to try again, in milliseconds from now, if it says so.
  ///   - location: Where it sends to, if it does.
  ///   - server: Who answered.
  init(status: Int, error: WireError?, retryAfter: Int?, location: String?, server: ServerAddress) {
    let reason = error.map { "\($0.code.rawValue)\($0.detail.map { ": \($0)" } ?? "")" } ?? "status \(status)"
    switch status {
    case 300..<400:
      self = .refused(detail: "\(server.host) sends to \(Self.target(location)), and notesctl follows nobody")
    case 401: self = .unauthorized
    case 408, 425: self = .unavailable(detail: reason, retryAfter: retryAfter)
    case 429: self = .rateLimited(retryAfter: retryAfter)
    case 404 where error == nil:
      self = .refused(detail: "there is no server for notes at this address (status 404)")
    case 400..<500 where Self.isProtocol(status): self = .undecodable(detail: "an unexpected \(reason)")
    case 400..<500: self = .refused(detail: reason)
    case 500..<600: self = .unavailable(detail: reason, retryAfter: retryAfter)
    default: self = .undecodable(detail: "an unexpected status \(status)")
    }
  }

  /// Whether a status is for answers that sync has a meaning for; where it comes unasked, the server is confused.
  private static func isProtocol(_ status: Int) -> Bool { status == 409 || status == 410 }

  /// The host that a server sends to: the rest of the address may hold anything.
  private static func target(_ location: String?) -> String {
    guard let location else { return "another address" }
    if location.hasPrefix("/"), !location.hasPrefix("//") { return "another path" }
    let rest = location.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.isEmpty || host.utf8.count > 260 ? "another address" : String(host)
  }
}
