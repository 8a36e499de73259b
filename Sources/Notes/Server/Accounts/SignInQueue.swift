import NotesDomain
import Synchronization

/// The queue in front of the password hasher: one password is verified at a time, since each takes 128 MB and about a second.
///
/// Some clients that keep trying must not keep all others out, be their passwords wrong or right. So attempts from where the
/// account is known and other attempts take turns. Of each of the two, the next is the one with the fewest recent attempts of
/// its network, its address and its account, then the one that waits longest. When the queue is full, the attempt that would
/// be last is turned away: a new one, or one that waits. Those count as attempts of their network, too.
final class SignInQueue: Sendable {
  private struct Waiting {
    let origin: SignInOrigin
    let ticket: Int
    /// Resumed with whether it is the attempt's turn.
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isBusy = false
    /// Whether the last turn was an attempt's from where its account is known.
    var wasKnown = false
    var tickets = 0
    var waiting: [Waiting] = []
  }

  private let limits: RateLimits
  private let maximumWaiting: Int
  private let retryAfter: Duration
  private let state = Mutex(State())

  init(limits: RateLimits, settings: AccountSettings) {
    self.limits = limits
    maximumWaiting = settings.maximumWaiting
    retryAfter = settings.retryAfterWaiting
  }

  /// The number of attempts that wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs a function when it is the turn of an attempt.
  ///
  /// - Throws: ``AccountError/rateLimited(retryAfter:)`` when the attempt is turned away; ``AccountError/abandoned`` when its
  ///   task was cancelled before its turn; errors of the function.
  func run<Value>(_ origin: SignInOrigin, _ body: () async throws -> Value) async throws -> Value {
    guard await isTurn(of: origin) else {
      throw Task.isCancelled ? AccountError.abandoned : AccountError.rateLimited(retryAfter: retryAfter)
    }
    defer { next() }
    limits.countTurn(of: origin)
    return try await body()
  }

  /// Waits for the turn of an attempt. Returns `false` when it is turned away, or its task is cancelled.
  private func isTurn(of origin: SignInOrigin) async -> Bool {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Resumed without the lock.
        let decided = state.withLock { state -> (continuation: CheckedContinuation<Bool, Never>, isTurn: Bool)? in
          if Task.isCancelled { return (continuation, false) }
          guard state.isBusy else {
            state.isBusy = true
            state.wasKnown = origin.isKnown
            return (continuation, true)
          }
          state.waiting.append(Waiting(origin: origin, ticket: ticket, continuation: continuation))
          guard state.waiting.count > maximumWaiting, let last = order(state).last else { return nil }
          return (state.waiting.remove(at: last).continuation, false)
        }
        decided?.continuation.resume(returning: decided?.isTurn == true)
        // After it waits, since leaving earlier would go unnoticed.
        if Task.isCancelled { leave(ticket) }
      }
    } onCancel: {
      leave(ticket)
    }
  }

  /// Turns an attempt away that waits. Does nothing if it does not.
  private func leave(_ ticket: Int) {
    let left = state.withLock { state -> Waiting? in
      guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return state.waiting.remove(at: index)
    }
    left?.continuation.resume(returning: false)
  }

  private func next() {
    let first = state.withLock { state -> Waiting? in
      guard let first = order(state).first else {
        state.isBusy = false
        return nil
      }
      state.wasKnown = state.waiting[first].origin.isKnown
      return state.waiting.remove(at: first)
    }
    first?.continuation.resume(returning: true)
  }

  /// Returns the indices of the attempts that wait, in the order of their turns.
  private func order(_ state: State) -> [Int] {
    let ranks = state.waiting.map { (attempts: limits.recentAttempts(of: $0.origin), ticket: $0.ticket) }
    func ranked(isKnown: Bool) -> [Int] {
      ranks.indices.filter { state.waiting[$0].origin.isKnown == isKnown }.sorted { ranks[$0] < ranks[$1] }
    }
    let (next, others) = (ranked(isKnown: !state.wasKnown), ranked(isKnown: state.wasKnown))
    return ranks.indices.flatMap { next.dropFirst($0).prefix(1) + others.dropFirst($0).prefix(1) }
  }
}

/// The origin of an attempt with a password, as the limits and the queue see it.
struct SignInOrigin: Sendable, Hashable {
  /// The name under which failed attempts at the account's password are limited.
  let account: String
  /// The name under which the account's recent attempts are counted for its place in the queue: all its devices have one.
  let owner: String
  /// The client's address; for IPv6 the network /64 of a subscriber.
  let address: String
  /// The network of the address: /24, for IPv6 /48, which a customer of a provider gets at most.
  let network: String
  /// Whether a device of the account was seen in the network.
  let isKnown: Bool
}

/// The networks in which the devices of accounts were seen since the server started.
///
/// A bounded memory: those that were not used for longest are forgotten.
final class KnownNetworks: Sendable {
  private struct AccountNetwork: Hashable {
    let account: AccountName
    let network: String
  }

  private struct State {
    /// The number of the last request of each.
    var numbers: [AccountNetwork: Int] = [:]
    var requests = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(settings: AccountSettings) { limit = max(1, settings.maximumRemembered) }

  /// Notes a request of a signed-in device of an account.
  func note(_ account: AccountName, at peer: String) {
    let entry = AccountNetwork(account: account, network: RateLimitKey.network(of: peer))
    state.withLock { state in
      state.requests += 1
      state.numbers[entry] = state.requests
      guard state.numbers.count > limit else { return }
      // Removes a tenth at once, so that the sort is rare.
      for (oldest, _) in state.numbers.sorted(by: { $0.value < $1.value }).prefix(max(1, limit / 10)) {
        state.numbers[oldest] = nil
      }
    }
  }

  /// Returns whether a device of an account was seen in the network of an address.
  func contains(_ account: AccountName, at peer: String) -> Bool {
    let entry = AccountNetwork(account: account, network: RateLimitKey.network(of: peer))
    return state.withLock { $0.numbers[entry] != nil }
  }
}
