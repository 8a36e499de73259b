import NotesDomain
import Synchronization

/// Rings when something was changed in a vault by this process; whoever waits for that then looks what it was.
final class VaultBell: Sendable {
  private struct State {
    var next = 0
    var waiting: [VaultID: [Int: AsyncStream<Void>.Continuation]] = [:]
  }

  private let state = Mutex(State())

  /// How many wait, in all vaults.
  var listenerCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Listens to a vault, from now on: a ring before the first wait is not lost, and several at once are one.
  ///
  /// - Parameter vault: The vault.
  /// - Returns: The rings; they end when somebody ends them, or when the task that waits is cancelled.
  func listen(to vault: VaultID) -> BellTicket {
    let (rings, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.waiting[vault, default: [:]][state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.forget(number, of: vault) }
    return BellTicket(rings: rings, continuation: continuation)
  }

  /// Rings for all who listen to a vault.
  ///
  /// - Parameter vault: The vault.
  func ring(for vault: VaultID) {
    let waiting = state.withLock { $0.waiting[vault].map { Array($0.values) } ?? [] }
    for continuation in waiting { continuation.yield() }
  }

  private func forget(_ number: Int, of vault: VaultID) {
    state.withLock { state in
      _ = state.waiting[vault]?.removeValue(forKey: number)
      if state.waiting[vault]?.isEmpty == true { state.waiting[vault] = nil }
    }
  }
}

/// What somebody holds who listens to a vault.
struct BellTicket: Sendable {
  /// The rings.
  let rings: AsyncStream<Void>
  fileprivate let continuation: AsyncStream<Void>.Continuation

  fileprivate init(rings: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) {
    self.rings = rings
    self.continuation = continuation
  }

  /// Ends the rings.
  func end() { continuation.finish() }
}
