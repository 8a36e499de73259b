import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on this machine that says the same bytes to whoever asks, whatever the bytes are.
final class RawServer: Sendable {
  /// What comes after the bytes.
  enum Ending: Sendable {
    /// The connection is closed.
    case close
    /// The connection is torn down.
    case reset
    /// Nothing more comes.
    case hold
    /// These bytes, for ever.
    case repeating([UInt8])
  }

  /// The port that it listens on.
  let port: Int
  private let channel: any Channel
  private let script: RawScript

  /// A thread of its own, so that one that talks without end keeps nobody else from being heard.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  private init(channel: any Channel, script: RawScript) throws {
    guard let port = channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
    (self.channel, self.port, self.script) = (channel, port, script)
  }

  /// Runs a server as long as the body does.
  ///
  /// - Parameters:
  ///   - answer: What it says.
  ///   - ending: What comes after that.
  ///   - identity: The certificate and key to speak TLS with; `nil` to speak in the clear.
  ///   - body: Asks it.
  static func run(
    _ answer: [UInt8] = [], then ending: Ending = .close, as identity: TestIdentity? = nil,
    _ body: (RawServer) async throws -> Void
  ) async throws {
    let script = RawScript(answer, ending)
    let context = try identity.map { try NIOSSLContext(configuration: $0.serverConfiguration()) }
    let channel = try await ServerBootstrap(group: Self.group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(RawAnswering(script: script))
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

  /// Says something else from now on.
  func answer(_ answer: [UInt8], then ending: Ending = .close) { script.set(answer, ending) }

  /// What it was asked, as it came.
  var requests: [String] { script.requests }

  /// Returns when it has been asked for the first time.
  func awaitRequest() async { await script.awaitRequest() }
}

/// What a ``RawServer`` says, and what it heard.
final class RawScript: Sendable {
  private struct State {
    var answer: [UInt8]
    var ending: RawServer.Ending
    var requests: [String] = []
  }

  private let state: Mutex<State>
  private let news = AsyncStream.makeStream(of: Void.self)

  init(_ answer: [UInt8], _ ending: RawServer.Ending) {
    state = Mutex(State(answer: answer, ending: ending))
  }

  var current: ([UInt8], RawServer.Ending) { state.withLock { ($0.answer, $0.ending) } }
  var requests: [String] { state.withLock { $0.requests } }

  func set(_ answer: [UInt8], _ ending: RawServer.Ending) {
    state.withLock { ($0.answer, $0.ending) = (answer, ending) }
  }

  func hear(_ request: [UInt8]) {
    state.withLock { $0.requests.append(String(decoding: request, as: UTF8.self)) }
    news.continuation.yield()
  }

  func awaitRequest() async {
    for await _ in news.stream { return }
  }
}
