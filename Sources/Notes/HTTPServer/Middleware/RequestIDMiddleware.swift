import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesHTTPAPI

/// Determines the id and the client's address of a request, and sets the fields that every response has.
struct RequestIDMiddleware: RouterMiddleware {
  let peers: PeerResolver
  let randomness: any Randomness
  let log: ServerLog

  func handle(_ request: Request, context: HTTPRequestContext, next: HTTPRequestContext.Next) async throws -> Response {
    var context = context
    context.id = Self.id(in: request) ?? randomness.next().hexadecimal
    context.peer = peers.peer(of: context.channel.remoteAddress?.ipAddress, headers: request.headers)
    context.logger = log.server
    context.logger[metadataKey: "request"] = .string(context.id)
    var response = try await next(request, context)
    if let field = Self.field { response.headers[field] = context.id }
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private static let field = HTTPField.Name(APIHeader.requestID)

  /// Returns the id in the request's header; `nil` if it is missing, too long, or not safe to log.
  private static func id(in request: Request) -> String? {
    guard let field, let text = request.headers[field], 1...64 ~= text.utf8.count else { return nil }
    return text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) } ? text : nil
  }
}

/// The rule that determines the client's address of a request.
///
/// Clients can forge any header. `X-Forwarded-For` is used only on connections from a trusted proxy, and of it only the
/// last entry, which that proxy wrote.
struct PeerResolver: Sendable {
  let proxies: [IPAddressRange]

  /// Returns the client's address, without the port. The connection's address is `nil` in tests without a network.
  func peer(of address: String?, headers: HTTPFields) -> String {
    guard let address else { return "local" }
    guard !proxies.isEmpty, let connected = IPAddress(address),
      proxies.contains(where: { $0.contains(connected) }), let field = Self.forwarded,
      let last = headers[values: field].last?.split(separator: ",").last,
      let origin = Self.origin(last.filter { $0 != " " && $0 != "\t" })
    else { return Self.unmapped(address) }
    return origin.description
  }

  /// Returns the IPv4 form of an IPv4-mapped address such as `::ffff:192.0.2.1`, as a socket on all addresses reports it.
  private static func unmapped(_ address: String) -> String {
    guard address.hasPrefix("::"), let parsed = IPAddress(address), parsed.bytes.count == 4 else { return address }
    return parsed.description
  }

  /// Parses an entry, which may have a port, and brackets around an IPv6 address.
  private static func origin(_ entry: String) -> IPAddress? {
    if let address = IPAddress(entry) { return address }
    let isBracketed = entry.hasPrefix("[") && entry.hasSuffix("]")
    return ListenAddress(isBracketed ? entry + ":0" : entry).flatMap { IPAddress($0.host) }
  }

  private static let forwarded = HTTPField.Name("X-Forwarded-For")
}
