import Foundation
import Testing

/// What the files of a store have of a note that was purged, with the built program.
@Suite(.serialized) struct PurgedTextTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  private func run(_ arguments: String...) throws {
    let run = try notesctl.start(["--data-dir", "a"] + arguments).wait()
    #expect(run.status == 0, "\(arguments): \(run.error)")
  }

  /// Returns the files of the store with a word.
  private func files(with word: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a").filter { name in
      try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a/" + name)).range(of: Data(word.utf8)) != nil
    }
  }

  @Test func `a text that the vault had is in no file of the store after the sync that sends its deletion`() throws {
    // Given
    try run("add", "Tea")
    try run("add", "--title", "Secret", "zyxwvquince")
    try run("sync", "--mock-network", "server.sqlite")
    #expect(try !files(with: "zyxwvquince").isEmpty)
    // When
    try run("delete", "Secret")
    try run("purge", "--all", "--force")
    try run("sync", "--mock-network", "server.sqlite")
    // Then
    #expect(try files(with: "zyxwvquince") == [])
    #expect(try !files(with: "Tea").isEmpty)
  }
}
