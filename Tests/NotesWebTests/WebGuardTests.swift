import HTTPTypes
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

/// Requests that no page of the front makes.
@Suite struct WebGuardTests {
  private static let site = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  private let fakes = Fakes(notes: [.sample(1, title: "Tea")])

  /// Posts the deletion of the note.
  private func delete(
    in front: Front, token: String? = nil, changing fields: [HTTPField.Name: String?] = [:]
  ) async throws -> Front.Page {
    try await front.send(
      .post, path(1) + "/delete", type: "application/x-www-form-urlencoded",
      body: Array("token=\(token ?? front.session.formToken)".utf8), changing: fields)
  }

  private var isDeleted: Bool { fakes.repository.all.first?.trashed != nil }

  @Test(arguments: [nil, "", "notesctl-localhost=", "notesctl-localhost=0123", "other=0123"])
  func `without the cookie there is no page and no change`(cookie: String?) async throws {
    let front = try await Front(fakes)
    for path in ["/", path(1), "/sync", "/account", "/graph", "/events", "/none"] {
      let page = try await front.send(.get, path, changing: [.cookie: cookie])
      #expect(page.status == 403 && !page.text.contains("Tea"), "\(path)")
    }
    #expect(try await delete(in: front, changing: [.cookie: cookie]).status == 403)
    #expect(!isDeleted)
  }

  @Test(
    arguments: [
      [.origin: nil], [.origin: "http://example.org"], [.origin: "null"], [.origin: "http://localhost:1"],
      [site: "cross-site"], [site: "same-site"], [site: "none"],
    ] as [[HTTPField.Name: String?]])
  func `a form of another page changes nothing, although the browser sends the cookie`(
    fields: [HTTPField.Name: String?]
  ) async throws {
    let page = try await delete(in: Front(fakes), changing: fields)
    #expect(page.status == 403 && !isDeleted)
  }

  @Test(arguments: ["", "0123"]) func `a form without the secret changes nothing`(token: String) async throws {
    let page = try await delete(in: Front(fakes), token: token)
    #expect(page.status == 403 && !isDeleted)
    #expect(page.text.contains("The form is of an earlier run of notesctl."))
  }

  @Test func `a form of this front changes what it says`() async throws {
    let page = try await delete(in: Front(fakes), changing: [Self.site: "same-origin", .origin: nil])
    #expect(page.status == 303 && isDeleted)
  }

  @Test func `the token opens one browser, once`() async throws {
    let front = try await Front(fakes)
    let address = front.session.begin(at: "localhost")
    let path = String(address.trimmingPrefix("http://localhost"))
    #expect(try await front.send(.get, path, changing: [.cookie: nil]).status == 403)
    #expect(front.session.exchange("") == nil)
  }

  @Test(arguments: [HTTPRequest.Method.put, .delete, .patch])
  func `pages are read and forms are posted, nothing else`(method: HTTPRequest.Method) async throws {
    #expect(try await [404, 405].contains(Front(fakes).send(method, path(1)).status))
    #expect(!isDeleted)
  }

  @Test(arguments: ["/none", "/notes/a/b/c/d", "/undo", "/preview", "/account/sign-in"])
  func `a path that only forms have, or none, has the page that says so`(path: String) async throws {
    let page = try await Front(fakes).get(path)
    #expect(page.status == 404 && page.text.contains("There is no such page."))
  }

  @Test(arguments: ["/", "/assets/notes.css", "/help"])
  func `the head of a page can be asked for alone`(path: String) async throws {
    #expect(try await Front(fakes).send(.head, path).status == 200)
  }

  @Test(arguments: ["/", "/none", "/undo", "/assets/notes.css", "/search?q=tea", "/graph"])
  func `every response forbids what the pages do not need`(path: String) async throws {
    let headers = try await Front(fakes).get(path).headers
    let policy = try #require(headers[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; script-src ") && !policy.contains("unsafe"))
    for directive in ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"] {
      #expect(policy.contains(directive), "\(directive)")
    }
    #expect(headers[.xContentTypeOptions] == "nosniff" && headers[.cacheControl] == "no-store")
    for (name, value) in [("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")] {
      #expect(try headers[#require(HTTPField.Name(name))] == value, "\(name)")
    }
  }
}
