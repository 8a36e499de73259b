import NotesDomain
import NotesHosting
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@testable import NotesPostgres

/// The same contracts through pgbouncer, which gives each transaction another connection, and drops the options of addresses.
@Suite("A server's store behind a pooler") struct PostgresPoolerTests {
  private let test: TestDatabase

  init() async throws { test = try await TestDatabase.pooled() }

  @Test("Fulfills the contract of the store", arguments: ServerStoreContract.clauses)
  func storeContract(_ clause: ServerStoreContract.Clause) async throws {
    try await clause.check(test.store)
  }

  @Test("Fulfills the contract of accounts", arguments: AccountStoreContract.clauses)
  func accountContract(_ clause: AccountStoreContract.Clause) async throws {
    try await clause.check(
      AccountStoreContract.Subject(accounts: PostgresAccountStore(database: test.database), vaults: test.store))
  }

  @Test("Fulfills the contract of messages, which arrive beside the pooler", arguments: NodeMessengerContract.clauses)
  func messengerContract(_ clause: NodeMessengerContract.Clause) async throws {
    let nodes = try [test, test.node()].enumerated().map { index, node in
      PostgresMessenger(database: node.database, randomness: SeededRandomness(seed: UInt64(index) + 1))
    }
    try await clause.check(NodeMessengerContract.Subject(first: nodes[0], second: nodes[1]))
  }

  @Test("A server over it fulfills the contract of sync", arguments: SyncServiceContract.clauses)
  func syncContract(_ clause: SyncServiceContract.Clause) async throws {
    let services = try Plan(Services.self, modules: [ServerModule(), Ports(store: test.store)]).build().root
    try await clause.check(
      SyncServiceContract.Subject(service: services.sync, administration: services.administration))
  }

  @Test func `every transaction and every single statement has the settings`() async throws {
    let query =
      "SELECT array_to_string(ARRAY["
      + PostgresAddress.settings.map { "current_setting('\($0.0)')" }
      .joined(separator: ", ") + "], ' ')"
    let expected = PostgresAddress.settings.map(\.1).joined(separator: " ")
    for _ in 1...3 {
      #expect(try await test.database.query { try $0.first(query) { $0.text(0) } } == expected)
      #expect(try await test.database.write { try $0.first(query) { $0.text(0) } } == expected)
      let read = try await test.store.read(.main, prefetching: ServerPrefetch()) { _ in true }
      #expect(read)
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a node that listens through a pooler says that messages do not arrive`()
    async throws
  {
    // Given
    let clock = ManualClock { _ in true }
    let node = try TestDatabase(address: test.address, clock: clock)
    let messenger = PostgresMessenger(database: node.database, randomness: SeededRandomness())
    var messages = messenger.messages().makeAsyncIterator()
    #expect(await messages.next() == .gap)
    var events = node.database.events().filter { $0 != .openToAllRoles }.makeAsyncIterator()
    #expect(await events.next() == .listening)
    // When
    await clock.waitForSleeper()
    clock.advance(by: PostgresMessenger.arrivalLimit)
    // Then
    #expect(await events.next() == .messagesMissing)
  }

  @Test func `options of the address that the pooler drops are an error`() {
    let error = #expect(throws: StoreError.self) {
      try TestDatabase(address: test.address + "&options=-csearch_path%3Dnotes")
    }
    guard case .cannotCreate(_, let reason) = error, reason.contains("ALTER ROLE") else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a batch of 100 notes takes as many round trips as without the pooler`() async throws {
    var prefetch = ServerPrefetch()
    prefetch.items = (1...100).map { SequentialNoteIDGenerator.id($0) }
    func push() async throws {
      try await test.store.write(.main, prefetching: prefetch) { transaction in
        var state = try transaction.state() ?? VaultState(epochs: [])
        let items = (1...100).map { (number: UInt64) -> VaultItem in
          state.head = state.head.next
          return VaultItem(id: SequentialNoteIDGenerator.id(number), revision: state.head, payload: [1])
        }
        try transaction.save(items)
        try transaction.save(state: state)
      }
    }
    try await push()
    let before = test.database.pool.use.trips
    try await push()
    #expect(test.database.pool.use.trips - before == 2)
  }

  private struct Services: Sendable {
    let sync: any SyncService
    let administration: any VaultAdministration
  }

  private struct Ports: Module {
    let store: any ServerStore

    func configure(_ binder: inout Binder) {
      binder.bind((any ServerStore).self, to: store)
      binder.bind((any Randomness).self, to: SeededRandomness())
      binder.bind((any WallClock).self, to: FixedClock())
      binder.bind(Services.init)
    }
  }
}
