import Core
import Foundation
import Support
import Testing

struct NoteTests {
  @Test(
    "the title is the first line with a letter or a digit",
    arguments: [
      ("# Bread\nrye", "# Bread"), ("---\n\n  Bread", "Bread"), ("***", "***"), ("", ""),
    ])
  func title(of text: String, is title: String) {
    #expect(note(1, text).title == title)
  }

  @Test("all words of a query must occur")
  func query() {
    #expect(note(1, "Rye bread").matches("bread RYE"))
    #expect(!note(1, "Rye bread").matches("bread wheat"))
    #expect(note(1, "Rye bread").matches("  "))
  }

  @Test("a content comes back whole, also one of an earlier program, which lacks what came later")
  func coding() throws {
    let content = Note.Content(text: "Rye", isDeleted: true)
    #expect(try JSONDecoder().decode(Note.Content.self, from: JSONEncoder().encode(content)) == content)
    let earlier = try JSONDecoder().decode(Note.Content.self, from: Data(#"{"text":"Rye"}"#.utf8))
    #expect(earlier == Note.Content(text: "Rye"))
  }
}
