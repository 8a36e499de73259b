import Foundation
import Testing

/// Attachments, with the built program.
@Suite(.serialized) struct AttachmentTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  private func id(_ device: String) throws -> String {
    let list = try notesctl.run("--data-dir", device, "list", "--jsonl", "--fields", "id").output
    return String(list.split(separator: "\"").dropFirst(3).first ?? "")
  }

  private func read(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + path))
  }

  @Test func `an attachment syncs to another device`() throws {
    let photo = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try folder.write(photo, to: "photo.jpg")
    #expect(try notesctl.run("--data-dir", "a", "add", "Tomatoes").status == 0)
    let id = try id("a")
    let attached = try notesctl.run("--data-dir", "a", "attach", id, "photo.jpg")
    #expect(attached.status == 0, "\(attached.error)")
    for device in ["a", "b"] {
      let run = try notesctl.run("--data-dir", device, "sync", "--mock-network", "server.sqlite")
      #expect(run.status == 0 && run.error.contains("1 attachment"), "\(run.error)")
    }
    let got = try notesctl.run("--data-dir", "b", "attachments", "get", id, "photo.jpg", "--output", "copy.jpg")
    #expect(got.status == 0, "\(got.error)")
    #expect(try read("copy.jpg") == photo)
    let permissions = try FileManager.default.attributesOfItem(atPath: folder.path + "/copy.jpg")[.posixPermissions]
    #expect(permissions as? Int == 0o600)
    #expect(
      try notesctl.run("--data-dir", "b", "attachments", "get", id, "photo.jpg", "-o", "-", shell: "> out").status == 0)
    #expect(try read("out") == photo)
  }

  @Test func `an export and an import into an empty store keep the attachments`() throws {
    try folder.write(Data("flour\n".utf8), to: "recipe.md")
    try folder.write(Data(), to: "empty")
    #expect(try notesctl.run("--data-dir", "a", "add", "Bread").status == 0)
    #expect(try notesctl.run("--data-dir", "a", "attach", try id("a"), "recipe.md", "empty").status == 0)
    let exported = try notesctl.run("--data-dir", "a", "export", "out")
    #expect(exported.error == "Exported 1 note and 2 attachments to out.\n")
    #expect(try read("out/attachments/Bread/.markdown/recipe.md") == Data("flour\n".utf8))
    let imported = try notesctl.run("--data-dir", "b", "import", "out")
    #expect(imported.error.hasPrefix("Imported 1 file: 1 new"), "\(imported.error)")
    let list = { (device: String) in
      try self.notesctl.run("--data-dir", device, "attachments", "--jsonl").output
    }
    #expect(try list("a") == list("b"))
    #expect(try list("b").contains("\"complete\":true"))
  }

  @Test func `files whose links go over the end of a line are imported and exported`() throws {
    // Given
    let text = "See [the long\nplan](plan.pdf) and ![a\nb](pic.png).\n"
    for (name, content) in [("N.md", text), ("plan.pdf", "plan"), ("pic.png", "picture")] {
      try folder.write(Data(content.utf8), to: "in/" + name)
    }
    // When
    #expect(try notesctl.run("--data-dir", "a", "import", "in").status == 0)
    let exported = try notesctl.run("--data-dir", "a", "export", "out")
    // Then
    #expect(exported.error == "Exported 1 note and 2 attachments to out.\n", "\(exported.error)")
    #expect(try read("out/plan.pdf") == Data("plan".utf8) && read("out/pic.png") == Data("picture".utf8))
  }

  @Test(arguments: ["\u{301}a.png", "\u{200D}a.png", "\u{FE0F}a.png"])
  func `an attachment whose name begins with a mark is exported and imported`(name: String) throws {
    // Given
    try folder.write(Data([1, 2]), to: "photo.png")
    #expect(try notesctl.run("--data-dir", "a", "add", "Tea").status == 0)
    #expect(try notesctl.run("--data-dir", "a", "attach", "Tea", "photo.png", "--name", name).status == 0)
    // When
    let exported = try notesctl.run("--data-dir", "a", "export", "out")
    // Then
    #expect(exported.status == 0 && exported.error == "Exported 1 note and 1 attachment to out.\n", "\(exported.error)")
    #expect(try notesctl.run("--data-dir", "b", "import", "out").status == 0)
    let lists = try ["a", "b"].map { try notesctl.run("--data-dir", $0, "attachments", "--jsonl").output }
    #expect(lists[0] == lists[1] && lists[1].contains("\"complete\":true"), "\(lists)")
    #expect(try notesctl.run("--data-dir", "b", "attachments", "get", "Tea", name, "-o", "copy").status == 0)
    #expect(try read("copy") == Data([1, 2]))
  }

  @Test func `an export of notes with pictures of one name is imported without a change`() throws {
    // Given two notes whose links could mean either picture
    for (number, notebook) in ["K", "L"].enumerated() {
      let added = try notesctl.run("--data-dir", "a", "add", "-b", notebook, "--title", "N\(number)", "![](../a.png)")
      try folder.write(Data([UInt8(number)]), to: "\(number)/a.png")
      let id = added.output.trimmingCharacters(in: .newlines)
      #expect(try notesctl.run("--data-dir", "a", "attach", id, "\(number)/a.png").status == 0)
    }
    let list = { (device: String) in
      try self.notesctl.run("--data-dir", device, "attachments", "--jsonl").output
    }
    let before = try list("a")
    // When
    #expect(
      try notesctl.run("--data-dir", "a", "export", "out").error == "Exported 2 notes and 2 attachments to out.\n")
    // Then
    let again = try notesctl.run("--data-dir", "a", "import", "out")
    #expect(again.error.hasPrefix("Imported 2 files: 0 new, 0 updated, 2 unchanged"), "\(again.error)")
    let elsewhere = try notesctl.run("--data-dir", "b", "import", "out")
    #expect(elsewhere.error.hasPrefix("Imported 2 files: 2 new"), "\(elsewhere.error)")
    #expect(try list("a") == before && list("b") == before)
  }

  @Test func `a mirror leaves a file of other origin beside the note whose attachment has its name`() throws {
    // Given
    try folder.write(Data("# N\n".utf8), to: "vault/K/N.md")
    #expect(try notesctl.run("--data-dir", "a", "import", "vault").status == 0)
    try folder.write(Data([1]), to: "own/a.png")
    #expect(try notesctl.run("--data-dir", "a", "attach", "N", "own/a.png").status == 0)
    try folder.write(Data([9]), to: "vault/K/a.png")
    // When
    for _ in 1...2 {
      let run = try notesctl.run("--data-dir", "a", "export", "--mirror", "vault")
      #expect(run.status == 0, "\(run.error)")
    }
    // Then
    #expect(try read("vault/K/a.png") == Data([9]))
    #expect(try read("vault/attachments/K/N/a.png") == Data([1]))
  }

  @Test func `a picture that was detached stays so when its folder is mirrored and imported again`() throws {
    // Given
    try folder.write(Data("![](p.png)\n".utf8), to: "vault/N.md")
    try folder.write(Data([1]), to: "vault/p.png")
    #expect(try notesctl.run("--data-dir", "a", "import", "vault").status == 0)
    #expect(try notesctl.run("--data-dir", "a", "detach", "N", "p.png").status == 0)
    // When
    for _ in 1...2 {
      #expect(try notesctl.run("--data-dir", "a", "export", "--mirror", "vault").status == 0)
      #expect(try notesctl.run("--data-dir", "a", "import", "vault").status == 0)
    }
    // Then
    #expect(try notesctl.run("--data-dir", "a", "attachments", "--jsonl").output.isEmpty)
    #expect(try read("vault/p.png") == Data([1]))
  }

  @Test func `a full disk is a failure and leaves no partial file`() throws {
    try folder.write(Data([1, 2, 3]), to: "file")
    #expect(try notesctl.run("--data-dir", "a", "add", "Tea").status == 0)
    let id = try id("a")
    #expect(try notesctl.run("--data-dir", "a", "attach", id, "file").status == 0)
    let run = try notesctl.run(
      "--data-dir", "a", "attachments", "get", id, "file", "--output", "-", shell: "> /dev/full")
    #expect(run.status == 74, "\(run.error)")
  }
}
