import NIOHTTP1
import NotesDomain
import NotesWire

/// What a server answered.
struct HTTPAnswer {
  /// The status.
  let status: Int
  /// The fields in front of the body.
  let fields: HTTPHeaders
  /// The body: all of it where the status says that the request was understood, as much as is of use otherwise.
  let body: [UInt8]

  /// The value of a field; `nil` when it is missing, or stands there twice.
  func field(_ name: String) -> String? {
    let values = fields[name]
    return values.count == 1 ? values.first : nil
  }

  /// The body, when it says that it is of a type.
  func content(_ type: WireContentType) throws(TransportError) -> [UInt8] {
    let found = field("Content-Type")
    guard found.flatMap({ WireContentType($0) }) == type else {
      throw .undecodable(detail: "the answer is no \(type.rawValue); is there a server for notes at this address?")
    }
    return body
  }

  /// Reads the message in it.
  func message<Reply>(_ decode: ([UInt8]) throws(WireProblem) -> Reply) throws(TransportError) -> Reply {
    let bytes = try content(.json)
    do throws(WireProblem) {
      return try decode(bytes)
    } catch {
      throw TransportError(error)
    }
  }

  /// What the server gives as its reason; `nil` when it gives none that this program knows.
  func error() throws(TransportError) -> WireError? {
    guard field("Content-Type").flatMap({ WireContentType($0) }) == .json else { return nil }
    do throws(WireProblem) {
      return try WireFormat.decodeError(body, limit: WireLimit.message)
    } catch .unsupportedProtocol(let found, let supported) {
      throw .unsupportedProtocol(found: found, supported: supported)
    } catch {
      return nil
    }
  }

  /// Why there is nothing else to read from the answer.
  ///
  /// - Parameter server: Who answered.
  func failure(of server: ServerAddress) -> TransportError {
    do throws(TransportError) {
      return TransportError(
        status: status, error: try error(), retryAfter: field(WireHeader.retryAfter).flatMap(WireRetryAfter.decode),
        location: field("Location"), server: server)
    } catch {
      return error
    }
  }
}
