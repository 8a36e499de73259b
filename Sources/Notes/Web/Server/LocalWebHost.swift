import Foundation
import Hummingbird
import NIOCore
import NotesDomain

/// Serves the front on a loopback address until a signal stops the program.
struct LocalWebHost: WebHost {
  /// The port without another one.
  static let usualPort = 8378

  let session: WebSession
  let screens: [WebScreenEntry]
  let templates: Templates

  func serve(on address: String?, onReady: @escaping @Sendable (String) -> Void) async throws(HostError) {
    guard let address else {
      do { return try await serve("127.0.0.1", Self.usualPort, onReady: onReady) } catch .cannotListen {
        return try await serve("127.0.0.1", 0, onReady: onReady)
      }
    }
    guard let (host, port) = Self.parsed(address) else { throw .invalidAddress(address) }
    guard host == "127.0.0.1" || host == "::1" else { throw .notLoopback(address: address) }
    try await serve(host, port, onReady: onReady)
  }

  private func serve(
    _ host: String, _ port: Int, onReady: @escaping @Sendable (String) -> Void
  ) async throws(HostError) {
    let application = buildWebApplication(
      screens, session: session, templates: templates, address: .hostname(host, port: port)
    ) { authority in onReady(session.begin(at: authority)) }
    do {
      try await application.runService()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw .cannotListen(address: "\(host):\(port)", detail: "the address is already in use")
    } catch let error as IOError {
      throw .cannotListen(address: "\(host):\(port)", detail: "\(error)")
    } catch {
      throw .failed(detail: "\(error)")
    }
  }

  /// Returns the parts of an address such as `127.0.0.1:8378`, `localhost:8378` or `[::1]:8378`.
  private static func parsed(_ address: String) -> (host: String, port: Int)? {
    guard let match = address.wholeMatch(of: /(?:\[([0-9a-fA-F:]+)\]|([A-Za-z0-9.\-]+)):([0-9]{1,5})/),
      let port = UInt16(match.3), let host = match.1 ?? match.2
    else { return nil }
    return (host == "localhost" ? "127.0.0.1" : String(host), Int(port))
  }
}
