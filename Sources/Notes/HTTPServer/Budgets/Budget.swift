import CoreMetrics
import NotesDomain
import Synchronization

/// A resource that requests and connections take and give back, with a share for each owner and a limit for all.
///
/// ```swift
/// guard let lease = await budget.lease(bytes, for: .account(account), waitingAtMost: .seconds(10)) else { … }
/// defer { lease.release() }
/// ```
///
/// Requests that wait have fair turns: the owner that has the least of the resource is the next, and among its requests
/// the one that has waited longest. Turns are of no use while those who have much give nothing back, so that a resource may
/// have a reserve: owners with more than a modest amount leave it free, all of them together.
final class Budget: Sendable {
  /// An owner of a share.
  enum Owner: Sendable, Hashable {
    case account(AccountName)
    /// A network without a token; see ``PeerNetworks``.
    case address([UInt8])
    /// A proxy, whose clients have no addresses of their own.
    case proxy
  }

  /// The limits of a resource, in its unit.
  struct Limits: Sendable, Hashable {
    /// The limit of all owners together.
    var host: Int
    var account = 0
    var address = 0
    /// The limit of all addresses together.
    var addresses = 0
    var proxy = 0
    /// The part of the host's limit that owners with more than ``modest`` cannot take.
    var reserve = 0
    /// The most that an owner of the reserve has, in all.
    var modest = 0
  }

  private struct Waiter {
    let number: Int
    let amount: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Share {
    var used = 0
    var waiting: [Waiter] = []
  }

  private struct State {
    var used = 0
    var usedByAddresses = 0
    /// The amount that owners with more than a modest one have in all.
    var usedByLarge = 0
    var shares: [Owner: Share] = [:]
    /// The owners with waiting requests.
    var queue: [Owner] = []
    var next = 0
  }

  let limits: Limits
  private let clock: any Clock<Duration>
  private let metrics: BudgetMetrics
  private let state = Mutex(State())

  init(_ limits: Limits, clock: any Clock<Duration>, metrics: BudgetMetrics = .none) {
    self.limits = limits
    self.clock = clock
    self.metrics = metrics
    metrics.limit.set(limits.host)
  }

  /// The amount that is in use.
  var used: Int { state.withLock { $0.used } }

  /// The number of requests that wait.
  var waitingCount: Int { state.withLock { $0.shares.values.reduce(0) { $0 + $1.waiting.count } } }

  /// Takes an amount at once.
  ///
  /// - Returns: `nil` if the owner's share or the limit of all is spent.
  func lease(_ amount: Int, for owner: Owner) -> BudgetLease? {
    guard take(amount, for: owner) else {
      metrics.refused.increment()
      return nil
    }
    return BudgetLease(amount, of: self, owner: owner)
  }

  /// Takes an amount, after those who wait and have less.
  ///
  /// - Returns: `nil` if it was not free in time, or if the task was cancelled.
  func lease(_ amount: Int, for owner: Owner, waitingAtMost timeout: Duration) async -> BudgetLease? {
    if takeUncontended(amount, for: owner) { return BudgetLease(amount, of: self, owner: owner) }
    // Otherwise it would wait for what never comes.
    guard amount <= limit(of: owner), await wait(for: amount, of: owner, atMost: timeout) else {
      metrics.refused.increment()
      return nil
    }
    return BudgetLease(amount, of: self, owner: owner)
  }

  /// Returns whether an amount is within the owner's own limit, so that it would be free if others had less.
  func isWithinShare(_ amount: Int, of owner: Owner) -> Bool {
    amount <= limit(of: owner) - state.withLock { $0.shares[owner]?.used ?? 0 }
  }

  // MARK: Shares

  fileprivate func limit(of owner: Owner) -> Int {
    let host = min(limits.host, max(limits.modest, limits.host - limits.reserve))
    return switch owner {
    case .account: min(limits.account, host)
    case .address: min(limits.address, limits.addresses, host)
    case .proxy: min(limits.proxy, host)
    }
  }

  /// Takes an amount, even if others wait.
  fileprivate func take(_ amount: Int, for owner: Owner) -> Bool {
    let isTaken = state.withLock { state in take(amount, for: owner, in: &state) }
    if isTaken { metrics.used.increment(by: Double(amount)) }
    return isTaken
  }

  private func takeUncontended(_ amount: Int, for owner: Owner) -> Bool {
    let isTaken = state.withLock { state in state.queue.isEmpty && take(amount, for: owner, in: &state) }
    if isTaken { metrics.used.increment(by: Double(amount)) }
    return isTaken
  }

