import NotesDomain
import Testing

@testable import NotesViewModels

@Suite("Texts of forms") struct FormTextTests {
  @Test(
    arguments: [
      // Nothing was typed.
      ("a\r\nb\nc", "a\nb\nc", "a\r\nb\nc"), ("a\rb\r\n", "a\nb\n", "a\rb\r\n"), ("", "", ""), ("\n", "\n", "\n"),
      ("e\u{301}\r\n", "e\u{301}\n", "e\u{301}\r\n"),
      // Other lines stay as they were.
      ("a\r\nb\nc", "a\nx\nb\nc", "a\r\nx\r\nb\nc"), ("a\nb\r\n", "a\nb\nc\n", "a\nb\r\nc\n"),
      ("a\r\nb", "a\nb\n", "a\r\nb\r\n"), ("a\r\n", "", ""), ("", "a\nb", "a\nb"), ("a", "a\nb", "a\nb"),
    ])
  func `lines that are unchanged keep their endings, and others end like the first`(
    original: String, typed: String, result: String
  ) {
    #expect(Array(FormText(over: original).restored(typed).utf8) == Array(result.utf8))
  }
}
