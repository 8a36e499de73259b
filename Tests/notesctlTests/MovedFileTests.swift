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

  private func shell(_ script: String) throws {
    let run = try notesctl.run("set -e; " + script, in: "/bin/sh")
    #expect(run.status == 0, "\(run.error)")
  }

  /// Imports a folder with two files.
  private func importVault() throws {
    for name in ["a", "b"] { try folder.write(Data("text of \(name)\n".utf8), to: "vault/\(name).md") }
    #expect(try notesctl.run("import", "vault").status == 0)
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

  @Test func `files of equal content that move keep their notes by their names`() throws {
    // Given
    let names = ["Monday", "Tuesday"]
    for name in names { try folder.write(Data("- [ ] todo\n".utf8), to: "vault/\(name).md") }
    #expect(try notesctl.run("import", "vault").status == 0)
    for name in names { #expect(try notesctl.run("append", name, "of \(name)").status == 0) }
    // When
    try shell("cd vault; mkdir X Y; mv Tuesday.md X; mv Monday.md Y")
    #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
    // Then
    #expect(try notesctl.run("list", "--count").output == "2\n")
    for (name, notebook) in zip(names, ["Y", "X"]) {
      #expect(try notesctl.run("show", name, "--raw").output == "- [ ] todo\nof \(name)\n")
      #expect(try notesctl.run("list", "notebook:\(notebook)", "--jsonl", "--fields", "title").output.contains(name))
    }
  }

  @Test func `a file of a note in the trash that is edited twice is one new note`() throws {
    // Given
    try importVault()
    #expect(try notesctl.run("append", "a", "edited").status == 0)
    // The file names its note by then.
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    try shell("cp vault/a.md kept.md")
    #expect(try notesctl.run("delete", "a").status == 0)
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(!exists("vault/a.md"))
    // When
    for text in ["again", "once more"] {
      try shell("echo '\(text)' >> kept.md; cp kept.md vault/a.md")
      #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
    }
    // Then
    #expect(try notesctl.run("list", "--count").output == "2\n")
    #expect(try notesctl.run("list", "--all", "--count").output == "3\n")
    #expect(try notesctl.run("list", "--full", "--jsonl").output.contains(#"edited\nagain\nonce more\n"#))
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(exists("vault/a.md"))
  }

  @Test func `a file of a note in the trash that takes the path of another one does not become that`() throws {
    // Given
    for name in ["Alpha", "Beta"] { #expect(try notesctl.run("add", "--title", name, "text of \(name)").status == 0) }
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    #expect(try notesctl.run("delete", "Alpha").status == 0)
    // When
    try shell("cd vault; mv Beta.md Apple.md; mv Alpha.md Beta.md")
    let run = try notesctl.run("import", "vault")
    // Then
    #expect(run.status == 0 && run.error.contains("0 new") && run.error.contains("1 renamed"), "\(run.error)")
    #expect(try notesctl.run("list", "--full", "--jsonl").output.contains("text of Beta"))
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    try shell("grep -q 'text of Beta' vault/*.md")
  }

  @Test func `later exports of a deleted note are one new note`() throws {
    for number in 1...4 {
      // Given
      let line = """
        {"id":"01890f3e-1111-7222-8333-444455556666","title":"Plan","created":"2026-01-01T10:00:00Z",\
        "modified":"2026-01-02T10:00:0\(number)Z","body":"version \(number)\\nof the plan\\n"}
        """
      try folder.write(Data((line + "\n").utf8), to: "export\(number).jsonl")
      // When
      let run = try notesctl.run("import", "export\(number).jsonl")
      #expect(run.status == 0, "\(run.error)")
      if number == 1 { #expect(try notesctl.run("delete", "Plan").status == 0) }
    }
    // Then
    #expect(try notesctl.run("list", "--count").output == "1\n")
    #expect(try notesctl.run("list", "--all", "--count").output == "2\n")
    #expect(try notesctl.run("show", "Plan", "--raw").output == "version 4\nof the plan\n")
  }

  @Test func `an older copy of a file that is gone does not replace the later text of its note`() throws {
    // Given
    try importVault()
    try shell("cp -a vault backup")
    #expect(try notesctl.run("append", "a", "later").status == 0)
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    // When
    try shell("rm vault/a.md")
    #expect(try notesctl.run("import", "backup").status == 0)
    // Then
    #expect(try notesctl.run("list", "--count").output == "2\n")
    #expect(try notesctl.run("show", "a", "--raw").output == "text of a\nlater\n")
  }

  @Test func `files that were away while a copy of their folder was imported keep their notes`() throws {
    // Given
    try importVault()
    try shell("cp -a vault copy; mkdir away; mv vault/*.md away")
    #expect(try notesctl.run("import", "copy").status == 0)
    // When
    try shell("mv away/*.md vault; echo edited >> vault/a.md")
    #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
    // Then
    #expect(try notesctl.run("list", "--count").output == "2\n")
    #expect(try notesctl.run("show", "a", "--raw").output == "text of a\nedited\n")
  }

  @Test func `a note that moves to where a link is keeps its former file, and nothing is written behind the link`()
    throws
  {
    // Given
    try importVault()
    try shell("mkdir ext; ln -s ../ext vault/L")
    // When
    #expect(try notesctl.run("move", "a", "L").status == 0)
    // Then
    for _ in 1...2 {
      #expect(try notesctl.run("export", "--mirror", "vault").status == 65)
      #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
    }
    #expect(exists("vault/a.md") && !exists("ext/a.md"))
    #expect(try notesctl.run("list", "--count").output == "2\n")
  }

  @Test(arguments: ["mv K L; ln -s L K", "mkdir L; mv K/n.md L; ln -s ../L/n.md K/n.md"])
  func `a file that was moved and left a symbolic link keeps its note`(script: String) throws {
    // Given
    try folder.write(Data("text of n\n".utf8), to: "vault/K/n.md")
    try folder.write(Data("text of o\n".utf8), to: "vault/o.md")
    #expect(try notesctl.run("import", "vault").status == 0)
    // When
    try shell("cd vault; " + script)
    let run = try notesctl.run("import", "--mirror", "vault")
    // Then
    #expect(run.status == 0 && run.error.contains("1 unchanged, 1 renamed"), "\(run.error)")
    #expect(try notesctl.run("list", "--all", "--count").output == "2\n")
    #expect(try notesctl.run("list", "notebook:L", "--count").output == "1\n")
    #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
  }

  @Test(arguments: [true, false])
  func `what was detached from a note stays so when its file moves`(isMirrored: Bool) throws {
    // Given
    for (path, text) in [("K/n.md", "![](p.png)\n"), ("K/p.png", "picture"), ("L/o.md", "other\n")] {
      try folder.write(Data(text.utf8), to: "vault/" + path)
    }
    #expect(try notesctl.run("import", "vault").status == 0)
    #expect(try notesctl.run("attachments", "--jsonl").output.contains("p.png"))
    #expect(try notesctl.run("detach", "n", "p.png").status == 0)
    if isMirrored { #expect(try notesctl.run("export", "--mirror", "vault").status == 0) }
    // When
    try move("vault/K/n.md", to: "vault/L/n.md")
    for _ in 1...2 {
      #expect(try notesctl.run("import", "--mirror", "vault").status == 0)
      // Then
      #expect(try !notesctl.run("attachments", "--jsonl").output.contains("p.png"))
      #expect(try notesctl.run("export", "--mirror", "vault").status == 0)
    }
    #expect(try notesctl.run("list", "--count").output == "2\n")
  }

  @Test func `a file that is deleted in one of two mirrors is named with the one that keeps its note`() throws {
    // Given
    for name in ["a", "b"] { #expect(try notesctl.run("add", "--title", name, "text of \(name)").status == 0) }
    for path in ["v", "w"] { #expect(try notesctl.run("export", "--mirror", path).status == 0) }
    // When
    try FileManager.default.removeItem(atPath: folder.path + "/v/a.md")
    // Then
    let run = try notesctl.run("import", "--mirror", "v")
    #expect(run.status == 0 && run.error.contains("1 unchanged, 1 kept for another folder"), "\(run.error)")
    #expect(run.error.contains("since another imported folder has an equal file: a.md ("), "\(run.error)")
    #expect(run.error.contains("/w/a.md)"), "\(run.error)")
    #expect(try notesctl.run("list", "--count").output == "2\n")
  }
}
