import HTTPTypes
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct AttachmentScreenTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
  private static let svg = Array("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8)

  private func front(attaching name: String, _ bytes: [UInt8]) async throws -> Front {
    let fakes = Fakes(notes: [.sample(1, title: "Tea") { $0.attachments = [.sample(name, bytes)] }])
    fakes.blobs.keep(bytes)
    return try await Front(fakes)
  }

  private func address(_ name: String) -> String { WebPath.attachment(name, of: SequentialNoteIDGenerator.id(1)) }

  @Test func `several files of a form are attached to the note`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    let page = try await front.post(
      path(1) + "/attachments", files: [("plan; final.pdf", [1, 2]), ("ümläut 🍵.png", Self.png)])
    #expect(page.status == 303 && page.location == path(1) + "#attachments")
    let note = try #require(front.fakes.repository.all.first)
    #expect(note.attachments == [.sample("plan; final.pdf", [1, 2]), .sample("ümläut 🍵.png", Self.png)])
    #expect(front.fakes.blobs.contents[.of(Self.png)] == Self.png)
  }

  @Test func `a form without a file says so, and changes nothing`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    let page = try await front.post(path(1) + "/attachments", files: [("", [])])
    #expect(page.status == 400 && page.text.contains("No file was chosen."))
    #expect(front.fakes.repository.all.first?.attachments == [])
  }

  @Test func `an attachment is replaced only if the form says so`() async throws {
    let front = try await front(attaching: "a.txt", [1])
    #expect(try await front.post(path(1) + "/attachments", files: [("a.txt", [2])]).status == 409)
    #expect(front.fakes.repository.all.first?.attachments == [.sample("a.txt", [1])])
    _ = try await front.post(path(1) + "/attachments", files: [("a.txt", [2])], ["replace": "yes"])
    #expect(front.fakes.repository.all.first?.attachments == [.sample("a.txt", [2])])
  }

  @Test(arguments: [("drawing.svg", svg), ("page.html", Array("<script>".utf8)), ("not.png", [1, 2, 3])])
  func `a file that is no picture is downloaded, in a sandbox and without its type`(
    name: String, bytes: [UInt8]
  ) async throws {
    let page = try await front(attaching: name, bytes).get(address(name))
    #expect(page.status == 200 && page.bytes == bytes)
    #expect(page.headers[.contentType] == "application/octet-stream")
    #expect(page.headers[.contentDisposition] == "attachment; filename=\"\(name)\"; filename*=UTF-8''\(name)")
    #expect(page.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
    #expect(page.headers[.xContentTypeOptions] == "nosniff")
  }

  @Test func `a picture is shown with the type of its bytes, whatever its name`() async throws {
    let front = try await front(attaching: "photo.html", Self.png)
    let page = try await front.get(address("photo.html"))
    #expect(page.headers[.contentType] == "image/png")
    #expect(page.headers[.contentDisposition]?.hasPrefix("inline; ") == true)
    #expect(page.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
    #expect(try await front.get(path(1)).text.contains("<img src=\"\(address("photo.html"))\" alt=\"\""))
  }

  @Test(arguments: ["100%25.txt", "a b;c.txt", "quote\".txt", "ümläut 🍵.txt", "e\u{301}.txt", "?#&+.txt", ".hidden"])
  func `an attachment is found and named by every name that it can have`(name: String) async throws {
    let page = try await front(attaching: name, [1]).get(address(name))
    #expect(page.bytes == [1])
    #expect(page.headers[.contentDisposition]?.hasSuffix("filename*=UTF-8''" + WebPath.encoded(name)) == true)
  }

  @Test(arguments: [3, 5, 1 << 40])
  func `an attachment whose note claims another size ends in an error, not in a response that never ends`(size: Int)
    async throws
  {
    let claimed = try #require(Attachment(name: "a.txt", digest: .of([1, 2, 3, 4]), size: size))
    let fakes = Fakes(notes: [.sample(1) { $0.attachments = [claimed] }])
    fakes.blobs.keep([1, 2, 3, 4])
    let front = try await Front(fakes)
    await #expect(throws: (any Error).self) { try await front.get(address("a.txt")) }
  }

  @Test func `an attachment larger than a piece is sent whole`() async throws {
    let bytes = [UInt8](repeating: 7, count: BlobPiece.maximumBytes * 2 + 1)
    let page = try await front(attaching: "film.mkv", bytes).get(address("film.mkv"))
    #expect(page.bytes == bytes)
  }

  @Test func `an attachment that is not on this device is an error page, and marked in the note`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1) { $0.attachments = [.sample("a.txt", [1])] }]))
    let page = try await front.get(address("a.txt"))
    #expect(page.status == 503 && page.text.contains("is not on this device yet"))
    #expect(try await front.get(path(1)).text.contains("1 byte, not on this device yet"))
  }

  @Test func `an attachment that is detached stays in the history`() async throws {
    let front = try await front(attaching: "a.txt", [1])
    let page = try await front.post(address("a.txt") + "/detach")
    #expect(page.status == 303 && page.location == path(1) + "#attachments")
    #expect(front.fakes.repository.all.first?.attachments == [])
    #expect(front.fakes.blobs.contents[.of([1])] == [1])
  }
}
