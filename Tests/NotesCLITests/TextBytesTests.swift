import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesCLI

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
private let prefix = "\u{600}"

@Suite("Texts are bytes on the command line") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a quoted word is read as it was, whatever it contains`(seed: UInt64) {
    let pieces = [
      "/", "|", "#", ",", "'", "\"", " ", ".", "-", "a", "\u{E9}", "\r\n", "\u{301}", "\u{600}", "\u{1FEF}", "\\", "$",
    ]
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let word = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let quoted = ShellQuoting.quoted(word)
      #expect(bytes(ShellQuoting.unquoted(quoted)) == bytes(word), "seed \(seed): \(word.unicodeScalars.map(\.value))")
      #expect(
        ShellQuoting.split("a " + quoted)?.map(bytes) == [bytes("a"), bytes(word)],
        "seed \(seed): \(word.unicodeScalars.map(\.value))")
      // A shell ends the quotes at each apostrophe.
      let parts = bytes(word).split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
      #expect(bytes(quoted) == bytes("'") + parts.joined(separator: bytes(#"'\''"#)) + bytes("'"), "seed \(seed)")
    }
  }

  @Test func `an alias has the words of a shell`() {
    #expect(ShellQuoting.split("list '\(accent)a b'")?.map(bytes) == ["list", "\(accent)a b"].map(bytes))
    #expect(ShellQuoting.split("a \(accent)b")?.map(bytes) == ["a", "\(accent)b"].map(bytes))
    #expect(ShellQuoting.split("'a\(prefix)'")?.map(bytes) == ["a\(prefix)"].map(bytes))
  }

  @Test(arguments: ["P\(prefix)$(id)", "\(prefix)`id`", "$\(accent)(id)", "-\(accent)x"])
  func `what bash would expand is not offered to it`(title: String) {
    #expect(Shell.bash.text(of: Completion(title, ""), after: "") == nil)
  }

  @Test func `a completion is escaped, and cut behind what stays, by bytes`() {
    let tag = Completion("tag:\(accent)x", "")
    #expect(Shell.bash.text(of: tag, after: "tag:").map(bytes) == bytes("'\(accent)x'"))
    #expect(Shell.zsh.text(of: tag, after: "").map(bytes) == bytes("tag\\:\(accent)x"))
    #expect(Shell.zsh.text(of: Completion("a!\(accent)", ""), after: "") == nil)
  }

  @Test func `the options of a line are read whatever their values begin with`() {
    let line = CompletedLine(["x", "notesctl", "--data-dir=\(accent)d", "show", "x"])
    #expect(line.value(of: "--data-dir").map(bytes) == bytes("\(accent)d"))
    var words = ["--data-dir=\(accent)d", "list"][...]
    let options = GlobalOptions.removeLeading(from: &words)
    #expect(options.count == 1 && words == ["list"])
  }

  @Test func `a path is no address, and an address no path`() throws {
    #expect(throws: CommandFailure.self) { try ServerStoreLocation("mysql://\(accent)x") }
    #expect(throws: CommandFailure.self) { try ServerStoreLocation("postgres://u:\(accent)p@h/d") }
    #expect(bytes(Directories.expanded("~/\(accent)a", home: "/h")) == bytes("/h/\(accent)a"))
  }
}
