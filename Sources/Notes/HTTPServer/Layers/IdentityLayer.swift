import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NotesDomain
import NotesWire

/// Names a request, and finds out where it comes from; on its way out, puts on the answer what every answer has.
struct IdentityLayer: RequestLayer {
  let peers: PeerRule
  let randomness: any Randomness
  let log: ServerLog

  func respond(
    to request: Request, _ context: HTTPContext, next: any HTTPResponder<HTTPContext>
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

  private static let field = HTTPField.Name(WireHeader.requestID)

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
