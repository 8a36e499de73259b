import Testing
import Wiring

@Suite struct MainActorAppTests {
  @Test func `a screen is built with what it shares with others`() throws {
    let graph = try Plan(HomeModel.self, modules: [AppModule()]).buildOnMainActor()
    let home = graph.root

    try home.list.show(1)

    #expect(home.user.name == "Ada")
    #expect(home.list.titles == ["Rye bread"])
    #expect(home.list.detail?.recipe?.title == "Rye bread")
    #expect(home.list.detail?.plugins.map(\.name) == ["print", "share"])
    #expect((home.list.router as? StackRouter)?.stack == ["detail 1"])
  }
}
