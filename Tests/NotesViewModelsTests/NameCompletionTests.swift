import Testing

@testable import NotesViewModels

@Suite struct NameCompletionTests {
  @Test(arguments: [
    ("Green Twine", "", "Green Twine"), ("Green Twine", "gre", "green Twine"),
    ("Green Twine", "green t", "green twine"),
    ("Ärger", "a\u{308}r", "a\u{308}rger"), ("Tea", "TEA", "TEA"),
  ])
  func `a name is completed without case, and keeps what was typed`(name: String, typed: String, completed: String) {
    #expect(NameCompletion.completed(name, from: typed)?.utf8.elementsEqual(completed.utf8) == true)
  }

  @Test(arguments: [("Green", "green "), ("Green", "twine"), ("Gr", "gre"), ("Green", " g")])
  func `another name is not completed`(name: String, typed: String) {
    #expect(NameCompletion.completed(name, from: typed) == nil)
  }
}
