import Foundation
import NIOCore
import NIOPosix

/// Asks a server as fast as it answers, over some connections, and says how fast that was, as JSON.
///
///     server-load read --port=P --vault=V --query='epoch=…&after=0&limit=100' --authorization-file=F [--connections=N]
///     server-load push --port=P --vault=V --epoch=E --notes=100 --authorization-file=F [--first-device=D]
///
/// `--seconds=S` says for how long, `--requests=R` how many on each connection instead.
@main
struct ServerLoad {
  static func main() async throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      FileHandle.standardError.write(Data("These arguments make no sense together.\n".utf8))
      exit(64)
    }
    // One thread: it is to take as little of the machine as it can.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let results = Results()
    let start = NIODeadline.now()
    var channels: [any Channel] = []
    for number in 0..<options.connections {
      let channel = try await ClientBootstrap(group: group)
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let connection = LoadConnection(options, connection: number, start: start, results: results)
            try channel.pipeline.syncOperations.addHandler(connection)
          }
        }
        .connect(host: "127.0.0.1", port: options.port).get()
      channels.append(channel)
    }
    for channel in channels { try await channel.closeFuture.get() }
    let elapsed = Double((NIODeadline.now() - start).nanoseconds) / 1e9
    FileHandle.standardOutput.write(
      results.json(seconds: options.requests == nil ? options.seconds : elapsed) + Data("\n".utf8))
    try await group.shutdownGracefully()
  }
}
