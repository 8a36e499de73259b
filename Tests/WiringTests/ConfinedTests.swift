import Testing
import Wiring

@Suite("Objects that are confined to the main actor")
struct ConfinedTests {
  @Test("the proxy of a protocol for any thread could leave it, and is refused")
  func proxy() {
    let error = #expect(throws: WiringError.self) {
      _ = try plan((any Exporter).self) { binder in
        binder.main.bind((any Exporter).self) { Plain() }.scoped(.singleton).lazy(LazyExporter.self)
      }
    }
    #expect(error?.problems.map(\.code) == [.isolation])
  }

  @Test("a decorator for any thread would take it away")
  func decorator() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try Plan(
        modules: [
          Bindings { binder in
            binder.main.bind(Folder.init)
            binder.decorate(Folder.self) { (folder: Folder) in folder }
          }
        ])
    }
    let problem = try #require(error?.problems.first)
    #expect(problem.code == .confined)
    #expect(problem.fixes.first == "decorate 'Folder' on the main actor, too: binder.main.decorate(…)")
  }
}

private final class Folder {}