  private func take(_ amount: Int, for owner: Owner, in state: inout State) -> Bool {
    guard hasShare(amount, for: owner, in: state), leavesReserve(amount, for: owner, in: state),
      amount <= limits.host - state.used
    else { return false }
    change(owner, by: amount, in: &state)
    return true
  }

  /// Returns whether an amount is within the owner's limits, though not necessarily free.
  private func hasShare(_ amount: Int, for owner: Owner, in state: State) -> Bool {
    if case .address = owner, amount > limits.addresses - state.usedByAddresses { return false }
    return amount <= limit(of: owner) - (state.shares[owner]?.used ?? 0)
  }

  /// Returns whether the reserve stays free for others, or the owner is one of those whom it is for.
  private func leavesReserve(_ amount: Int, for owner: Owner, in state: State) -> Bool {
    let used = state.shares[owner]?.used ?? 0
    let next = large(used + amount)
    return next == 0 || state.usedByLarge - large(used) + next <= limits.host - limits.reserve
  }

  /// Returns what counts against the reserve of an amount that an owner has: nothing of a modest one.
  private func large(_ used: Int) -> Int { used > limits.modest ? used : 0 }

  /// Changes what an owner has.
  private func change(_ owner: Owner, by amount: Int, in state: inout State) {
    let used = state.shares[owner]?.used ?? 0
    state.used += amount
    if case .address = owner { state.usedByAddresses += amount }
    state.usedByLarge += large(used + amount) - large(used)
    state.shares[owner, default: Share()].used = used + amount
    forget(owner, in: &state)
  }

  /// Gives an amount back, and the freed amounts to those who wait.
  fileprivate func giveBack(_ amount: Int, of owner: Owner) {
    guard amount > 0 else { return }
    let served = state.withLock { state in
      change(owner, by: -amount, in: &state)
      return state.queue.isEmpty ? [] : serve(&state)
    }
    metrics.used.decrement(by: Double(amount))
    resume(served)
  }

  private func forget(_ owner: Owner, in state: inout State) {
    if let share = state.shares[owner], share.used == 0, share.waiting.isEmpty { state.shares[owner] = nil }
  }

  // MARK: Turns

  private func wait(for amount: Int, of owner: Owner, atMost timeout: Duration) async -> Bool {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    var alarm: Task<Void, Never>?
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let served = state.withLock { state in
          let waiter = Waiter(number: number, amount: amount, continuation: continuation)
          if state.shares[owner, default: Share()].waiting.isEmpty { state.queue.append(owner) }
          state.shares[owner, default: Share()].waiting.append(waiter)
          return serve(&state)
        }
        resume(served)
        // After it waits, since giving up earlier would go unnoticed.
        if Task.isCancelled { giveUp(number, owner) }
        alarm = Task { [clock] in
          guard (try? await clock.sleep(for: timeout)) != nil else { return }
          giveUp(number, owner)
        }
      }
    } onCancel: {
      giveUp(number, owner)
    }
    alarm?.cancel()
    return isTaken
  }

  /// Takes what is free for those who wait, in their order.
  private func serve(_ state: inout State) -> [Waiter] {
    var served: [Waiter] = []
    while let owner = nextOwner(in: state), let waiter = state.shares[owner]?.waiting.first,
      take(waiter.amount, for: owner, in: &state)
    {
      remove(waiter.number, of: owner, in: &state)
      served.append(waiter)
    }
    return served
  }

  /// Returns the owner that has the least of those whose first request is within their limits. If it is not free yet, the
  /// others wait as well: otherwise small requests would delay a large one for ever. Those whom the reserve is for do not wait
  /// for it as long as they have no more than the reserve in all, which a large one never gets.
  private func nextOwner(in state: State) -> Owner? {
    var best: (owner: Owner, used: Int, mayBePassed: Bool)?
    var modest: (owner: Owner, used: Int)?
    let reserve = limits.reserve - (state.used - state.usedByLarge)
    let free = limits.host - state.used
    for owner in state.queue {
      guard let share = state.shares[owner], let first = share.waiting.first,
        hasShare(first.amount, for: owner, in: state)
      else { continue }
      if share.used < best?.used ?? .max {
        let isFree = first.amount <= free && leavesReserve(first.amount, for: owner, in: state)
        best = (owner, share.used, !isFree && large(share.used + first.amount) > 0)
      }
      if large(share.used + first.amount) == 0, first.amount <= min(reserve, free), share.used < modest?.used ?? .max {
        modest = (owner, share.used)
      }
    }
    guard best?.mayBePassed == true else { return best?.owner }
    return modest?.owner ?? best?.owner
  }

  private func giveUp(_ number: Int, _ owner: Owner) {
    let (waiter, served) = state.withLock { state in
      let waiter = remove(number, of: owner, in: &state)
      forget(owner, in: &state)
      // Those behind it may need less.
      return (waiter, waiter == nil ? [] : serve(&state))
    }
    waiter?.continuation.resume(returning: false)
    resume(served)
  }

  @discardableResult
  private func remove(_ number: Int, of owner: Owner, in state: inout State) -> Waiter? {
    guard let index = state.shares[owner]?.waiting.firstIndex(where: { $0.number == number }) else { return nil }
    let waiter = state.shares[owner]?.waiting.remove(at: index)
    if state.shares[owner]?.waiting.isEmpty == true { state.queue.removeAll { $0 == owner } }
    return waiter
  }

  /// Resumes tasks, outside of the lock.
  private func resume(_ served: [Waiter]) {
    for waiter in served {
      metrics.used.increment(by: Double(waiter.amount))
      waiter.continuation.resume(returning: true)
    }
  }
}

