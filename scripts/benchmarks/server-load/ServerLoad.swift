import Foundation
import NIOCore
import NIOPosix

/// Sends requests over several connections, as fast as the server responds, and prints the rate and latencies as JSON.
///
///     server-load read --port=P --vault=V --query='epoch=…&after=0&limit=100' --authorization-file=F [--connections=N]
///     server-load push --port=P --vault=V --epoch=E --notes=100 --authorization-file=F [--first-device=D]
///
/// `--seconds=S` sets the duration, or `--requests=R` the number of requests per connection.
@main
struct ServerLoad {
  static func main() async throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      FileHandle.standardError.write(Data("The arguments are invalid.\n".utf8))
      exit(64)
    }
    // One thread, in order to take little CPU time from the server.
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
