// guide: program
import Observation
import Synchronization
import Wiring

struct FeedClient: Sendable {
  var episodes: @Sendable (_ show: String) async throws -> [String]
  var subscribe: @Sendable (_ show: String) async throws -> Void

  static let live = FeedClient(episodes: { ["\($0) 1", "\($0) 2"] }, subscribe: { _ in })
  static let archive = FeedClient(episodes: { ["\($0) 0"] }, subscribe: { _ in })
}

final class PlaybackQueue: Sendable {
  private let queued = Mutex<[String]>([])
  var titles: [String] { queued.withLock { $0 } }
  func add(_ title: String) { queued.withLock { $0.append(title) } }
}

@MainActor @Observable final class EpisodeModel {
  let title: String
  private let queue: PlaybackQueue
  init(title: String, queue: PlaybackQueue) { (self.title, self.queue) = (title, queue) }
  func play() { queue.add(title) }
}

@MainActor @Observable final class ShowModel {
  private(set) var titles: [String] = []
  private(set) var episode: EpisodeModel?
  private let feed, archive: FeedClient
  private let makeEpisode: MainActorFactory<EpisodeModel, String>
  init(feed: FeedClient, archive: FeedClient, makeEpisode: MainActorFactory<EpisodeModel, String>) {
    (self.feed, self.archive, self.makeEpisode) = (feed, archive, makeEpisode)
  }
  func load(_ show: String) async throws { titles = try await archive.episodes(show) + feed.episodes(show) }
  func select(_ title: String) throws { episode = try makeEpisode(title) }
}

extension Key where Value == FeedClient { static var archive: Self { Key("archive") } }

struct FeedModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(FeedClient.self) { .live }.external("the network")
    binder.bind(FeedClient.self) { .archive }.named(.archive).external("the network")
  }
}

struct PodcastModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(PlaybackQueue.init).scoped(.singleton)
    binder.main.factory(EpisodeModel.init(title:queue:), argument: String.self)
    binder.main.bind(ShowModel.init).from(.unqualified, .archive, .unqualified)
  }
}
// end
