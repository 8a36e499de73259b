import Testing

/// Shows each rule an example of what it forbids: a rule that cannot fail protects nothing.
@Suite struct RulesTests {
  @Test func `the lawful example breaks no rule`() {
    #expect(Rules.layers(.lawful) == [])
    #expect(Rules.dependencies(.lawful) == [])
    #expect(Rules.settings(.lawful) == [])
    #expect(Rules.testTargets(.lawful) == [])
  }

  @Test func `a target without a layer is found`() {
    let manifest = Manifest.lawful.adding(.init(name: "NotesCommon", folder: "Sources/NotesCommon"))
    #expect(Rules.layers(manifest) == ["NotesCommon has no layer: give it one in Layer.swift"])
  }

  @Test func `a name in the table of layers that is no target is found`() {
    var manifest = Manifest.lawful
    manifest.targets.removeAll { $0.name == "NotesCLI" }
    #expect(Rules.layers(manifest) == ["NotesCLI is in Layer.swift, but it is no target"])
  }

  @Test(arguments: [
    ("NotesCLI", "NotesPersistence", "the layer 'front' may not list the layer 'adapter'"),
    ("NotesViewModels", "NotesPersistence", "the layer 'state' may not list the layer 'adapter'"),
    ("NotesViewModels", "NotesCLI", "the layer 'state' may not list the layer 'front'"),
    ("NotesPersistence", "NotesTestSupport", "the layer 'adapter' may not list the layer 'support'"),
    ("notesctl", "NotesTestSupport", "the layer 'root' may not list the layer 'support'"),
    ("NotesDomain", "Wiring", "the layer 'core' may not list the layer 'library'"),
    ("Wiring", "NotesDomain", "the layer 'library' may not list the layer 'core'"),
    ("Wiring", "Yams", "the layer 'library' lists no other package"),
    ("Wiring", "WiringMacros", "the layer 'library' may not list the layer 'macros'"),
    ("WiringMacrosPlugin", "Wiring", "the layer 'plugin' may not list the layer 'library'"),
    ("NotesDomain", "Yams", "the layer 'core' lists no other package"),
  ])
  func `an arrow that does not point down is found`(target: String, dependency: String, reason: String) {
    let manifest = Manifest.lawful.changing(target) { $0.dependencies.append(dependency) }
    #expect(Rules.dependencies(manifest) == ["\(target) lists \(dependency), but \(reason)"])
  }

