import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// Reads the body of a request, as long as it is neither too long nor too slow.
///
/// The time that a body may take grows with what has come of it, so that a slow connection gets through and one that
/// trickles does not. It is looked at when something comes; a connection on which nothing comes at all is closed by the
/// limit on idleness.
struct BodyReader: Sendable {
  let clock: any MonotonicClock
  let limits: BodyLimits

  /// Up to how many bytes memory is kept ready before any of them is there.
  private static let maximumReservedBytes = 262_144

  /// Reads a whole body.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most bytes that the body may have.
  func bytes(of request: Request, limit: Int) async throws(RequestFailure) -> [UInt8] {
    let announced = request.headers[.contentLength].flatMap(Int.init) ?? 0
    guard announced <= limit else { throw RequestFailure(.tooLarge, detail: "more than \(limit) bytes") }
    let start = clock.milliseconds()
    var bytes: [UInt8] = []
    // Not all that somebody only announces.
    bytes.reserveCapacity(max(0, min(announced, Self.maximumReservedBytes)))
    do {
      for try await part in request.body {
        guard bytes.count + part.readableBytes <= limit else {
          throw RequestFailure(.tooLarge, detail: "more than \(limit) bytes")
        }
        bytes.append(contentsOf: part.readableBytesView)
        guard clock.milliseconds() - start <= limits.milliseconds(for: bytes.count) else {
          throw RequestFailure(.tooSlow)
        }
      }
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      // The connection broke, or what came over it is no HTTP: nobody will read the answer.
      throw RequestFailure(.badRequest)
    }
    return bytes
  }
}

/// How long a body may take to arrive.
struct BodyLimits: Sendable, Hashable {
  /// How long it may take whatever its length, in milliseconds.
  var baseMilliseconds = 30_000
  /// How many bytes gain it another second.
  var bytesPerSecond = 65_536

  /// How long it may have taken until some of it is there, in milliseconds.
  ///
  /// - Parameter bytes: How many bytes are there.
  func milliseconds(for bytes: Int) -> Int {
    baseMilliseconds + bytes * 1000 / bytesPerSecond
  }
}
