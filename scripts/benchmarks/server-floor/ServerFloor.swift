import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A server that reads requests and sends constant responses: the upper limit for the server of notes.
///
///     server-floor CHANGES PUSH [JOURNAL]    responds with the contents of the first two files; prints its port
///
/// With a third file, it first appends each push to that file.
@main
struct ServerFloor {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let files = arguments.prefix(2).compactMap { FileManager.default.contents(atPath: $0) }
    guard files.count == 2, let changes = files.first, let push = files.last else {
      FileHandle.standardError.write(Data("usage: server-floor CHANGES PUSH [JOURNAL]\n".utf8))
      exit(64)
    }
    let journal = try arguments.dropFirst(2).first.map { try Journal(path: $0) }
    let (page, receipt) = (ByteBuffer(bytes: changes), ByteBuffer(bytes: push))
    let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    let router = Router()
    router.get("/v1/vaults/:vault/changes") { _, _ in
      Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: page))
    }
    router.post("/v1/vaults/:vault/push") { request, _ in
      let body = try await request.body.collect(upTo: 64_000_000)
      try await journal?.add(body)
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: receipt))
    }
    var logger = Logger(label: "server-floor")
    logger.logLevel = .error
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        FileHandle.standardOutput.write(Data("\(port)\n".utf8))
      }, logger: logger)
    try await application.runService()
  }
}
