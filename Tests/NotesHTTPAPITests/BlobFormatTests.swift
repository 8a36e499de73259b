import NotesDomain
import NotesHTTPAPI
import Testing

/// The messages about blobs and watch requests.
@Suite struct BlobFormatTests {
  @Test(
    arguments: [
      (.progress(BlobProgress(received: 5, size: 9)), #"{"received":5,"size":9}"#),
      (.progress(BlobProgress(received: 0, size: 0)), #"{"received":0,"size":0}"#),
      (.mismatch, #"{"error":"mismatch"}"#), (.refused(.tooLarge), #"{"error":"too_large"}"#),
      (.refused(.overQuota), #"{"error":"over_quota"}"#),
    ] as [(BlobUploadReply, String)])
  func `a reply to a piece has the documented form, and round-trips`(reply: BlobUploadReply, text: String)
    throws
  {
    #expect(MessageFormat.encode(reply) == Array(text.utf8))
    #expect(try MessageFormat.decodeBlobReply(Array(text.utf8), limit: 1000) == reply)
  }

  @Test(arguments: [
    BadMessage("no members", "{}", "'received' is missing"),
    BadMessage("no size", #"{"received":1}"#, "'size' is missing"),
    BadMessage("less than nothing", #"{"received":-1,"size":1}"#, "'received' is less than 0"),
    BadMessage("more than all", #"{"received":2,"size":1}"#, "impossible blob size"),
    BadMessage("no such size", #"{"received":2,"size":2147483649}"#, "impossible blob size"),
    BadMessage("another error", #"{"error":"resync"}"#, "unexpected 'error' in a reply to a piece"),
  ])
  func `an answer to a piece is refused`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeBlobReply(message.bytes, limit: 1000) }
  }

  @Test func `the progress of a blob is decoded from two header fields`() throws {
    #expect(try MessageFormat.decodeBlobProgress(received: "5", size: "9") == BlobProgress(received: 5, size: 9))
    for (received, size) in [(nil, "9"), ("5", nil), ("x", "9"), ("-1", "9"), ("10", "9"), ("1", "2147483649")] {
      #expect(throws: MessageDecodingError.self) {
        try MessageFormat.decodeBlobProgress(received: received, size: size)
      }
    }
  }

  @Test func `a watch request has the documented form, and round-trips`() throws {
    let request = WatchRequest(epoch: Epoch(bits: 0x1F), after: Revision(42), timeout: .seconds(25))
    let query = MessageFormat.encode(request)
    #expect(query == "after=42&epoch=0000000000000000000000000000001f&wait=25000")
    #expect(try MessageFormat.decodeWatchRequest(query) == request)
    #expect(MessageFormat.encode(WatchReply.changed) == Array(#"{"changed":true}"#.utf8))
    for reply in [WatchReply.changed, .unchanged] {
      #expect(try MessageFormat.decodeWatchReply(MessageFormat.encode(reply), limit: 100) == reply)
    }
  }

  @Test(arguments: [
    "", "after=1&wait=1", "epoch=0000000000000000000000000000001f&wait=1",
    "after=1&epoch=0000000000000000000000000000001f", "after=1&epoch=1&wait=1",
    "after=1&epoch=0000000000000000000000000000001f&wait=-1",
    "after=1&epoch=0000000000000000000000000000001f&wait=1&wait=1",
    "after=1&epoch=0000000000000000000000000000001f&wait=1&",
  ])
  func `waiting is refused`(query: String) {
    #expect(throws: MessageDecodingError.self) { try MessageFormat.decodeWatchRequest(query) }
  }

  @Test(arguments: ["{}", #"{"changed":1}"#, #"{"changed":"true"}"#, ""])
  func `an invalid watch reply is rejected`(text: String) {
    #expect(throws: MessageDecodingError.self) { try MessageFormat.decodeWatchReply(Array(text.utf8), limit: 1000) }
  }
}
