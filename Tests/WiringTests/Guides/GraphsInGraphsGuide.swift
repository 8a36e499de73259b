import Testing
import Wiring

@Suite("Guide: graphs in graphs")
struct GraphsInGraphsGuide {
  // guide: example
  final class Archive: Sendable {}

  struct Style: Sendable {
    let name: String
  }

  final class Document: Sendable {
    let archive: Archive
    let style: Style
    init(archive: Archive, style: Style) { (self.archive, self.style) = (archive, style) }
  }

  struct LibraryModule: Module {
    func configure(_ binder: inout Binder) {
      binder.bind(Archive.init).scoped(.singleton)
      binder.bind(Style.self, to: Style(name: "plain"))
    }
  }

  struct DocumentModule: Module {
    let style: Style

    func configure(_ binder: inout Binder) {
      binder.bind(Style.self, to: style)
      binder.bind(Document.init).scoped(.singleton)
    }
  }
  // end

  @Test func example() throws {
    // guide: use
    let library = try Plan(Archive.self, modules: [LibraryModule()]).build()
    let document = try library.child(Document.self, modules: [DocumentModule(style: Style(name: "ornate"))]).build()
    #expect(document.root.archive === library.root)
    #expect(document.root.style.name == "ornate")
    #expect(try library.resolve(Style.self).name == "plain")
    #expect(throws: ResolutionError.self) { try library.resolve(Document.self) }
    // end
  }
}
