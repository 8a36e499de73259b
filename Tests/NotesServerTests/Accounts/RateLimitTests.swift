import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Rate limits") struct RateLimitTests {
  private let parts = AccountParts()
  private let right = "correct horse"
  private let quarter = Duration.seconds(900)

  private func fail(_ root: AccountParts.Root, _ name: String = "ada", from peer: String) async throws -> AccountError {
    try #require(
      await #expect(throws: AccountError.self) { try await root.service.signIn(.of(name, "wrong horse"), from: peer) })
  }

  @Test func `an account allows ten failed attempts in a quarter of an hour`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    for peer in 1...10 { #expect(try await fail(root, from: "192.0.2.\(peer)") == .badCredentials) }
    let work = parts.fakes.hasher.verifications
    #expect(try await fail(root, from: "192.0.2.11") == .rateLimited(retryAfter: quarter / 10))
    // Also for the right password, or the limit would reveal it.
    await #expect(throws: AccountError.rateLimited(retryAfter: quarter / 10)) {
      try await root.service.signIn(.of("ada", right), from: "192.0.2.12")
    }
    #expect(parts.fakes.hasher.verifications == work)

    parts.fakes.clock.advance(by: quarter / 10 - .milliseconds(1))
    #expect(try await fail(root, from: "192.0.2.13") == .rateLimited(retryAfter: .milliseconds(1)))
    parts.fakes.clock.advance(by: .milliseconds(1))
    _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.14")
  }

  @Test func `an attempt that could not be verified is refunded`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    parts.fakes.accountStore.failure = .locked(path: "/server")
    for _ in 1...40 { #expect(try await fail(root, from: "192.0.2.1") == .store(.locked(path: "/server"))) }
    parts.fakes.accountStore.failure = nil
    _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.1")
  }

  @Test func `guesses from elsewhere do not lock the owner out of a network where a device was seen`() async throws {
    // Given
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let token = try await root.service.signIn(.of("ada", right), from: "198.51.100.1").token
    _ = try await root.service.authenticate(token, from: "192.0.2.1")
    for peer in 1...20 { _ = try await fail(root, from: "203.0.113.\(peer)") }
    // Then
    _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.99")
    _ = try await root.service.signIn(.of("ada", right), from: "198.51.100.2")
    await #expect(throws: AccountError.self) { try await root.service.signIn(.of("ada", right), from: "233.252.0.1") }
    // Guesses are limited there, too.
    for _ in 1...10 { #expect(try await fail(root, from: "192.0.2.5") == .badCredentials) }
    #expect(try await fail(root, from: "192.0.2.6") == .rateLimited(retryAfter: quarter / 10))
  }

  @Test func `an unknown name is limited in the same way`() async throws {
    let root = try await parts.make()
    for peer in 1...10 { #expect(try await fail(root, "nobody", from: "192.0.2.\(peer)") == .badCredentials) }
    #expect(try await fail(root, "nobody", from: "192.0.2.11") == .rateLimited(retryAfter: quarter / 10))
  }

  @Test func `a peer has thirty failed attempts, and then uses up none of an account`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    for number in 1...30 { #expect(try await fail(root, "name\(number)", from: "2001:db8::1") == .badCredentials) }
    for host in 1...20 {
      #expect(try await fail(root, from: "2001:db8::\(host)") == .rateLimited(retryAfter: quarter / 30))
    }
    _ = try await root.service.signIn(.of("ada", right), from: "2001:db8:0:1::1")
  }

  @Test func `successful attempts are not limited`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    for _ in 1...50 { _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.1") }
  }

  @Test func `unknown tokens are limited by peer, and valid ones are not`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let good = try await root.service.signIn(.of("ada", right), from: "192.0.2.1").token
    let bad = DeviceToken(using: SeededRandomness(seed: 7))
    for _ in 1...100 {
      await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(bad, from: "192.0.2.1") }
    }
    await #expect(throws: AccountError.rateLimited(retryAfter: quarter / 100)) {
      try await root.service.authenticate(bad, from: "192.0.2.1")
    }
    await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(bad, from: "192.0.2.2") }
    _ = try await root.service.authenticate(good, from: "192.0.2.1")
  }
}
