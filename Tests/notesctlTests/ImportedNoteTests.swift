import Foundation
import Testing

/// Notes of a folder that two devices import before they sync, with the built program.
@Suite(.serialized) struct ImportedNoteTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  @discardableResult
  private func run(_ device: String, _ arguments: String...) throws -> String {
    let run = try notesctl.start(["--data-dir", device] + arguments).wait()
    #expect(run.status == 0, "\(device) \(arguments): \(run.error)")
    return run.output
  }

  private func sync(_ devices: String...) throws {
    for device in devices { try run(device, "sync", "--mock-network", "server.sqlite") }
  }

  /// Lets both devices import the folder, and the first one sync.
  private func importTwice() throws {
    try folder.write(Data("rye\n".utf8), to: "vault/Bread.md")
    try run("a", "import", "vault")
    try sync("a")
    try run("b", "import", "vault")
  }

  @Test func `an undo after the sync of an import takes no note of the other device`() throws {
    // Given
    try importTwice()
    try sync("b")
    // When
    _ = try notesctl.run("--data-dir", "b", "undo")
    try sync("b", "a")
    // Then
    for device in ["a", "b"] { #expect(try run(device, "list", "--count") == "1\n") }
  }

  @Test func `an edit is saved into the note that a sync made of its note while the editor was open`() throws {
    // Given
    try importTwice()
    var program = notesctl
    program.environment["PROGRAM"] = Executable.path
    program.environment["EDITOR"] =
      #"sh -c '"$PROGRAM" --data-dir b sync --mock-network server.sqlite; echo salt >> "$0"'"#
    // When
    let edited = try program.run("--data-dir", "b", "edit", "Bread")
    // Then
    #expect(edited.status == 0, "\(edited.error)")
    try sync("b", "a")
    for device in ["a", "b"] {
      #expect(try run(device, "list", "--count") == "1\n")
      #expect(try run(device, "show", "Bread", "--raw") == "rye\nsalt\n")
    }
    #expect(try run("a", "list", "--ids") == run("b", "list", "--ids"))
  }

  @Test func `a note that was pinned before the sync of its import stays pinned`() throws {
    // Given
    try importTwice()
    try run("b", "pin", "Bread")
    // When
    try sync("b", "a")
    // Then
    for device in ["a", "b"] {
      #expect(try run(device, "list", "is:pinned", "--count") == "1\n")
      #expect(try run(device, "list", "--all", "--count") == "1\n")
    }
  }

  @Test(arguments: ["ffffffff-ffff-ffff-ffff-ffffffffffff", "00000000-0000-0000-0000-000000000000"])
  func `a file with a reserved identifier is a new note with another one, and a sync goes on`(id: String) throws {
    // Given
    try folder.write(Data("---\nnote-id: \(id)\n---\nrye\n".utf8), to: "vault/Bread.md")
    // When
    for _ in 1...2 { try run("a", "import", "vault") }
    try sync("a", "b", "a")
    // Then
    for device in ["a", "b"] {
      #expect(try run(device, "list", "--count") == "1\n")
      #expect(try !run(device, "list", "--ids").contains(id))
      #expect(try run(device, "show", "Bread", "--raw") == "rye\n")
    }
  }
}
