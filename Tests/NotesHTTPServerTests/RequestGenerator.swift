import HTTPTypes
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport

/// A generator of requests that are nearly valid, or not at all.
struct RequestGenerator {
  struct GeneratedRequest {
    let method: HTTPRequest.Method
    let target: String
    let fields: HTTPFields
    let body: ByteBuffer?
  }

  private var random: SplitMix64
  private let server: TestServer
  private let digest: BlobDigest?

  init(seed: UInt64, _ server: TestServer) {
    random = SplitMix64(seed: seed)
    self.server = server
    digest = BlobDigest(bytes: [UInt8](repeating: 9, count: 32))
  }

  mutating func next() -> GeneratedRequest {
    let endpoint = APIEndpoint.allCases.randomElement(using: &random) ?? .push
    let method =
      oneIn(5)
      ? ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "TRACE", "FROB", "get"].randomElement(using: &random) ?? "GET"
      : endpoint.method.rawValue
    return GeneratedRequest(
      method: HTTPRequest.Method(method) ?? .get, target: target(endpoint), fields: fields(),
      body: oneIn(4) ? nil : ByteBuffer(bytes: body()))
  }

  private mutating func target(_ endpoint: APIEndpoint) -> String {
    let tenant = oneIn(3) ? server.eve : server.ada
    var text = digest.map { endpoint.route(of: tenant, digest: $0).path } ?? "/"
    if oneIn(3) { text = damaged(text) }
    if oneIn(8) { text += ["/", "//", "/..", "/%2e%2e/", "%00", ";x", "#x"].randomElement(using: &random) ?? "" }
    guard oneIn(3) else { return text + endpoint.query }
    return text + "?" + (0..<Int.random(in: 0...5, using: &random)).map { _ in parameter() }.joined(separator: "&")
  }

  private mutating func parameter() -> String {
    let name = ["after", "epoch", "floor", "limit", "only", "wait", "", "x"].randomElement(using: &random) ?? ""
    let value =
      [
        "0", "1", "-1", "9223372036854775807", "9223372036854775808", "1e9", "", "%00", "\(Epoch(bits: 3))", "a=b",
        "\(SequentialNoteIDGenerator.id(1))",
      ].randomElement(using: &random) ?? ""
    return "\(name)=\(value)"
  }

  private mutating func fields() -> HTTPFields {
    var fields: HTTPFields = [:]
    if !oneIn(4) { fields[.authorization] = oneIn(6) ? damaged(server.ada.authorization) : server.ada.authorization }
    let others: [(HTTPField.Name, [String])] = [
      (.contentEncoding, ["gzip", "identity", "br, gzip", ""]),
      (.contentType, ["text/plain", "application/json", "?"]),
      (
        .contentRange, ["bytes 0-3/4", "bytes */0", "bytes 5-1/2", "bytes 0-99999999999999999999/1", "", "lines 1-2/3"]
      ),
      (.range, ["bytes=0-3", "bytes=-5", "bytes=3-0", "bytes=0-9223372036854775807", "x"]),
      (.contentLength, ["-1", "99999999999999999999", "0", "x"]), (.expect, ["100-continue"]),
      (.userAgent, ["evil", ""]),
    ]
    for (name, values) in others where oneIn(4) { fields[name] = values.randomElement(using: &random) }
    if oneIn(6), let name = HTTPField.Name("X-Request-ID") { fields[name] = random.text().filter { !$0.isNewline } }
    if oneIn(6), let name = HTTPField.Name("X-Forwarded-For") { fields[name] = damaged("10.0.0.1, 10.0.0.2") }
    return fields
  }

  private mutating func body() -> [UInt8] {
    let change = PushChange(id: SequentialNoteIDGenerator.id(1), base: Revision(1), payload: [1, 2, 3])
    let batch = PushBatch(
      epoch: Epoch(bits: 1), device: DeviceID(bits: 2), number: 1, changes: oneIn(2) ? [change] : [change, change])
    let messages: [String] = [
      String(decoding: MessageFormat.encode(batch), as: UTF8.self),
      #"{"label":"x","name":"ada","password":"correct horse","protocol":1}"#,
      String(repeating: "[", count: 20_000), String(repeating: #"{"a":"#, count: 5000), "", "null", "[]", "{}",
      "\u{FEFF}{}",
      #"{"protocol":1,"protocol":1}"#, #"{"protocol":99}"#,
      #"{"changes":{},"device":1,"epoch":null,"n":"1","protocol":1}"#,
      #"{"label":1,"name":[],"password":{},"protocol":1.5}"#, random.text(maximumLength: 40),
    ]
    var bytes = Array((messages.randomElement(using: &random) ?? "").utf8)
    if oneIn(2), !bytes.isEmpty { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
    if oneIn(3), !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
    }
    return bytes
  }

  private mutating func damaged(_ text: String) -> String {
    var characters = Array(text)
    guard !characters.isEmpty else { return text }
    let index = Int.random(in: 0..<characters.count, using: &random)
    switch Int.random(in: 0...2, using: &random) {
    case 0: characters.remove(at: index)
    case 1: characters[index] = "~"
    default: characters.insert(contentsOf: "%41", at: index)
    }
    return String(characters)
  }

  private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
