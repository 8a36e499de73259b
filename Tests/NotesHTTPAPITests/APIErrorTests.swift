import NotesDomain
import NotesHTTPAPI
import Testing

@Suite struct APIErrorTests {
  @Test(arguments: APIErrorCode.allCases)
  func `errors round-trip`(code: APIErrorCode) throws {
    for error in [APIError(code), APIError(code, detail: "no \"such\"\u{1}\nthing")] {
      #expect(try MessageFormat.decodeError(MessageFormat.encode(error), limit: 1000) == error)
    }
    #expect(400..<600 ~= code.status)
    #expect(code.rawValue.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") })
  }

  @Test func `an error has the documented form`() {
    #expect(MessageFormat.encode(APIError(.notFound)) == Array(#"{"error":"not_found"}"#.utf8))
    #expect(
      MessageFormat.encode(APIError(.malformed, detail: "'n' is missing"))
        == Array(#"{"detail":"'n' is missing","error":"malformed"}"#.utf8))
    #expect(
      MessageFormat.encode(APIError(.unsupportedProtocol))
        == Array(#"{"error":"unsupported_protocol","protocol":1}"#.utf8))
  }

  @Test func `decoding errors have an API error`() {
    #expect(
      APIError(MessageDecodingError.unsupportedProtocol(found: 2, supported: 1)) == APIError(.unsupportedProtocol))
    #expect(APIError(MessageDecodingError.oversized(limit: 9)) == APIError(.tooLarge, detail: "more than 9 bytes"))
    #expect(
      APIError(MessageDecodingError.undecodable(detail: "unexpected end"))
        == APIError(.malformed, detail: "unexpected end"))
  }

  @Test func `a long detail is not encoded, and rejected when decoded`() {
    let long = String(repeating: "x", count: 501)
    #expect(APIError(.failed, detail: long).detail == nil)
    #expect(throws: MessageDecodingError.undecodable(detail: "'detail' is too long")) {
      try MessageFormat.decodeError(Array(#"{"error":"failed","detail":"\#(long)"}"#.utf8), limit: 10_000)
    }
  }

  @Test func `an unknown error is not decoded`() throws {
    #expect(try MessageFormat.decodeError(Array(#"{"error":"teapot","more":[]}"#.utf8), limit: 100) == nil)
  }

  @Test func `an error of the protocol version contains the supported one`() {
    #expect(throws: MessageDecodingError.unsupportedProtocol(found: 2, supported: 1)) {
      try MessageFormat.decodeError(Array(#"{"error":"unsupported_protocol","protocol":2}"#.utf8), limit: 100)
    }
  }

  @Test(
    arguments: BadMessageTests.json
      + [
        BadMessage("no error", "{}", "'error' is missing"),
        BadMessage("an error that is not a string", #"{"error":401}"#, "'error' is not a string"),
        BadMessage("a detail that is not a string", #"{"error":"failed","detail":[]}"#, "'detail' is not a string"),
      ])
  func `an error is refused`(message: BadMessage) {
    #expect(throws: message.error) { try MessageFormat.decodeError(message.bytes, limit: 100_000) }
  }

  @Test func `each reply has the status of its error`() {
    let change = EpochChange(epoch: Epoch(bits: 1), forkedAt: .none)
    #expect(MessageFormat.status(of: PushReply.results([])) == 200)
    #expect(MessageFormat.status(of: PushReply.epochChanged(change)) == 409)
    #expect(MessageFormat.status(of: PushReply.staleBatch) == 409)
    #expect(MessageFormat.status(of: PushReply.deviceForked) == 409)
    #expect(MessageFormat.status(of: ChangesReply.page(ChangesPage(head: .none, items: [], hasMore: false))) == 200)
    #expect(MessageFormat.status(of: ChangesReply.epochChanged(change)) == 409)
    #expect(MessageFormat.status(of: ChangesReply.resync) == 410)
    #expect(MessageFormat.status(of: BlobUploadReply.progress(BlobProgress(received: 1, size: 2))) == 200)
    #expect(MessageFormat.status(of: BlobUploadReply.mismatch) == 422)
    #expect(MessageFormat.status(of: BlobUploadReply.refused(.tooLarge)) == 413)
    #expect(MessageFormat.status(of: BlobUploadReply.refused(.overQuota)) == 507)
  }
}
