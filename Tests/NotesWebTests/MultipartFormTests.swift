import Testing

@testable import NotesWeb

@Suite struct MultipartFormTests {
  private func parsed(_ disposition: String, _ content: String = "x") -> MultipartForm? {
    MultipartForm(
      Array("--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n--b--\r\n".utf8), boundary: "b")
  }

  @Test(arguments: ["a;b=c.txt", "a b.txt", "ümläut 🍵.txt", "\u{301}a.txt", "a'b.txt", "a=b.txt"])
  func `a file keeps every name that a browser sends`(name: String) throws {
    let form = try #require(parsed("name=\"files\"; filename=\"\(name)\""))
    #expect(form.files.map(\.name) == [name] && form.files.map(\.field) == ["files"])
  }

  @Test func `a quote in a name is sent as an escape`() throws {
    #expect(try #require(parsed("name=\"files\"; filename=\"a%22b.txt\"")).files.map(\.name) == ["a\"b.txt"])
  }

  @Test func `a field keeps its line breaks`() throws {
    #expect(try #require(parsed("name=\"body\"", "one\r\n\r\ntwo")).fields["body"] == "one\r\n\r\ntwo")
  }

  @Test(arguments: ["", "--c\r\n", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx"])
  func `a body without its delimiters is malformed`(body: String) {
    #expect(MultipartForm(Array(body.utf8), boundary: "b") == nil)
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=b", "b"), ("multipart/form-data; boundary=\"b c\"", "b c"), ("text/plain", nil),
    ] as [(String, String?)])
  func `the boundary is a parameter of the type`(type: String, boundary: String?) {
    #expect(MultipartForm.boundary(of: type) == boundary)
  }
}
