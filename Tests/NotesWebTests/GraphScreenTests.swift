import Crypto
import Foundation
import HTTPTypes
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct GraphScreenTests {
  /// Returns the texts of the elements that begin with a tag.
  private func contents(of tag: String, in page: String) -> [String] {
    let name = tag.dropFirst().prefix { $0.isLetter }
    return page.components(separatedBy: tag).dropFirst().map { $0.components(separatedBy: "</\(name)>")[0] }
  }

  @Test func `the graph is that of the front itself`() async throws {
    let page = try await Front().get("/graph")
    #expect(page.status == 200 && page.headers[.contentType] == "text/html; charset=utf-8")
    #expect(page.text.contains("BackgroundSync") && page.text.contains("NoteListViewModel"))
  }

  @Test func `its policy allows its own style sheet and script by their hashes, and nothing else inline`() async throws
  {
    let page = try await Front().get("/graph")
    let policy = try #require(page.headers[.contentSecurityPolicy])
    let elements = [("style-src", "<style>"), ("script-src", "<script type=\"module\">")]
    for (directive, tag) in elements {
      let texts = contents(of: tag, in: page.text)
      #expect(texts.count == 1)
      let hash = Data(SHA256.hash(data: Data(texts.joined().utf8))).base64EncodedString()
      #expect(policy.contains("\(directive) 'sha256-\(hash)';"), "\(policy)")
    }
    #expect(!policy.contains("unsafe") && policy.contains("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    // An attribute would need another permission.
    #expect(!page.text.contains(" style=\"") && !page.text.contains(" onclick="))
  }

  @Test func `the help leads to it`() async throws {
    #expect(try await Front().get("/help").text.contains("href=\"/graph\""))
  }
}
