import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct BudgetTests {
  private let ada: Budget.Owner
  private let eve: Budget.Owner

  init() throws {
    ada = .account(try #require(AccountName("ada")))
    eve = .account(try #require(AccountName("eve")))
  }

  private func budget(_ host: Int, account: Int, clock: ManualClock = ManualClock { _ in true }) -> Budget {
    Budget(Budget.Limits(host: host, account: account, address: 2, addresses: 3), clock: clock)
  }

  /// Waits for an amount in a task, and returns once it waits.
  private func wait(
    _ budget: Budget, _ amount: Int, for owner: Budget.Owner
  ) async -> Task<BudgetLease?, Never> {
    let waiting = budget.waitingCount
    let task = Task { await budget.lease(amount, for: owner, waitingAtMost: .seconds(5)) }
    while budget.waitingCount == waiting { await Task.yield() }
    return task
  }

  @Test func `an owner has its share, and all owners have the limit of the host`() {
    // Given
    let budget = budget(10, account: 6)
    // When
    let first = budget.lease(6, for: ada)
    // Then
    #expect(budget.lease(1, for: ada) == nil)
    #expect(budget.lease(5, for: eve) == nil)
    let second = budget.lease(4, for: eve)
    #expect(second != nil && budget.used == 10)
    first?.release()
    first?.release()
    #expect(budget.used == 4)
  }

  @Test func `addresses share a limit of their own`() {
    let budget = budget(10, account: 6)
    let leases = [[1], [2]].map { budget.lease(1, for: .address($0)) } + [budget.lease(1, for: .address([1]))]
    #expect(leases.allSatisfy { $0 != nil })
    #expect(budget.lease(1, for: .address([3])) == nil)
    #expect(budget.lease(1, for: ada) != nil)
  }

  @Test func `a lease that is forgotten is given back`() {
    let budget = budget(10, account: 6)
    #expect(budget.lease(6, for: ada) != nil)
    #expect(budget.used == 0)
  }

  @Test func `a lease shrinks always, and grows within the share`() throws {
    let budget = budget(10, account: 6)
    let lease = try #require(budget.lease(4, for: ada))
    #expect(!lease.resize(to: 7) && budget.used == 4)
    #expect(lease.resize(to: 6) && budget.used == 6)
    #expect(lease.resize(to: 1) && budget.used == 1)
  }

  @Test func `a lease moves to another owner if that one has a share left`() throws {
    // Given
    let budget = budget(10, account: 1)
    let lease = try #require(budget.lease(1, for: .address([1])))
    let other = try #require(budget.lease(1, for: .address([1])))
    // When
    let isMoved = lease.transfer(to: ada)
    // Then
    #expect(isMoved && !other.transfer(to: ada))
    #expect(budget.used == 2)
    #expect(budget.lease(1, for: .address([1])) != nil)
    lease.release()
    #expect(other.transfer(to: ada))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a request waits until its amount is free`() async throws {
    let budget = budget(10, account: 6)
    let first = try #require(budget.lease(6, for: ada))
    let second = await wait(budget, 3, for: ada)
    first.release()
    let lease = await second.value
    #expect(lease != nil && budget.used == 3)
  }

  @Test(.timeLimit(.minutes(5)))
  func `the owner that has the least is the next`() async throws {
    // Given
    let budget = budget(4, account: 4)
    let held = try #require(budget.lease(1, for: ada))
    let last = try #require(budget.lease(3, for: ada))
    let greedy = await wait(budget, 2, for: ada)
    let modest = await wait(budget, 2, for: eve)
    // When
    #expect(last.resize(to: 1))
    // Then
    let lease = await modest.value
    #expect(lease != nil && budget.waitingCount == 1)
    last.release()
    held.release()
    #expect(await greedy.value != nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a large request is not overtaken by small ones`() async throws {
    let budget = budget(4, account: 4)
    let held = try #require(budget.lease(2, for: ada))
    let large = await wait(budget, 4, for: eve)
    let small = await wait(budget, 1, for: ada)
    #expect(budget.waitingCount == 2)
    held.release()
    let lease = await large.value
    #expect(lease != nil && budget.used == 4)
    lease?.release()
    #expect(await small.value != nil)
  }

  @Test func `owners with more than a modest amount leave the reserve to the others`() throws {
    // Given
    let bob = Budget.Owner.account(try #require(AccountName("bob")))
    let budget = Budget(Budget.Limits(host: 10, account: 6, reserve: 3, modest: 2), clock: ManualClock { _ in true })
    let much = try #require(budget.lease(5, for: ada))
    // When
    let little = [eve, bob].map { budget.lease(2, for: $0) }
    // Then
    #expect(little.allSatisfy { $0 != nil } && budget.used == 9)
    #expect(budget.lease(1, for: eve) == nil)
    much.release()
    #expect(budget.lease(1, for: eve) != nil)
    for lease in little { lease?.release() }
    #expect(budget.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a large request that waits while only the reserve is free delays no modest one`() async throws {
    // Given
    let bob = Budget.Owner.account(try #require(AccountName("bob")))
    let budget = Budget(Budget.Limits(host: 10, account: 6, reserve: 3, modest: 2), clock: ManualClock { _ in true })
    let held = try #require(budget.lease(6, for: ada))
    let large = await wait(budget, 3, for: eve)
    // When
    let modest = await budget.lease(2, for: bob, waitingAtMost: .seconds(5))
    // Then
    #expect(modest != nil && budget.waitingCount == 1)
    held.release()
    let lease = await large.value
    #expect(lease != nil && budget.used == 5)
    for lease in [lease, modest] { lease?.release() }
    #expect(budget.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a modest request for which the reserve has room does not wait behind a large one`() async throws {
    // Given what several owners have beside the reserve
    let (bob, mal) = (
      Budget.Owner.account(try #require(AccountName("bob"))), Budget.Owner.account(try #require(AccountName("mal")))
    )
    let budget = Budget(Budget.Limits(host: 10, account: 6, reserve: 3, modest: 2), clock: ManualClock { _ in true })
    let held = try #require(budget.lease(2, for: mal))
    let much = try #require(budget.lease(4, for: ada))
    let large = await wait(budget, 5, for: eve)
    // When
    let modest = await budget.lease(1, for: bob, waitingAtMost: .seconds(5))
    // Then
    #expect(modest != nil)
    much.release()
    let lease = await large.value
    #expect(lease != nil)
    for lease in [lease, modest, held] { lease?.release() }
    #expect(budget.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a modest request that waits is passed by no smaller one`() async throws {
    // Given
    let bob = Budget.Owner.account(try #require(AccountName("bob")))
    let budget = Budget(Budget.Limits(host: 10, account: 9, reserve: 1, modest: 2), clock: ManualClock { _ in true })
    let held = try #require(budget.lease(9, for: ada))
    let first = await wait(budget, 2, for: eve)
    // When
    let second = await wait(budget, 1, for: bob)
    // Then
    #expect(budget.waitingCount == 2)
    held.release()
    for lease in [await first.value, await second.value] {
      #expect(lease != nil)
      lease?.release()
    }
  }

  @Test func `the largest page fits beside an account that has all the memory it can`() {
    let (host, account) = (HostBudget(), AccountBudget())
    #expect(host.responseBytes - host.reservedResponseBytes - account.responseBytes >= 28_000_128)
    #expect(host.requestBytes - host.reservedRequestBytes >= 2 * account.requestBytes)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a lease that grows waits for what is missing, and keeps what it has`() async throws {
    // Given
    let clock = ManualClock { _ in true }
    let budget = budget(10, account: 6, clock: clock)
    let lease = try #require(budget.lease(2, for: ada))
    let other = try #require(budget.lease(5, for: eve))
    #expect(await lease.grow(to: 5, waitingAtMost: .seconds(5)))
    // When
    let growth = Task { await lease.grow(to: 6, waitingAtMost: .seconds(5)) }
    while budget.waitingCount == 0 { await Task.yield() }
    await clock.waitForSleeper()
    clock.advance(by: .seconds(5))
    // Then
    #expect(await growth.value == false)
    #expect(budget.used == 10)
    let next = Task { await lease.grow(to: 6, waitingAtMost: .seconds(5)) }
    while budget.waitingCount == 0 { await Task.yield() }
    other.release()
    #expect(await next.value)
    #expect(budget.used == 6)
    #expect(await lease.grow(to: 7, waitingAtMost: .seconds(5)) == false)
    lease.release()
    #expect(budget.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a request that has waited for its time gives up`() async throws {
    // Given
    let clock = ManualClock { _ in true }
    let budget = budget(1, account: 1, clock: clock)
    let held = try #require(budget.lease(1, for: ada))
    let waiting = await wait(budget, 1, for: eve)
    // When
    await clock.waitForSleeper()
    clock.advance(by: .seconds(5))
    // Then
    #expect(await waiting.value == nil)
    #expect(budget.waitingCount == 0)
    held.release()
    #expect(budget.lease(1, for: eve) != nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a request that is cancelled does not wait`() async throws {
    let budget = budget(1, account: 1)
    let held = try #require(budget.lease(1, for: ada))
    let waiting = await wait(budget, 1, for: eve)
    waiting.cancel()
    #expect(await waiting.value == nil)
    held.release()
    #expect(budget.used == 0)
  }

  @Test func `more than a share is refused at once`() async {
    let budget = budget(10, account: 6)
    #expect(await budget.lease(7, for: ada, waitingAtMost: .seconds(5)) == nil)
  }
}