/// An amount of a ``Budget`` that is in use until it is released, at the latest with the last reference to the lease.
final class BudgetLease: Sendable {
  private let budget: Budget
  private let state: Mutex<(amount: Int, owner: Budget.Owner)>

  fileprivate init(_ amount: Int, of budget: Budget, owner: Budget.Owner) {
    self.budget = budget
    state = Mutex((amount, owner))
  }

  deinit { release() }

  /// Gives everything back. Idempotent.
  func release() {
    let (amount, owner) = state.withLock { state in
      defer { state.amount = 0 }
      return state
    }
    budget.giveBack(amount, of: owner)
  }

  /// Changes the amount.
  ///
  /// - Returns: Whether it is at least as large as requested. It always is if it shrinks.
  func resize(to amount: Int) -> Bool {
    let (surplus, owner, isEnough) = state.withLock { state in
      let missing = amount - state.amount
      if missing > 0, !budget.take(missing, for: state.owner) { return (0, state.owner, false) }
      state.amount = amount
      return (-missing, state.owner, true)
    }
    budget.giveBack(surplus, of: owner)
    return isEnough
  }

  /// Takes what is missing to an amount, after those who wait and have less.
  ///
  /// - Returns: Whether it was free in time. Otherwise nothing changes.
  func grow(to amount: Int, waitingAtMost timeout: Duration) async -> Bool {
    let (present, owner) = state.withLock { $0 }
    guard amount > present else { return true }
    // Otherwise it would wait for what never comes.
    guard amount <= budget.limit(of: owner),
      let missing = await budget.lease(amount - present, for: owner, waitingAtMost: timeout)
    else { return false }
    return state.withLock { state in
      guard state.owner == owner else { return false }
      state.amount += missing.handOver()
      return true
    }
  }

  /// Gives the amount to the caller, who is going to give it back.
  private func handOver() -> Int {
    state.withLock { state in
      defer { state.amount = 0 }
      return state.amount
    }
  }

  /// Takes the same amount for another owner instead.
  ///
  /// - Returns: Whether the other owner had it. Otherwise nothing changes.
  func transfer(to owner: Budget.Owner) -> Bool {
    let previous = state.withLock { state -> (amount: Int, owner: Budget.Owner)? in
      guard budget.exchange(state.amount, from: state.owner, to: owner) else { return nil }
      defer { state.owner = owner }
      return state
    }
    return previous != nil
  }
}

extension Budget {
  /// Moves an amount from one owner to another.
  fileprivate func exchange(_ amount: Int, from owner: Owner, to other: Owner) -> Bool {
    guard owner != other else { return true }
    let (isMoved, served) = state.withLock { state -> (Bool, [Waiter]) in
      guard hasShare(amount, for: other, in: state) else { return (false, []) }
      change(owner, by: -amount, in: &state)
      guard take(amount, for: other, in: &state) else {
        change(owner, by: amount, in: &state)
        return (false, [])
      }
      return (true, state.queue.isEmpty ? [] : serve(&state))
    }
    if !isMoved { metrics.refused.increment() }
    resume(served)
    return isMoved
  }
}

/// The metrics of a budget.
struct BudgetMetrics: Sendable {
  let used: Meter
  let limit: Meter
  /// The requests and connections for which the budget was spent.
  let refused: Counter

  /// Metrics that are not recorded.
  static let none = BudgetMetrics("none", factory: NOOPMetricsHandler.instance)

  init(_ name: String, factory: any MetricsFactory) {
    let dimensions = [("budget", name)]
    used = Meter(label: "notes_budget_used", dimensions: dimensions, factory: factory)
    limit = Meter(label: "notes_budget_limit", dimensions: dimensions, factory: factory)
    refused = Counter(label: "notes_budget_refused_total", dimensions: dimensions, factory: factory)
  }
}
