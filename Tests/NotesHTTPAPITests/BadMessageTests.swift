import NotesDomain
import NotesHTTPAPI
import Testing

/// Invalid messages and their errors.
@Suite struct BadMessageTests {
  private static let item = #""id":"00000000-0000-0000-0000-000000000001""#

  private static func page(_ item: String, head: String = "9") -> String {
    #"{"changes":["# + item + #"],"head":"# + head + #","more":false}"#
  }

  static let json: [BadMessage] = [
    BadMessage("nothing", "", "unexpected end, at byte 0"),
    BadMessage("no JSON", "<html>", "invalid value, at byte 0"),
    BadMessage("a list", "[]", "the message is not an object"),
    BadMessage("two messages", #"{"error":"resync"}{}"#, "unexpected data after the message, at byte 18"),
    BadMessage("a duplicate member", #"{"head":1,"head":1}"#, "duplicate member, at byte 18"),
    BadMessage(
      "a name that is equal without its escapes", #"{"head":1,"he\u0061d":1}"#, "duplicate member, at byte 23"
    ),
    BadMessage(
      "deep nesting", String(repeating: #"{"a":["#, count: 10_000), "nested too deeply, at byte 48"),
    BadMessage(
      "many members", "{" + (0..<65).map { "\"m\($0)\":0" }.joined(separator: ",") + "}",
      "too many members, at byte 510"),
    BadMessage(
      "many elements", "[" + String(repeating: "1,", count: 20_000) + "1]", "too many elements, at byte 20001"),
    BadMessage(
      "many values", "[" + String(repeating: #"{"a":[1,1,1,1]},"#, count: 6000) + "1]",
      "too many values, at byte 53334"),
    BadMessage(
      "a byte-order mark", [0xEF, 0xBB, 0xBF] + Array(#"{"error":"resync"}"#.utf8),
      .undecodable(detail: "invalid value, at byte 0")),
    BadMessage(
      "UTF-16", #"{"error":"resync"}"#.utf8.flatMap { [$0, 0] },
      .undecodable(detail: "expected a member name, at byte 1")),
    BadMessage(
      "invalid UTF-8", Array(#"{"x":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
      .undecodable(detail: "invalid UTF-8, at byte 9")),
    BadMessage(
      "invalid UTF-8 before an escape", Array(#"{"x":""#.utf8) + [0xC3] + Array(#"\n"}"#.utf8),
      .undecodable(detail: "invalid UTF-8, at byte 10")),
    BadMessage("unescaped control character", "{\"x\":\"\n\"}", "unescaped control character, at byte 6"),
    BadMessage("a lone surrogate", #"{"x":"\ud800"}"#, "lone surrogate, at byte 12"),
    BadMessage("a surrogate without its other half", #"{"x":"\ud800\u0041"}"#, "lone surrogate, at byte 18"),
    BadMessage("unknown escape", #"{"x":"\x41"}"#, "unknown escape, at byte 8"),
    BadMessage("a number with a zero in front", #"{"x":01}"#, "expected '}', at byte 6"),
    BadMessage("an invalid literal", #"{"x":nul}"#, "invalid value, at byte 5"),
    BadMessage("a comma at the end", #"{"x":1,}"#, "expected a member name, at byte 7"),
  ]

  static let changes: [BadMessage] = [
    BadMessage("no members", "{}", "'head' is missing"),
    BadMessage("an unknown error", #"{"error":"teapot"}"#, "unexpected 'error' in a page of changes"),
    BadMessage("an error that is not a string", #"{"error":7}"#, "'error' is not a string"),
    BadMessage(
      "another protocol", #"{"error":"resync","protocol":2}"#, .unsupportedProtocol(found: 2, supported: 1)),
    BadMessage("a protocol that is not a number", #"{"protocol":"1"}"#, "'protocol' is not a 64-bit integer"),
    BadMessage("a negative head", #"{"changes":[],"head":-1,"more":false}"#, "'head' is less than 0"),
    BadMessage("a fraction", page("", head: "9.0"), "'head' is not a 64-bit integer"),
    BadMessage("an exponent", page("", head: "1e1"), "'head' is not a 64-bit integer"),
    BadMessage("too large a number", page("", head: "9223372036854775808"), "'head' is not a 64-bit integer"),
    BadMessage(
      "a revision beyond the head", page("{" + item + #","rev":10,"deleted":true}"#),
      "revisions do not ascend up to the head"),
    BadMessage(
      "repeated revisions",
      page("{" + item + #","rev":3,"deleted":true},{"# + item + #","rev":3,"deleted":true}"#),
      "revisions do not ascend up to the head"),
    BadMessage("revision 0", page("{" + item + #","rev":0,"deleted":true}"#), "'rev' is less than 1"),
    BadMessage("no id", page(#"{"rev":1,"deleted":true}"#), "'id' is missing"),
    BadMessage("a short id", page(#"{"id":"0000","rev":1,"deleted":true}"#), "'id' is invalid"),
    BadMessage("no data", page("{" + item + #","rev":1,"deleted":false}"#), "'data' is missing"),
    BadMessage(
      "a deletion with data", page("{" + item + #","rev":1,"deleted":true,"data":""}"#), "a deletion with 'data'"),
    BadMessage(
      "no Base64", page("{" + item + #","rev":1,"deleted":false,"data":"QQ="}"#), "'data' is not valid Base64"),
    BadMessage(
      "Base64 with bits left over", page("{" + item + #","rev":1,"deleted":false,"data":"QR=="}"#),
      "'data' is not valid Base64"),
    BadMessage(
      "Base64 with padding inside", page("{" + item + #","rev":1,"deleted":false,"data":"QQ==QQ=="}"#),
      "'data' is not valid Base64"),
    BadMessage(
      "Base64 of padding", page("{" + item + #","rev":1,"deleted":false,"data":"===="}"#), "'data' is not valid Base64"),
    BadMessage("an empty page with more", #"{"changes":[],"head":9,"more":true}"#, "an empty page with 'more'"),
    BadMessage("an invalid item", page("7"), "a change is not an object"),
    BadMessage("an invalid Boolean", #"{"changes":[],"head":9,"more":0}"#, "'more' is not a Boolean"),
    BadMessage("a short epoch", #"{"error":"epoch","epoch":"1f","forkedAt":0}"#, "'epoch' is invalid"),
  ]

  @Test(arguments: json + changes)
  func `an invalid page of changes is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeChangesReply(message.bytes, limit: 100_000) }
  }

  static let replies: [BadMessage] = [
    BadMessage("no members", "{}", "'n' is missing"),
    BadMessage("of another batch", #"{"n":2,"results":[{"s":"applied","rev":1}]}"#, "the reply is for another batch"),
    BadMessage("too few results", #"{"n":1,"results":[]}"#, "0 results for 1 changes"),
    BadMessage("resync", #"{"error":"resync"}"#, "unexpected 'error' in a reply to a batch"),
    BadMessage(
      "an unknown result", #"{"n":1,"results":[{"s":"maybe"}]}"#,
      "'s' is not 'applied', 'conflict' or 'refused'"),
    BadMessage("applied at 0", #"{"n":1,"results":[{"s":"applied","rev":0}]}"#, "'rev' is less than 1"),
    BadMessage("half a conflict", #"{"n":1,"results":[{"s":"conflict","rev":0}]}"#, "'deleted' is missing"),
    BadMessage(
      "a code that a terminal would obey", #"{"n":1,"results":[{"s":"refused","code":"\u001b[2J"}]}"#,
      "'code' is invalid"),
  ]

  @Test(arguments: json + replies)
  func `an invalid reply to a batch is rejected`(message: BadMessage) {
    let batch = PushBatch(
      epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1,
      changes: [PushChange(id: NoteID(high: 0, low: 1), base: .none, payload: nil)])
    #expect(throws: message.error) { try MessageFormat.decodePushReply(message.bytes, to: batch, limit: 100_000) }
  }

  private static func batch(_ change: String, number: String = "1") -> String {
    let name = "\"00000000000000000000000000000001\""
    return #"{"protocol":1,"epoch":\#(name),"device":\#(name),"n":\#(number),"changes":[\#(change)]}"#
  }

  static let batches: [BadMessage] = [
    BadMessage("no protocol", "{}", .unsupportedProtocol(found: nil, supported: 1)),
    BadMessage("another protocol", #"{"protocol":7}"#, .unsupportedProtocol(found: 7, supported: 1)),
    BadMessage(
      "many elements", batch(String(repeating: "1,", count: 20_000) + "1"), "too many elements, at byte 20118"),
    BadMessage("number 0", batch("", number: "0"), "'n' is less than 1"),
    BadMessage("a negative base", batch("{" + item + #","base":-1,"op":"delete"}"#), "'base' is less than 0"),
    BadMessage("no operation", batch("{" + item + #","base":1}"#), "'op' is missing"),
    BadMessage(
      "an unknown operation", batch("{" + item + #","base":1,"op":"move"}"#), "'op' is not 'put' or 'delete'"),
    BadMessage("a put without data", batch("{" + item + #","base":1,"op":"put"}"#), "'data' is missing"),
    BadMessage(
      "a delete with data", batch("{" + item + #","base":1,"op":"delete","data":""}"#), "a deletion with 'data'"),
    BadMessage(
      "a delete with blobs", batch("{" + item + #","base":1,"op":"delete","blobs":[]}"#), "a deletion with 'blobs'"),
    BadMessage("blobs that are not an array", put(blobs: "7"), "'blobs' is not an array"),
    BadMessage("a blob that is not a string", put(blobs: "[7]"), "'blobs' contains an invalid digest"),
    BadMessage("a digest without an algorithm", put(blobs: "[\"\(digits)\"]"), "'blobs' contains an invalid digest"),
    BadMessage(
      "a digest of another algorithm", put(blobs: "[\"md5:\(digits)\"]"), "'blobs' contains an invalid digest"),
    BadMessage("a short digest", put(blobs: "[\"sha256:00\"]"), "'blobs' contains an invalid digest"),
    BadMessage(
      "a digest in upper case", put(blobs: "[\"sha256:\(digits.uppercased())\"]"),
      "'blobs' contains an invalid digest"),
    BadMessage("a blob twice", put(blobs: list(1, 1)), "'blobs' is not sorted"),
    BadMessage("blobs in another order", put(blobs: list(2, 1)), "'blobs' is not sorted"),
    BadMessage("too many blobs", put(blobs: list(1...1001)), "'blobs' has more than 1000 elements"),
  ]

  private static let digits = String(repeating: "ab", count: 32)

  private static func put(blobs: String) -> String {
    batch("{" + item + #","base":1,"op":"put","data":"","blobs":\#(blobs)}"#)
  }

  /// Returns the names of blobs with numbers.
  private static func list(_ numbers: Int...) -> String { list(numbers) }

  private static func list(_ numbers: some Sequence<Int>) -> String {
    let names = numbers.map { number in
      let digits = String(number, radix: 16)
      return "\"sha256:" + String(repeating: "0", count: 64 - digits.count) + digits + "\""
    }
    return "[" + names.joined(separator: ",") + "]"
  }

  @Test(arguments: batches)
  func `an invalid batch is rejected`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodePushBatch(message.bytes, limit: 100_000) }
  }

  @Test(arguments: [
    "", "after=1", "limit=1", "after=-1&limit=1", "after=+1&limit=1", "after=1&limit=0", "after=1&limit=1&limit=1",
    "after=1&limit=1&epoch=1", "after=1&limit=1&floor=x", "after=9223372036854775808&limit=1", "after=1&limit=1&",
    "after=1&limit=1&only=", "after=1&limit=1&only=1", "after=1&limit=1&only=ffffffff-ffff-ffff-ffff-fffffffffff",
  ])
  func `an invalid request for changes is rejected`(query: String) {
    #expect(throws: MessageDecodingError.self) { try MessageFormat.decodeChangesRequest(query) }
  }

  @Test func `a message that is too long is rejected before it is parsed`() {
    let bytes = Array(repeating: UInt8(ascii: " "), count: 101)
    #expect(throws: MessageDecodingError.oversized(limit: 100)) {
      try MessageFormat.decodeChangesReply(bytes, limit: 100)
    }
    #expect(throws: MessageDecodingError.oversized(limit: 1024)) {
      try MessageFormat.decodeChangesRequest(String(repeating: "x", count: 1025))
    }
  }

  @Test func `unknown members are ignored, with any value`() throws {
    let text = """
       {"more" : false, "new":{"a":[1.5e-3,-0,null,true,"\\ud83c\\udf5e\\/"]}, "changes":[\t], "head":3,\r
      "protocol":1}
      """
    #expect(
      try MessageFormat.decodeChangesReply(Array(text.utf8), limit: 1000)
        == .page(ChangesPage(head: Revision(3), items: [], hasMore: false)))
    #expect(
      try MessageFormat.decodeChangesRequest("new=&limit=1&after=0")
        == ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
  }
}

/// An invalid message with its expected error.
struct BadMessage: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  let error: MessageDecodingError

  init(_ name: String, _ text: String, _ error: MessageDecodingError) {
    self.init(name, Array(text.utf8), error)
  }

  init(_ name: String, _ text: String, _ detail: String) {
    self.init(name, Array(text.utf8), .undecodable(detail: detail))
  }

  init(_ name: String, _ bytes: [UInt8], _ error: MessageDecodingError) {
    (description, self.bytes, self.error) = (name, bytes, error)
  }
}
