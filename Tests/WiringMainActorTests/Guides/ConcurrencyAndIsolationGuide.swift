import Observation
import Testing
import Wiring

@Suite("Guide: an app on the main actor")
struct ConcurrencyAndIsolationGuide {
  // guide: app
  protocol Router {
    func push(_ screen: String)
  }

  class StackRouter: Router {
    var stack: [String] = []
    func push(_ screen: String) { stack.append(screen) }
  }

  @Observable class ListModel {
    let router: any Router
    init(router: any Router) { self.router = router }
    func show(_ id: Int) { router.push("detail \(id)") }
  }

  struct AppModule: MainActorModule {
    func configure(_ binder: inout MainActorBinder) {
      binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
      binder.bind(ListModel.init)
    }
  }
  // end

  @Test func app() throws {
    // guide: use of the app
    let graph = try Plan(ListModel.self, modules: [AppModule()]).buildOnMainActor()
    graph.root.show(1)
    // end
    #expect(try graph.resolveOnMainActor(ListModel.self).router as? StackRouter === graph.root.router as? StackRouter)
  }

  // guide: worker
  nonisolated final class Indexer: Sendable {
    let list: @MainActor () throws -> ListModel
    init(list: @escaping @MainActor () throws -> ListModel) { self.list = list }
    func finish() async throws { try await MainActor.run { try list().show(2) } }
  }
  // end

  @Test func worker() async throws {
    // guide: use of the worker
    let modules: [any Module] = [AppModule(), Bindings { binder in binder.bind(Indexer.init) }]
    let indexer = try Plan(Indexer.self, modules: modules).build().root
    try await indexer.finish()
    // end
  }
}
