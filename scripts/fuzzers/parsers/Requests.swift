import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesServer
import Wiring

@testable import NotesHTTPServer
@testable import NotesHTTPSimulation

/// Requests to the middleware and routes of a server over stores in memory, without a network.
///
/// An input is a few requests, separated by a zero byte: the method and the target on the first line, a header field on each
/// further one, and after an empty line the body. The token is added to those without an `Authorization` field, and `{epoch}`
/// is replaced by the epoch of the vault, once a response had it.
enum Requests {
  static func check(_ bytes: [UInt8]) {
    let requests = bytes.split(separator: 0, maxSplits: 7).map(Array.init)
    if requests.allSatisfy({ FuzzedRequest($0) == nil }) { return }
    Fuzzing.wait { try await send(requests) }
  }

  private static func send(_ requests: [[UInt8]]) async throws {
    let account = try SingleAccountService()
    let modules: [any Module] = [
      HTTPServerModule(), ServerModule(), WatchModule(), HTTPServerFixtureModule(account: account),
    ]
    let ports = try Plan(HTTPServerPorts.self, modules: modules).build().root
    let graph = try Plan(
      ServerComponents.self,
      modules: [ports, ServerComponentsModule(settings: HTTPServerSettings(), output: Silence())]
    ).build()
    let token = account.credentials(at: try ServerAddress("http://localhost")).token
    try await buildApplication(graph).test(.router) { client in
      var epoch: [UInt8] = []
      for bytes in requests {
        guard let request = FuzzedRequest(bytes.replacing(Array("{epoch}".utf8), with: epoch)) else { continue }
        var fields = request.fields
        if fields[.authorization] == nil { fields[.authorization] = "Bearer \(token.text)" }
        let reply = try await client.executeRequest(
          uri: request.target, method: request.method, headers: fields, body: ByteBuffer(bytes: request.body))
        Fuzzing.check(reply.status.code < 500, "\(reply.status) for \(request)")
        let content = Array(buffer: reply.body)
        if case .epochChanged(let change)? = try? MessageFormat.decodeChangesReply(content, limit: content.count) {
          epoch = Array(change.epoch.description.utf8)
        }
      }
    }
  }
}

/// A request as libFuzzer generates it.
struct FuzzedRequest: Sendable {
  let method: HTTPRequest.Method
  let target: String
  let fields: HTTPFields
  let body: [UInt8]

  init?(_ bytes: [UInt8]) {
    let end = bytes.firstRange(of: Array("\n\n".utf8))
    let head = String(decoding: bytes[..<(end?.lowerBound ?? bytes.endIndex)], as: UTF8.self)
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let method = HTTPRequest.Method(String(words[0])), words[1].first == "/" else { return nil }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { return nil }
      fields.append(HTTPField(name: name, value: parts[1].drop { $0 == " " }.description))
    }
    self.method = method
    self.target = String(words[1])
    self.fields = fields
    body = end.map { Array(bytes[$0.upperBound...]) } ?? []
  }
}

/// A log without a reader.
private struct Silence: LogOutput {
  func write(_ line: String) {}
}
