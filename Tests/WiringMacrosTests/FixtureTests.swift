import Foundation
import Testing

/// The expansions and errors of the macros. They must be the same for a plugin that is built against the toolchain's own
/// SwiftSyntax and for one that is built from source.
///
/// `RECORD_GOLDEN=1 swift test --filter FixtureTests` records the golden files.
@Suite("Fixtures")
struct FixtureTests {
  @Test("generated code compiles, and equals the golden file", arguments: Fixture.all(in: "Accepted"))
  func accepted(fixture: Fixture) throws {
    let compilation = try fixture.compile("-Xfrontend", "-dump-macro-expansions")
    #expect(compilation.succeeded, "\(compilation.text)")
    try expectGolden(compilation.expansions, named: fixture.name)
  }

  @Test("an unsupported declaration is one error, at the position to change", arguments: Fixture.all(in: "Refused"))
  func refused(fixture: Fixture) throws {
    let lines = try String(contentsOf: fixture.url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let marked = lines.indices.filter { lines[$0].hasSuffix("// ←") }.map { $0 + 1 }
    let compilation = try fixture.compile()
    #expect(compilation.linesWithErrors.sorted() == marked)
    try expectGolden(compilation.diagnostics.joined(separator: "\n") + "\n", named: fixture.name)
  }

  @Test("the compiler reports mistakes that a macro cannot see", arguments: Fixture.all(in: "Broken"))
  func broken(fixture: Fixture) throws {
    let messages = try fixture.compile().messages
    try expectGolden(messages.joined(separator: "\n") + "\n", named: fixture.name)
  }
}
