import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI

/// Names a request, and finds out where it comes from; on its way out, puts on the answer what every answer has.
struct RequestIDMiddleware: RequestMiddleware {
  let peers: PeerResolver
  let randomness: any Randomness
  let log: ServerLog

  func respond(
    to request: Request, _ context: HTTPRequestContext, next: any HTTPResponder<HTTPRequestContext>
  ) async throws -> Response {
    var context = context
    context.id = Self.given(in: request) ?? Self.text(of: randomness.next())
    context.peer = peers.peer(of: context.channel.remoteAddress?.ipAddress, headers: request.headers)
    context.logger = log.server
    context.logger[metadataKey: "request"] = .string(context.id)
    var response = try await next.respond(to: request, context: context)
    if let field = Self.field { response.headers[field] = context.id }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private static let field = HTTPField.Name(APIHeader.requestID)

  /// The name that the request brings; `nil` when it has none, or one that would not look well in a log.
  private static func given(in request: Request) -> String? {
    guard let field, let text = request.headers[field], 1...64 ~= text.utf8.count else { return nil }
    let isHarmless = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isHarmless ? text : nil
  }

  private static func text(of bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// Where a request comes from.
///
/// Whoever sends a request can write into its fields what they like. So `X-Forwarded-For` counts only when the connection
/// comes from a proxy that the operator named, and then only its last entry, which that proxy wrote.
struct PeerResolver: Sendable {
  /// The proxies whose word counts.
  let proxies: [IPAddressRange]

  /// The address that a request comes from, without the port.
  ///
  /// - Parameters:
  ///   - address: The other end of the connection; `nil` when it has no address, as in a test.
  ///   - headers: The fields of the request.
  func peer(of address: String?, headers: HTTPFields) -> String {
    guard let address else { return "local" }
    guard !proxies.isEmpty, let connected = IPAddress(address),
      proxies.contains(where: { $0.contains(connected) }), let field = Self.forwarded,
      let last = headers[values: field].last?.split(separator: ",").last,
      let origin = Self.origin(last.filter { $0 != " " && $0 != "\t" })
    else { return Self.short(address) }
    return origin.description
  }

  /// Who listens on all addresses is told the short ones in a long form, `::ffff:192.0.2.1`.
  private static func short(_ address: String) -> String {
    guard address.hasPrefix("::"), let read = IPAddress(address), read.bytes.count == 4 else { return address }
    return read.description
  }

  /// The address in an entry. Some proxies write the port behind it, and those of 16 bytes in brackets.
  private static func origin(_ entry: String) -> IPAddress? {
    if let address = IPAddress(entry) { return address }
    let isBracketed = entry.hasPrefix("[") && entry.hasSuffix("]")
    return ListenAddress(isBracketed ? entry + ":0" : entry).flatMap { IPAddress($0.host) }
  }

  private static let forwarded = HTTPField.Name("X-Forwarded-For")
}
