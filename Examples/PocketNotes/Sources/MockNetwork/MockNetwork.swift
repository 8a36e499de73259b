import Core
import Synchronization

/// The way to a ``MockServer``, with what networks do: they are slow, lose requests and replies, and are gone at times.
package final class MockNetwork: NoteServer {
  private let server: MockServer
  private let clock: any Clock<Duration>
  private let state: Mutex<State>

  private struct State {
    var conditions: NetworkConditions
    var random: SeededGenerator
  }

  package init(server: MockServer, conditions: NetworkConditions, clock: any Clock<Duration>) {
    self.server = server
    self.clock = clock
    state = Mutex(State(conditions: conditions, random: SeededGenerator(seed: conditions.seed)))
  }

  /// Changes how the network behaves from now on.
  package func set(_ change: (inout NetworkConditions) -> Void) {
    state.withLock { change(&$0.conditions) }
  }

  package func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply {
    try await send { try await self.server.push(version, from: session.account) }
  }

  package func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage {
    try await send { try await self.server.versions(after: cursor, limit: limit, of: session.account) }
  }

  private func send<Reply: Sendable>(
    _ request: @Sendable () async throws -> Reply
  ) async throws(ServerError) -> Reply {
    let (latency, fate) = state.withLock { ($0.conditions.latency, $0.conditions.fate(using: &$0.random)) }
    do {
      try await clock.sleep(for: latency)
      if fate == .requestLost { throw ServerError.unreachable }
      let reply = try await request()
      if fate == .replyLost { throw ServerError.unreachable }
      return reply
    } catch {
      throw .unreachable
    }
  }
}

/// How a ``MockNetwork`` behaves.
package struct NetworkConditions: Sendable, Hashable {
  package var isOnline = true
  /// The time that a request takes.
  package var latency = Duration.zero
  /// The share of requests that are lost, and the share of replies: of 100.
  package var (lostRequests, lostReplies) = (0, 0)
  /// The seed of what is lost, so that a failing test can be repeated.
  package var seed: UInt64 = 1

  package init() {}

  enum Fate { case delivered, requestLost, replyLost }

  func fate(using random: inout SeededGenerator) -> Fate {
    guard isOnline, Int.random(in: 0..<100, using: &random) >= lostRequests else { return .requestLost }
    return Int.random(in: 0..<100, using: &random) < lostReplies ? .replyLost : .delivered
  }
}

/// The random numbers of a seed, by SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
