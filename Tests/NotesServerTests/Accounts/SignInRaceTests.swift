import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

/// What happens while a password is being looked at, which takes a second.
@Suite("While a password is looked at") struct SignInRaceTests {
  private let parts = AccountParts()
  private let right = "correct horse"

  private func add() async throws {
    _ = try await parts.make().administration.add(.of("ada"), password: .of(right))
  }

  @Test func `an operator who sets another password keeps the old one's owner out`() async throws {
    try await add()
    let operators = try await parts.make().administration
    let hasher = InterruptedHasher(parts.fakes.hasher) {
      try await operators.setPassword(of: .of("ada"), to: .of("another horse"))
    }
    let root = try await parts.make(hasher: hasher)
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", right), from: "p") }
    #expect(try await root.administration.accounts().map(\.devices) == [[]])
  }

  @Test func `a renewed hash does not undo another password`() async throws {
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

  @Test func `two devices that renew a hash at once both get in`() async throws {
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

  @Test func `an account that is removed gets no device`() async throws {
    try await add()
    let operators = try await parts.make().administration
    let hasher = InterruptedHasher(parts.fakes.hasher) { try await operators.remove(.of("ada")) }
    let root = try await parts.make(hasher: hasher)
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", right), from: "p") }
  }

  @Test func `who comes while too many wait is sent away, and the others are not`() async throws {
    try await add()
    var settings = AccountSettings()
    settings.maximumWaiting = 1
    let (box, retryAfter) = (ServiceBox(), settings.retryAfterWaiting)
    let hasher = InterruptedHasher(parts.fakes.hasher) { [right] in
      let refusal = await #expect(throws: AccountError.self) {
        try await box.service?.signIn(.of("ada", right), from: "q")
      }
      #expect(refusal == .rateLimited(retryAfter: retryAfter))
    }
    let root = try await parts.make(settings, hasher: hasher)
    box.service = root.service
    _ = try await root.service.signIn(.of("ada", right), from: "p")
    _ = try await root.service.signIn(.of("ada", right), from: "p")
  }
}
