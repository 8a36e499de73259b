import Foundation
import Testing

/// Files of imported folders that come back or move, with the built program.
@Suite(.serialized) struct MovedFileTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.path + "/" + path) }

  private func move(_ path: String, to target: String) throws {
    try FileManager.default.moveItem(atPath: folder.path + "/" + path, toPath: folder.path + "/" + target)
  }

  @Test func `a file that comes back takes its note out of the trash, and a mirror keeps it`() throws {
    // Given
    for name in ["a", "b"] { try folder.write(Data("text of \(name)\n".utf8), to: "vault/\(name).md") }
    #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
    try move("vault/a.md", to: "a.md")
    #expect(try notesctl.run("import", "--mirror", "vault").error.contains("1 moved to the trash"))
    // When
    try move("a.md", to: "vault/a.md")
    // Then
    let run = try notesctl.run("import", "--mirror", "vault")
    #expect(run.error.contains("1 unchanged, 1 restored from the trash"), "\(run.error)")
    #expect(try notesctl.run("list", "--count").output == "2\n")
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(exists("vault/a.md"))
  }

  @Test func `a file that is written again after its note was deleted is named, and a mirror keeps it`() throws {
    // Given
    for name in ["a", "b"] { try folder.write(Data("text of \(name)\n".utf8), to: "vault/\(name).md") }
    #expect(try notesctl.run("import", "vault").status == 0)
    #expect(try notesctl.run("delete", "a").status == 0)
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(!exists("vault/a.md"))
    // When
    try folder.write(Data("text of a\n".utf8), to: "vault/a.md")
    // Then
    let run = try notesctl.run("import", "vault")
    #expect(run.error.contains("in the trash, and left alone"), "\(run.error)")
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(exists("vault/a.md"))
  }

  @Test func `a file that moves from one imported folder into another keeps its note`() throws {
    // Given
    for path in ["v/a.md", "v/b.md", "w/c.md"] { try folder.write(Data("text of \(path)\n".utf8), to: path) }
    for path in ["v", "w"] { #expect(try notesctl.run("import", path).status == 0) }
    // When
    try move("v/a.md", to: "w/a.md")
    // Then
    for path in ["w", "v", "w"] {
      let run = try notesctl.run("import", "--mirror", path)
      #expect(run.status == 0 && !run.error.contains("trash") && !run.error.contains("gone"), "\(run.error)")
    }
    #expect(try notesctl.run("list", "--count").output == "3\n")
  }
}
