import Testing

@testable import NotesWeb

@Suite struct MultipartFormTests {
  private func parsed(_ disposition: String, _ content: String = "x") throws -> MultipartForm {
    try MultipartForm(
      Array("--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n--b--\r\n".utf8), boundary: "b")
  }

  @Test(arguments: ["a;b=c.txt", "a b.txt", "ümläut 🍵.txt", "\u{301}a.txt", "a'b.txt", "a=b.txt"])
  func `a file keeps every name that a browser sends`(name: String) throws {
    let form = try parsed("name=\"files\"; filename=\"\(name)\"")
    #expect(form.files.map(\.name) == [name] && form.files.map(\.field) == ["files"])
  }

  @Test func `quotes and line breaks in a name are sent as escapes`() throws {
    #expect(try parsed("name=\"files\"; filename=\"a%22b%0D%0A%41.txt\"").files.map(\.name) == ["a\"b\r\n%41.txt"])
    let name = try #require(try parsed("name=\"files\"; filename=\"%22\u{301}.txt\"").files.first?.name)
    #expect(name.utf8.elementsEqual("\"\u{301}.txt".utf8))
  }

  @Test func `a field keeps its line breaks`() throws {
    #expect(try parsed("name=\"body\"", "one\r\n\r\ntwo").fields["body"] == "one\r\n\r\ntwo")
  }

  @Test(arguments: ["", "--c\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx"])
  func `a body without its delimiters is malformed`(body: String) {
    #expect(throws: WebFailure.malformed) { try MultipartForm(Array(body.utf8), boundary: "b") }
  }

  @Test func `too many files are not called malformed`() throws {
    let part = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nx\r\n"
    let body = { (count: Int) in Array((String(repeating: part, count: count) + "--b--").utf8) }
    #expect(try MultipartForm(body(999), boundary: "b").files.count == 999)
    let failure = #expect(throws: WebFailure.self) { try MultipartForm(body(1_001), boundary: "b") }
    #expect(failure?.hint == "Attach fewer at a time.")
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=b", "b"), ("multipart/form-data; boundary=\"b c\"", "b c"), ("text/plain", nil),
    ] as [(String, String?)])
  func `the boundary is a parameter of the type`(type: String, boundary: String?) {
    #expect(MultipartForm.boundary(of: type) == boundary)
  }
}
