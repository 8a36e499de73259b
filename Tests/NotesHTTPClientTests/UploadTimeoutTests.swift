import NotesDomain
import NotesHTTPAPI
import Testing

@testable import NotesHTTPClient

/// The patience with bodies that a slow link carries for minutes after they were passed to the system.
@Suite struct UploadTimeoutTests {
  private let settings = HTTPClientSettings(userAgent: "notesctl/test")

  private func purpose(bytes: Int) throws -> HTTPClientPool.Purpose {
    APIRequest(
      server: try ServerAddress("https://notes.example"), route: .signIn,
      body: (.json, [UInt8](repeating: 0, count: bytes))
    ).purpose
  }

  @Test func `the response to the longest batch may begin after a slow link has carried the batch`() throws {
    #expect(try purpose(bytes: MessageLimits.push) == .uploads)
    #expect(settings.readTimeout(for: .uploads) == settings.idleTimeout + settings.time(for: MessageLimits.push))
  }

  @Test func `a request whose body is carried before the idle timeout has that timeout`() throws {
    #expect(try purpose(bytes: 65_535) == .requests && purpose(bytes: 65_536) == .uploads)
    #expect(settings.time(for: 65_536) < settings.idleTimeout)
    #expect(settings.readTimeout(for: .requests) == settings.idleTimeout)
  }
}
