import NotesDomain
import NotesHTTPAPI
import Testing

/// The values of header fields.
@Suite struct APIHeaderTests {
  @Test(arguments: [
    (0, 5, 5, "bytes 0-4/5"), (1_048_576, 1_048_576, 5_000_000, "bytes 1048576-2097151/5000000"),
    (4, 1, 5, "bytes 4-4/5"),
    (0, 0, 0, "bytes */0"),
  ])
  func `the range of a piece round-trips`(offset: Int, count: Int, size: Int, text: String) throws {
    let range = try #require(ContentRangeHeader(offset: offset, count: count, size: size))
    #expect(range.text == text)
    #expect(ContentRangeHeader(text) == range)
  }

  @Test(arguments: [
    "", "bytes", "bytes ", "bytes 0-4", "bytes 0-4/", "bytes 0-4/*", "bytes 0-4/4", "bytes 4-0/5", "bytes -1-4/5",
    "bytes 0-+4/5", "bytes 0 - 4/5", "bytes */5", "bytes */", "bytes 0-0/0", "bytes=0-4/5", "Bytes 0-4/5",
    "bytes 0-4/5 ",
    "bytes 0-4/5/5", "bytes 0-999999999999999999/999999999999999999", "bytes 0-9999999999999999999999/5",
    "bytes 0-1/2147483649", "items 0-4/5", "bytes ٠-٤/٥",
  ])
  func `an invalid range of a piece is rejected`(text: String) {
    #expect(ContentRangeHeader(text) == nil)
  }

  @Test func `a piece has its range and number of bytes`() throws {
    let digest = try #require(BlobDigest(bytes: Array(repeating: 1, count: 32)))
    let piece = BlobPiece(digest: digest, size: 5, offset: 2, bytes: [1, 2])
    let range = try #require(ContentRangeHeader(piece))
    #expect(range.text == "bytes 2-3/5")
    #expect(range.piece(of: digest, [1, 2]) == piece)
    #expect(range.piece(of: digest, [1]) == nil)
    #expect(ContentRangeHeader(BlobPiece(digest: digest, size: 5, offset: 5, bytes: [])) == nil)
    #expect(ContentRangeHeader(BlobPiece(digest: digest, size: 5, offset: 4, bytes: [1, 2])) == nil)
    #expect(ContentRangeHeader(offset: -1, count: 1, size: 5) == nil)
  }

  @Test func `a requested range is formatted and parsed`() throws {
    let range = try #require(ByteRangeHeader(offset: 10, count: 5))
    #expect(range.text == "bytes=10-14")
    #expect(ByteRangeHeader("bytes=10-14") == range)
    #expect(ByteRangeHeader(offset: 0, count: 0) == nil)
    #expect(ByteRangeHeader(offset: -1, count: 1) == nil)
    #expect(ByteRangeHeader(offset: .max, count: 1) == nil)
  }

  @Test(arguments: [
    "", "bytes=", "bytes=0", "bytes=0-", "bytes=-5", "bytes=5-4", "bytes=0-4,6-7", "bytes 0-4", "bytes= 0-4",
    "bytes=0-+4",
    "bytes=0-99999999999999999999", "bytes=a-b", "lines=0-4",
  ])
  func `the bytes that are asked for are none`(text: String) {
    #expect(ByteRangeHeader(text) == nil)
  }

  @Test func `a retry delay is in whole seconds, rounded up, and at most a day`() {
    #expect(RetryAfterHeader.encode(.zero) == "0")
    #expect(RetryAfterHeader.encode(.milliseconds(1)) == "1")
    #expect(RetryAfterHeader.encode(.seconds(1)) == "1")
    #expect(RetryAfterHeader.encode(.milliseconds(Int.max)) == "9223372036854776")
    #expect(RetryAfterHeader.encode(.milliseconds(-5)) == "0")
    #expect(RetryAfterHeader.decode("7") == .seconds(7))
    #expect(RetryAfterHeader.decode("999999999999999999") == .seconds(86_400))
  }

  @Test(arguments: ["", " 7", "7 ", "-1", "+1", "1.5", "1e3", "Wed, 21 Oct 2015 07:28:00 GMT", "9999999999999999999"])
  func `an invalid retry delay is ignored`(text: String) {
    #expect(RetryAfterHeader.decode(text) == nil)
  }

  @Test func `a token is encoded as a bearer token only`() throws {
    let token = try #require(DeviceToken(bytes: Array(0..<32)))
    let text = BearerAuthorization.encode(token)
    #expect(text == "Bearer notes_000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
    #expect(BearerAuthorization.decode(text) == token)
    #expect(BearerAuthorization.decode("bearer " + token.text) == token)
    for wrong in [
      "", "Bearer", "Bearer ", "Bearer  \(token.text)", "Basic \(token.text)", token.text, text + " ", text + "0",
    ] {
      #expect(BearerAuthorization.decode(wrong) == nil)
    }
  }

  @Test func `the media type of a body is parsed without its parameters`() {
    #expect(MessageContentType("application/json") == .json)
    #expect(MessageContentType(" Application/JSON ; charset=utf-8") == .json)
    #expect(MessageContentType("application/octet-stream") == .bytes)
    for wrong in ["", ";", "text/html", "application/json2", "application/jsonp; application/json", "json"] {
      #expect(MessageContentType(wrong) == nil)
    }
  }
}
