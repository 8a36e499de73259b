import Foundation
import Testing

/// What the macros make of code, and of code that they cannot serve. The same files and the same expectations hold for a
/// plugin that was built against the toolchain's own SwiftSyntax and for one that was built from source.
///
/// `RECORD_GOLDEN=1 swift test --filter FixtureTests` writes the expectations anew.
@Suite("Fixtures")
struct FixtureTests {
  @Test("what the macros generate compiles, and is what it was", arguments: Fixture.all(in: "Accepted"))
  func accepted(fixture: Fixture) throws {
    let compilation = try fixture.compile("-Xfrontend", "-dump-macro-expansions")
    #expect(compilation.succeeded, "\(compilation.text)")
    try expectGolden(compilation.expansions, named: fixture.name)
  }

  @Test("what cannot be served is one error, where it is to be changed", arguments: Fixture.all(in: "Refused"))
  func refused(fixture: Fixture) throws {
    let lines = try String(contentsOf: fixture.url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// ←") }.map { $0 + 1 }
    let compilation = try fixture.compile()
    #expect(compilation.linesWithErrors.sorted() == marked)
    try expectGolden(compilation.diagnostics.joined(separator: "\n") + "\n", named: fixture.name)
  }

  @Test("what a macro cannot see, the compiler finds", arguments: Fixture.all(in: "Broken"))
  func broken(fixture: Fixture) throws {
    let messages = try fixture.compile().messages
    try expectGolden(messages.joined(separator: "\n") + "\n", named: fixture.name)
  }
}
