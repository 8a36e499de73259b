// guide: test
import Testing
import Wiring
import WiringTesting

@Test(
  .wired(ShowModel.self, modules: [PodcastModule(), FeedModule()]),
  .overriding { overrides in
    overrides.modify(FeedClient.self) { client in client.episodes = { _ in ["Fake"] } }
    overrides.replace(FeedClient.self, with: FeedClient(episodes: { _ in [] }, subscribe: { _ in })).named(.archive)
  })
@MainActor func `a selected episode is queued`() async throws {
  let show = try Wired.graph.resolveOnMainActor(ShowModel.self)
  try await show.load("Swift")
  try show.select(#require(show.titles.first))
  show.episode?.play()
  #expect(try Wired.resolve(PlaybackQueue.self).titles == ["Fake"])
}
// end

@Suite @MainActor struct PodcastTests {
  @Test func `the program runs as the page shows it`() async throws {
    // guide: use
    let graph = try Plan(ShowModel.self, modules: [PodcastModule(), FeedModule()]).buildOnMainActor()
    try await graph.root.load("Swift")
    // end

    #expect(graph.root.titles == ["Swift 0", "Swift 1", "Swift 2"])
    _ = try Plan(ShowModel.self, modules: [PodcastModule(), FeedModule()], isStrict: true)
  }

  @Test func `a second graph differs in one client`() async throws {
    let graph = try Plan(ShowModel.self, modules: [PodcastModule(), FeedModule()]).buildOnMainActor()
    let offline = try graph.replacing(FeedClient.self, with: .archive)
    let show = try offline.resolveOnMainActor(ShowModel.self)

    try await show.load("Swift")
    #expect(show.titles == ["Swift 0", "Swift 0"])
  }
}
