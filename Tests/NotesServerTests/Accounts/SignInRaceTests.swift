import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

/// Events during the verification of a password, which takes a second.
@Suite("Races with the verification of a password") struct SignInRaceTests {
  private let parts = AccountParts()
  private let right = "correct horse"

  private func add() async throws {
    _ = try await parts.make().administration.add(.of("ada"), password: .of(right))
  }

  @Test func `a new password invalidates a sign-in with the old one`() async throws {
    try await add()
    let operators = try await parts.make().administration
    let hasher = InterruptedHasher(parts.fakes.hasher) {
      try await operators.setPassword(of: .of("ada"), to: .of("another horse"))
    }
    let root = try await parts.make(hasher: hasher)
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", right), from: "p") }
    #expect(try await root.administration.accounts().map(\.devices) == [[]])
  }

  @Test func `renewing a hash does not undo a new password`() async throws {
    try await add()
    parts.fakes.hasher.generation = 2
    let operators = try await parts.make().administration
    let hasher = InterruptedHasher(parts.fakes.hasher) {
      try await operators.setPassword(of: .of("ada"), to: .of("another horse"))
    }
    let root = try await parts.make(hasher: hasher)
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", right), from: "p") }
    _ = try await root.service.signIn(.of("ada", "another horse"), from: "p")
  }

  @Test func `two devices that renew a hash at the same time are both signed in`() async throws {
    try await add()
    parts.fakes.hasher.generation = 2
    let other = try await parts.make()
    let hasher = InterruptedHasher(parts.fakes.hasher) { [right] in
      _ = try await other.service.signIn(.of("ada", right, label: "phone"), from: "q")
    }
    let root = try await parts.make(hasher: hasher)
    _ = try await root.service.signIn(.of("ada", right), from: "p")
    #expect(Set(try await root.administration.accounts()[0].devices.map(\.label)) == ["laptop", "phone"])
  }

  @Test func `a removed account gets no device`() async throws {
    try await add()
    let operators = try await parts.make().administration
    let hasher = InterruptedHasher(parts.fakes.hasher) { try await operators.remove(.of("ada")) }
    let root = try await parts.make(hasher: hasher)
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", right), from: "p") }
  }
}
