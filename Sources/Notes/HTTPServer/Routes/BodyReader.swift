import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// A reader of request bodies that limits their size and their time.
///
/// The time limit grows with the received bytes: a slow connection succeeds, one that trickles does not. It is checked when
/// bytes arrive; the idle timeout closes a connection on which none arrive.
struct BodyReader: Sendable {
  let uptime: Stopwatch
  let limits: BodyLimits

  /// The maximum capacity that is reserved before bytes arrive: Content-Length alone reserves no more.
  private static let maximumReservedBytes = 262_144

  /// Reads a body of at most a number of bytes. Throws ``RequestFailure`` only.
  func bytes(of request: Request, limit: Int) async throws -> [UInt8] {
    let announced = request.headers[.contentLength].flatMap(Int.init) ?? 0
    guard announced <= limit else { throw RequestFailure(.tooLarge, detail: "more than \(limit) bytes") }
    let start = uptime.elapsed
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(announced, Self.maximumReservedBytes)))
    do {
      for try await part in request.body {
        guard bytes.count + part.readableBytes <= limit else {
          throw RequestFailure(.tooLarge, detail: "more than \(limit) bytes")
        }
        bytes.append(contentsOf: part.readableBytesView)
        guard uptime.elapsed - start <= limits.timeout(for: bytes.count) else { throw RequestFailure(.tooSlow) }
      }
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      // The connection broke, or its bytes are not HTTP.
      throw RequestFailure(.badRequest)
    }
    return bytes
  }
}

/// The time limit of request bodies.
struct BodyLimits: Sendable, Hashable {
  /// The time that every body has.
  var base = Duration.seconds(30)
  /// The number of received bytes that extend the limit by a second.
  var bytesPerSecond = 65_536

  /// Returns the time limit for a part of a body.
  ///
  /// - Parameter bytes: The number of received bytes.
  func timeout(for bytes: Int) -> Duration {
    base + .milliseconds(bytes * 1000 / bytesPerSecond)
  }
}
