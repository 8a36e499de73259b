import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on this machine that responds to every request with the same bytes.
final class RawServer: Sendable {
  /// The end of a response.
  enum Ending: Sendable {
    /// The connection is closed.
    case close
    /// The connection is reset.
    case reset
    /// The connection stays open.
    case hold
    /// Some bytes are repeated without end.
    case repeating([UInt8])
  }

  /// The port.
  let port: Int
  private let channel: any Channel
  private let script: RawScript

  /// A separate thread, so that an endless response blocks no other server.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  private init(channel: any Channel, script: RawScript) throws {
    guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
    (self.channel, self.port, self.script) = (channel, port, script)
  }

  /// Runs a server during a function.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - ending: The end of the response.
  ///   - identity: The certificate and key for TLS; `nil` for plain text.
  ///   - body: The function.
  static func run(
    _ response: [UInt8] = [], then ending: Ending = .close, as identity: TestIdentity? = nil,
    _ body: (RawServer) async throws -> Void
  ) async throws {
    let script = RawScript(response, ending)
    let context = try identity.map { try NIOSSLContext(configuration: $0.serverConfiguration()) }
    let channel = try await ServerBootstrap(group: Self.group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(RawResponder(script: script))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = try RawServer(channel: channel, script: script)
    do {
      try await body(server)
    } catch {
      try? await channel.close()
      throw error
    }
    try await channel.close()
  }

  /// Replaces the response.
  func respond(with response: [UInt8], then ending: Ending = .close) { script.set(response, ending) }

  /// The received requests.
  var requests: [String] { script.requests }

  /// Waits for the first request.
  func awaitRequest() async { await script.awaitRequest() }
}

/// The response of a ``RawServer``, and the received requests.
final class RawScript: Sendable {
  private struct State {
    var response: [UInt8]
    var ending: RawServer.Ending
    var requests: [String] = []
  }

  private let state: Mutex<State>
  private let news = AsyncStream.makeStream(of: Void.self)

  init(_ response: [UInt8], _ ending: RawServer.Ending) {
    state = Mutex(State(response: response, ending: ending))
  }

  var current: ([UInt8], RawServer.Ending) { state.withLock { ($0.response, $0.ending) } }
  var requests: [String] { state.withLock { $0.requests } }

  func set(_ response: [UInt8], _ ending: RawServer.Ending) {
    state.withLock { ($0.response, $0.ending) = (response, ending) }
  }

  func record(_ request: [UInt8]) {
    state.withLock { $0.requests.append(String(decoding: request, as: UTF8.self)) }
    news.continuation.yield()
  }

  func awaitRequest() async {
    for await _ in news.stream { return }
  }
}
