import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct DoctorViewModelTests {
  private let fakes = Fakes()

  private func check(isDeep: Bool = false, usesNetwork: Bool = false) async throws -> DoctorState {
    let model = try viewModel(DoctorViewModel.self, fakes)
    await model.check(isDeep: isDeep, usesNetwork: usesNetwork)
    return model.state
  }

  @Test func `a device that is not signed in is well`() async throws {
    let state = try await check()
    #expect(state.findings == [.notSignedIn] && state.isWell && !fakes.inspector.wasDeep)
  }

  @Test func `the most severe findings come first`() async throws {
    fakes.inspector.inspection.findings = [.conflicts(1), .blockedNotes(2), .wrongIndex(.words)]
    _ = try await fakes.drafts.create(named: "Bread", text: "Rye")
    let state = try await check(isDeep: true)
    #expect(state.findings == [.wrongIndex(.words), .blockedNotes(2), .conflicts(1), .drafts(1), .notSignedIn])
    #expect(!state.isWell && fakes.inspector.wasDeep)
  }

  @Test func `credentials that cannot be used are a problem`() async throws {
    fakes.credentials.failure = .exposed(path: "/c", mode: 0o644)
    #expect(try await check().findings == [.credentials(.exposed(path: "/c", mode: 0o644))])
  }

  @Test func `a vault whose key is not here, and one that is not encrypted completely, are found`() async throws {
    var credentials = try Credentials.sample()
    try await fakes.credentials.save(credentials)
    fakes.inspector.inspection.encryptedVaults = [EncryptedVault(credentials.vault, stage: .encrypting)]
    #expect(try await check().findings == [.lockedVault])
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    try await fakes.credentials.save(credentials)
    #expect(try await check().findings == [.unfinishedSealing(.encrypting)])
  }

  @Test func `a recovery code that may not have been shown is found`() async throws {
    var credentials = try Credentials.sample()
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    try await fakes.credentials.save(credentials)
    fakes.inspector.inspection.encryptedVaults = [
      EncryptedVault(credentials.vault, stage: .complete, owesCode: true)
    ]
    #expect(try await check().findings == [.owedRecoveryCode])
  }

  @Test func `the server is asked whether another device encrypted the vault on request only`() async throws {
    try await fakes.credentials.save(.sample())
    fakes.encryption.lock(with: .sample())
    #expect(try await check().findings == [])
    #expect(try await check(usesNetwork: true).findings.contains(.lockedVault))
    fakes.inspector.inspection.contents = nil
    #expect(try await !check(usesNetwork: true).findings.contains(.lockedVault))
  }

  @Test func `the server is asked on request only`() async throws {
    try await fakes.credentials.save(.sample())
    fakes.accounts.failure = .transport(.unauthorized)
    #expect(try await check().findings == [])
    #expect(try await check(usesNetwork: true).findings == [.server(.transport(.unauthorized))])
  }

  @Test(arguments: [(0, nil), (119, nil), (-119, nil), (3600, -3600), (-3600, 3600)])
  func `a clock that differs from the server's is found`(seconds: Int, difference: Int?) async throws {
    try await fakes.credentials.save(.sample())
    fakes.accounts.failure = .transport(.unauthorized)
    fakes.probe.time = fakes.wallClock.now() + .seconds(seconds)
    let found = try await check(usesNetwork: true).findings.filter { $0 != .server(.transport(.unauthorized)) }
    #expect(found == difference.map { [.clockDifference(.seconds($0))] } ?? [])
  }
}
