import Foundation
import Hummingbird
import NIOCore
import NotesDomain
import NotesFronts

/// Serves the front on a loopback address, and syncs in the background, until a signal stops the program.
struct LocalWebHost: WebHost {
  /// The port without another one.
  static let usualPort = 8378

  let session: WebSession
  let screens: [WebScreenEntry]
  let templates: Templates
  let sync: BackgroundSync

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
    let (listening, listens) = AsyncStream<Void>.makeStream()
    let application = buildWebApplication(
      screens, session: session, templates: templates, address: .hostname(host, port: port)
    ) { authority in
      listens.yield()
      onReady(session.begin(at: authority))
    }
    // Not before it listens, since another address may be tried.
    let syncing = Task { [sync] in for await _ in listening { await sync.run() } }
    let result = await Self.result(of: application, at: "\(host):\(port)")
    syncing.cancel()
    await syncing.value
    try result.get()
  }

  /// Runs an application until a signal.
  private static func result(
    of application: Application<RouterResponder<BasicRequestContext>>, at address: String
  ) async -> Result<Void, HostError> {
    do {
      try await application.runService()
      return .success(())
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      return .failure(.cannotListen(address: address, detail: "the address is already in use"))
    } catch let error as IOError {
      return .failure(.cannotListen(address: address, detail: "\(error)"))
    } catch {
      return .failure(.failed(detail: "\(error)"))
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
