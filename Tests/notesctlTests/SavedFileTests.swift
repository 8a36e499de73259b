import Foundation
import Testing

/// Files that a person saves while a mirror runs, with the built program.
@Suite(.serialized) struct SavedFileTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  @Test func `what a person writes into a file while a mirror writes attachments is not lost`() throws {
    // Given
    #expect(try notesctl.run("add", "--title", "a", "text of a").status == 0)
    #expect(try notesctl.run("add", "--title", "b", "text of b").status == 0)
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    try folder.write(Data(count: 40_000_000), to: "large.bin")
    #expect(try notesctl.run("attach", "a", "large.bin").status == 0)
    #expect(try notesctl.run("append", "b", "more").status == 0)
    // When the files were compared, and the first one's attachment is being written
    let script = """
      "$0" export --mirror vault & mirror=$!; tries=0
      while [ ! -e vault/attachments ] && [ $tries -lt 20000000 ]; do tries=$((tries+1)); done
      echo 'line of a person' >> vault/b.md; wait $mirror
      """
    _ = try notesctl.run(script, in: "/bin/sh")
    // Then
    let text = try String(contentsOfFile: folder.path + "/vault/b.md", encoding: .utf8)
    #expect(text.hasSuffix("line of a person\n"))
    #expect(try notesctl.run("import", "vault").status == 0)
    #expect(try notesctl.run("show", "b", "--raw").output.contains("line of a person"))
  }
}
