import Testing

/// The pages for users who leave another container show code that is compiled and run, and mark code that is not.
@Suite struct MigrationPageTests {
  @Test(arguments: MigrationPage.all)
  func `a page and the sources of its code show the same`(page: MigrationPage) throws {
    let shown = try page.blocks().filter { $0.language == "swift" }.map(\.lines)
    let compiled = try page.regions { !$0.hasPrefix("before") }
    #expect(!compiled.isEmpty)
    #expect(shown.filter { !compiled.contains($0) } == [])
    #expect(compiled.filter { !shown.contains($0) } == [])

    // Code of another container is not compiled; code by hand is.
    let before = try page.blocks().filter { $0.language == "swift before" }.map(\.lines)
    #expect(try page.regions { $0.hasPrefix("before") }.filter { !before.contains($0) } == [])
  }

  @Test(arguments: MigrationPage.all)
  func `a page names the language of each block, so that none escapes the comparison`(page: MigrationPage) throws {
    #expect(try page.blocks().filter { !MigrationPage.languages.contains($0.language) }.map(\.lines) == [])
  }

  @Test(arguments: MigrationPage.all)
  func `a program and its test begin with their imports, so that they can be pasted`(page: MigrationPage) throws {
    let regions = try page.regions { ["program", "test"].contains($0) }
    #expect(regions.filter { $0.first?.hasPrefix("import ") != true } == [])
    #expect(regions.count >= 2 || page.name == "README.md")
  }

  @Test(arguments: MigrationPage.all)
  func `a page is short enough to be read at once`(page: MigrationPage) throws {
    #expect(try page.lines().count <= 220)
  }

  @Test func `each page of the folder is compared, and in the index`() throws {
    let names = try MigrationPage.names()
    #expect(Set(names) == Set(MigrationPage.all.map(\.name)))
    let index = try MigrationPage.index.lines().joined(separator: "\n")
    #expect(names.filter { $0 != "README.md" && !index.contains("](\($0))") } == [])
  }
}