  @Test func `an adapter on another adapter is found`() {
    let manifest = Manifest.lawful.changing("NotesPersistence") { $0.dependencies.append("NotesPersistence") }
    #expect(
      Rules.dependencies(manifest) == [
        "NotesPersistence lists NotesPersistence, but the layer 'adapter' may not list the layer 'adapter'"
      ])
  }

  @Test func `an import that the manifest does not list is found`() {
    let files =
      Manifest.lawful.emptyFiles + [
        SourceFile(path: "Sources/Notes/CLI/Leak.swift", text: "import Foundation\nimport NotesDomain\nimport GRDB\n")
      ]
    #expect(
      Rules.imports(.lawful, files: files) == [
        "Sources/Notes/CLI/Leak.swift imports GRDB, which NotesCLI does not list"
      ])
  }

  @Test func `Foundation in the library is found, and Testing in production code`() {
    let files =
      Manifest.lawful.emptyFiles + [
        SourceFile(path: "Sources/Wiring/Leak.swift", text: "public import Foundation"),
        SourceFile(path: "Sources/Notes/Persistence/Leak.swift", text: "import Testing"),
      ]
    #expect(
      Rules.imports(.lawful, files: files) == [
        "Sources/Wiring/Leak.swift imports Foundation, which Wiring does not list",
        "Sources/Notes/Persistence/Leak.swift imports Testing, which NotesPersistence does not list",
      ])
  }

  @Test func `a target whose files are not found is reported, not passed`() {
    let files = Manifest.lawful.emptyFiles.filter { !$0.path.hasPrefix("Sources/Wiring/") }
    #expect(Rules.imports(.lawful, files: files) == ["Wiring has no source in Sources/Wiring"])
  }

  @Test(arguments: [
    "import GRDB", "  import GRDB", "public import GRDB", "package import GRDB", "@testable import GRDB",
    "@_spi(Some) @preconcurrency public import GRDB", "import struct GRDB.Row", "private import enum GRDB.Row",
  ])
  func `every way of writing an import is read`(line: String) {
    #expect(SourceFile(path: "A.swift", text: "// A file.\n\(line)\n").imports == ["GRDB"])
  }

  @Test(arguments: ["// import GRDB", "let importance = 1", #"let text = "import GRDB""#, "important import"])
  func `what only looks like an import is not read`(line: String) {
    #expect(SourceFile(path: "A.swift", text: line).imports == [])
  }

  @Test func `an attribute of the container in the core is found, unless it is on a protocol`() {
    let macros = SourceFile(
      path: "Sources/WiringMacros/Macros.swift", text: "public macro LazyProxy() =\npublic macro Injectable() =\n")
    let declarations = [
      "Clock": "@LazyProxy @available(*, deprecated)\n/// A clock.\npackage protocol Clock {}\n",
      "Note": "@MainActor\n@Injectable\npackage struct Note {}\n",
      "Tag": "@Injectable struct Tag {}\n",
      "Title": "enum Title {}\n",
    ]
    let files = declarations.map { name, text in
      SourceFile(path: "Sources/Notes/Domain/Notes/\(name).swift", text: "package import WiringMacros\n" + text)
    }
    #expect(
      Rules.attributes(.lawful, files: [macros] + files).sorted() == [
        "Sources/Notes/Domain/Notes/Note.swift:3 puts @Injectable on something other than a protocol",
        "Sources/Notes/Domain/Notes/Tag.swift:2 puts @Injectable on something other than a protocol",
        "Sources/Notes/Domain/Notes/Title.swift imports WiringMacros and uses none of its attributes",
      ])
  }

  @Test func `a setting that is missing or added is found`() {
    let manifest = Manifest.lawful.changing("NotesCLI") { target in
      target.settings.removeAll { $0.contains("ExistentialAny") }
      target.settings.append("unsafeFlags -Ounchecked")
    }
    #expect(
      Rules.settings(manifest) == [
        "NotesCLI lacks the setting 'enableUpcomingFeature ExistentialAny'",
        "NotesCLI adds the setting 'unsafeFlags -Ounchecked'",
      ])
  }

  @Test func `a target without tests is found`() {
    var manifest = Manifest.lawful
    manifest.targets.removeAll { $0.name == "NotesCLITests" }
    #expect(Rules.testTargets(manifest) == ["NotesCLI has no NotesCLITests"])
  }

  @Test func `a layer without its module is found, under the name the file should have`() {
    let files = [
      "CLI/CLIModule", "Web/WebModule", "ViewModels/ViewModelsModule", "Transfer/TransferModule",
      "Archives/ArchivesModule", "Sync/SyncModule", "Encryption/EncryptionModule",
      "Network/NetworkModule", "Server/ServerModule",
      "HTTPClient/HTTPClientModule", "HTTPServer/HTTPServerModule", "TestSupport/TestSupportModule",
    ].map {
      SourceFile(path: "Sources/Notes/\($0).swift", text: "")
    }
    #expect(
      Rules.modules(.lawful, files: files) == [
        "NotesFiles has no Sources/Notes/Files/FilesModule.swift",
        "NotesPersistence has no Sources/Notes/Persistence/PersistenceModule.swift",
        "NotesPostgres has no Sources/Notes/Postgres/PostgresModule.swift",
        "NotesTestSupport has no Tests/Support/TestSupport/FakesModule.swift",
      ])
  }

  @Test(arguments: [
    ("final class A: @unchecked Sendable {}", "@unchecked"),
    ("nonisolated(unsafe) var a = 1", "(unsafe)"),
    ("unowned(unsafe) let a: A", "(unsafe)"),
    ("@unsafe struct A {}", "@unsafe"),
    ("let a = unsafeBitCast(b, to: Int.self)", "unsafeBitCast"),
    ("a.withUnsafeBytes { $0.count }", "withUnsafeBytes"),
    ("var a: UnsafeMutablePointer<Int>", "UnsafeMutablePointer"),
  ])
  func `an escape from the compiler's checks is found`(line: String, escape: String) {
    let file = SourceFile(path: "Sources/Wiring/A.swift", text: "// @unchecked is fine here\n\(line)\n")
    #expect(Rules.escapes(in: [file], allowed: []) == ["Sources/Wiring/A.swift:2 uses \(escape)"])
    #expect(Rules.escapes(in: [file], allowed: ["Sources/Wiring/A.swift"]) == [])
  }

  @Test func `a file that may use escapes and has none is found`() {
    let file = SourceFile(path: "Sources/Wiring/A.swift", text: "let unsafe = 1 // nonisolated(unsafe)")
    #expect(
      Rules.escapes(in: [file], allowed: [file.path]) == ["Sources/Wiring/A.swift may use escapes, but has none"])
  }

  @Test(arguments: [
    ("let next = Revision(head.number + 1)", true), ("let rest = 5 - page.head.number", true),
    ("total += Int(item.revision.number)", false), ("if batch.number - 1 == last {", true),
    ("state.number += 1", true), ("writer.add(\"number - 1\", head.number)", false),
    ("let all = head.number // - 1", false), ("return left.number < right.number", false),
  ])
  func `arithmetic with a number from outside is found`(line: String, isFound: Bool) {
    let file = SourceFile(path: "Sources/Notes/Sync/A.swift", text: line)
    let found = Rules.arithmetic(in: [file], allowed: [])
    #expect(found == (isFound ? ["Sources/Notes/Sync/A.swift:1 computes with a number from outside"] : []))
    #expect(Rules.arithmetic(in: [file], allowed: [file.path]) == [])
  }

  @Test func `a file that is too long is found, and one at the limit is not`() {
    let files = [399, 400, 401].map { SourceFile(path: "\($0).swift", text: String(repeating: "\n", count: $0)) }
    #expect(Rules.length(of: files) == ["401.swift has more than 400 lines"])
  }

  @Test(arguments: [
    "[![CI](https://example.com/ci.svg)](https://example.com)", "![version](https://img.shields.io/v/1)",
    "![b](a/badge.svg)",
  ])
  func `a badge is found`(badge: String) {
    #expect(
      Rules.badges(in: SourceFile(path: "README.md", text: "# A\n\(badge)\n")) == ["README.md has a badge: \(badge)"])
  }

  @Test func `a picture in the README is no badge`() {
    #expect(Rules.badges(in: SourceFile(path: "README.md", text: "![The object graph](docs/graph.svg)")) == [])
  }
}
