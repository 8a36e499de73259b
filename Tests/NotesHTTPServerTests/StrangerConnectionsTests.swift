import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesHTTPServer

struct StrangerConnectionsTests {
  private let budget = Budget(
    Budget.Limits(host: 10, account: 1, address: 10, addresses: 10), clock: ManualClock { _ in true })
  private let strangers = StrangerConnections()
  private let account: AccountName

  init() throws { account = try #require(AccountName("ada")) }

  /// Adds connections of an address, and returns their numbers and leases.
  private func add(_ count: Int, closed: ClosedConnections) throws -> [(number: Int, lease: BudgetLease)] {
    try (0..<count).map { index in
      let lease = try #require(budget.lease(1, for: .address([1])))
      return (strangers.add(lease) { closed.add(index) }, lease)
    }
  }

  @Test func `a connection becomes an account's in one step, or keeps its place among the oldest`() throws {
    // Given
    let closed = ClosedConnections()
    let connections = try add(3, closed: closed)
    // When
    let isFirstMoved = strangers.move(connections[0].number, to: account)
    let isSecondMoved = strangers.move(connections[1].number, to: account)
    // Then
    #expect(isFirstMoved && !isSecondMoved)
    strangers.closeOldest()
    #expect(closed.indices == [1] && budget.used == 2)
    connections[0].lease.release()
    #expect(!strangers.move(connections[1].number, to: account))
    #expect(strangers.move(connections[2].number, to: account))
  }
}

/// The connections that were closed, in order.
private final class ClosedConnections: Sendable {
  private let state = Mutex<[Int]>([])

  var indices: [Int] { state.withLock { $0 } }

  func add(_ index: Int) { state.withLock { $0.append(index) } }
}
