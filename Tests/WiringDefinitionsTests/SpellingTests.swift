import Testing

@testable import Wiring

@Suite("Slips")
struct SpellingTests {
  @Test(
    "a slip is a letter too few, too many, another one, or two that changed places",
    arguments: [
      ("debg", "debug"), ("debugg", "debug"), ("debuk", "debug"), ("debgu", "debug"), ("DEBUG", "debug"),
      ("respository", "repository"), ("repostiroy", "repository"),
    ])
  func near(written: String, meant: String) {
    #expect(Spelling.nearest(to: written, among: ["info", "debug", "repository"]) == meant)
  }

  @Test(
    "two in a short name, or three, make another name", arguments: ["dbgu", "deb", "xepostiroy", "x", "", "warning"])
  func far(written: String) {
    #expect(Spelling.nearest(to: written, among: ["info", "debug", "repository"]) == nil)
  }

  @Test("the nearest one is taken, and of two that are as near the first")
  func nearest() {
    #expect(Spelling.nearest(to: "settings1", among: ["setting", "settings", "settings2"]) == "settings")
    #expect(Spelling.nearest(to: "notes", among: ["note", "votes"]) == "note")
  }

  @Test("names that are too long to be compared are near to none")
  func tooLong() {
    let name = String(repeating: "a", count: 1_000_000)
    #expect(Spelling.nearest(to: name + "b", among: [name + "c"]) == nil)
    #expect(Spelling.nearest(to: "debg", among: [name, "debug"]) == "debug")
  }

  @Test("names of one letter are all different")
  func short() {
    #expect(Spelling.nearest(to: "a", among: ["b", "ab"]) == nil)
    #expect(Spelling.nearest(to: "a", among: ["A"]) == "A")
  }

  @Test(
    "a limit of its own counts every mistake", arguments: [("lits", "list"), ("sortieren", nil), ("shwo", "show")])
  func limit(written: String, meant: String?) {
    #expect(Spelling.nearest(to: written, among: ["list", "lint", "show", "sort"], within: 2) == meant)
  }

  @Test("only the first 64 letters of a name that a user typed are compared")
  func long() {
    let name = String(repeating: "a", count: 64)
    #expect(Spelling.nearest(to: name + String(repeating: "b", count: 1 << 20), among: [name], within: 0) == name)
  }

  @Test(
    "the edit distance counts missing, extra, wrong and swapped letters",
    arguments: [("", "", 0), ("", "abc", 3), ("list", "list", 0), ("list", "lsit", 1), ("kitten", "sitting", 3)])
  func distance(first: String, second: String, edits: Int) {
    #expect(Spelling.editDistance(Array(first), Array(second)) == edits)
    #expect(Spelling.editDistance(Array(second), Array(first)) == edits)
  }
}
