import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesServer

@Suite("The queue of attempts with a password") struct SignInQueueTests {
  private let clock = ManualClock()
  private let known = KnownNetworks(settings: AccountSettings())
  private let limits: RateLimits
  private let queue: SignInQueue

  init() throws {
    var settings = AccountSettings()
    settings.maximumWaiting = 4
    limits = RateLimits(
      settings: settings, known: known, attempts: SoleNodeAttempts(settings: settings, clock: clock), clock: clock)
    queue = SignInQueue(limits: limits, settings: settings)
  }

  private final class Results: Sendable {
    let state = Mutex<(served: [String], refused: [String])>(([], []))
  }

  /// Sends attempts while a password is verified, each after the one before has its place.
  ///
  /// - Returns: The accounts in the order of their turns, and those that were turned away.
  private func run(_ attempts: [(name: String, peer: String)]) async throws -> (served: [String], refused: [String]) {
    let (results, queue) = (Results(), queue)
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await queue.run(limits.origin(of: .of("first"), at: "198.51.100.1")) {
        for (index, attempt) in attempts.enumerated() {
          let origin = limits.origin(of: try .of(attempt.name), at: attempt.peer)
          try? await limits.consumeAttempt(origin)
          group.addTask {
            do {
              try await queue.run(origin) { results.state.withLock { $0.served.append(attempt.name) } }
            } catch {
              #expect(error as? AccountError == .rateLimited(retryAfter: AccountSettings().retryAfterWaiting))
              results.state.withLock { $0.refused.append(attempt.name) }
            }
          }
          while queue.waitingCount + results.state.withLock({ $0.refused.count }) <= index { await Task.yield() }
        }
      }
      try await group.waitForAll()
    }
    return results.state.withLock { ($0.served, $0.refused) }
  }

  @Test func `a sign-in from an address of its own goes before those of a network that keeps guessing`() async throws {
    let guesses = (1...4).map { ("eve\($0)", "2001:db8:1:\($0)::1") }
    let (served, refused) = try await run(guesses + [("ada", "2001:db8:2::1")])
    #expect(served.first == "ada")
    #expect(refused == ["eve4"])
  }

  @Test func `a full queue turns a network away that keeps guessing`() async throws {
    let guesses = (1...40).map { ("eve\($0)", "203.0.113.\($0)") }
    let (served, refused) = try await run([("ada", "192.0.2.1")] + guesses)
    #expect(served == ["ada", "eve1", "eve2", "eve3"])
    #expect(refused.count == 37)
  }

  @Test func `attempts that are turned away count`() async throws {
    // Given
    let far = limits.origin(of: try .of("eve"), at: "203.0.113.1")
    for _ in 1...50 { try? await limits.consumeAttempt(far) }
    // When
    let (served, _) = try await run([("eve", "203.0.113.2"), ("bob", "192.0.2.1"), ("ada", "192.0.2.2")])
    // Then
    #expect(served == ["bob", "ada", "eve"])
  }

  @Test func `where the account is known, a sign-in waits for one guess at most`() async throws {
    try known.note(.of("ada"), at: "203.0.113.77")
    let guesses = (1...4).map { ("eve", "203.0.113.\($0)") }
    let (served, _) = try await run([("bob", "192.0.2.1")] + guesses + [("ada", "203.0.113.9")])
    #expect(served.prefix(2) == ["ada", "bob"])
  }

  @Test func `an account that is known keeps no sign-in from elsewhere out`() async throws {
    try known.note(.of("eve"), at: "203.0.113.1")
    let (served, refused) = try await run(
      Array(repeating: ("eve", "203.0.113.1"), count: 4) + [("bob", "192.0.2.1")])
    #expect(served == ["eve", "bob", "eve", "eve"])
    #expect(refused == ["eve"])
  }

  @Test func `an account that has the right password again and again goes after others`() async throws {
    // Given
    for (name, peer) in [("eve", "203.0.113.1"), ("ada", "192.0.2.1")] { try known.note(.of(name), at: peer) }
    let eve = limits.origin(of: try .of("eve"), at: "203.0.113.1")
    for _ in 1...40 { try await queue.run(eve) {} }
    // Ada mistyped hers.
    for _ in 1...3 { try await limits.consumeAttempt(limits.origin(of: .of("ada"), at: "192.0.2.1")) }
    // When
    let attempts = [("eve", "203.0.113.1"), ("eve", "203.0.113.1"), ("ada", "192.0.2.1")]
    // Then
    #expect(try await run(attempts).served == ["ada", "eve", "eve"])
  }

  @Test func `the devices of an account have one place in the queue`() async throws {
    func origin(_ name: String, _ device: UInt64) throws -> SignInOrigin {
      let principal = Principal(account: try .of(name), vault: .main, device: SignedInDeviceID(bits: device))
      return limits.origin(of: principal, at: "192.0.2.1")
    }
    for device in 1...20 as ClosedRange<UInt64> {
      try await queue.run(origin("eve", device)) {}
    }
    #expect(limits.recentAttempts(of: try origin("eve", 21)) == 20)
    #expect(limits.recentAttempts(of: try origin("ada", 22)) == 0)
  }

  @Test func `attempts that leave before their turn cost an account nothing of its place`() async throws {
    // Given
    let ada = limits.origin(of: try .of("ada"), at: "192.0.2.1")
    // When
    try await queue.run(limits.origin(of: .of("eve"), at: "203.0.113.1")) {
      let attempt = Task { [queue] in try await queue.run(ada) {} }
      while queue.waitingCount == 0 { await Task.yield() }
      attempt.cancel()
      await #expect(throws: AccountError.abandoned) { try await attempt.value }
    }
    // Then
    #expect(limits.recentAttempts(of: ada) == 0)
  }

  @Test func `of equal networks the one that waits longest is next`() async throws {
    let (served, refused) = try await run((1...5).map { ("name\($0)", "192.0.\($0).1") })
    #expect(served == ["name1", "name2", "name3", "name4"])
    #expect(refused == ["name5"])
  }

  @Test func `one attempt runs at a time, and an error ends its turn`() async throws {
    struct Mishap: Error {}
    let origin = limits.origin(of: try .of("ada"), at: "192.0.2.1")
    await #expect(throws: Mishap.self) { try await queue.run(origin) { throw Mishap() } }
    #expect(try await queue.run(origin) { 1 } == 1)
  }

  private final class Runs: Sendable {
    let count = Mutex(0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `an attempt that is cancelled leaves the queue`() async throws {
    // Given
    let origin = limits.origin(of: try .of("ada"), at: "192.0.2.1")
    let runs = Runs()
    try await queue.run(limits.origin(of: .of("first"), at: "198.51.100.1")) {
      let waiting = Task { [queue] in try await queue.run(origin) { runs.count.withLock { $0 += 1 } } }
      while queue.waitingCount == 0 { await Task.yield() }
      // When
      waiting.cancel()
      // Then
      await #expect(throws: AccountError.abandoned) { try await waiting.value }
      #expect(queue.waitingCount == 0)
    }
    #expect(runs.count.withLock { $0 } == 0)
    #expect(try await queue.run(origin) { 1 } == 1)
  }

  @Test func `known networks are forgotten above the limit, the oldest first`() throws {
    var settings = AccountSettings()
    settings.maximumRemembered = 20
    let known = KnownNetworks(settings: settings)
    for number in 1...100 {
      let account = try AccountName.of("name\(number)")
      known.note(account, at: "192.0.2.1")
      #expect(known.contains(account, at: "192.0.2.200"))
      #expect(!known.contains(account, at: "192.0.3.1"))
    }
    #expect(try !known.contains(.of("name1"), at: "192.0.2.1"))
  }

  @Test func `a network stays known while a device asks from there`() throws {
    // Given
    var settings = AccountSettings()
    settings.maximumRemembered = 20
    let known = KnownNetworks(settings: settings)
    let ada = try AccountName.of("ada")
    // When
    for number in 1...100 {
      known.note(ada, at: "192.0.2.1")
      known.note(try .of("name\(number)"), at: "198.51.100.1")
    }
    // Then
    #expect(known.contains(ada, at: "192.0.2.1"))
  }
}
