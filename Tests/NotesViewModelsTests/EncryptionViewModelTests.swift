import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor @Suite("The encryption of the vault, as a screen shows it")
struct EncryptionViewModelTests {
  private let fakes = Fakes()
  private let model: EncryptionViewModel

  init() throws {
    model = try viewModel(EncryptionViewModel.self, fakes)
  }

  @Test func `enabling returns the recovery code before anything is sealed`() async throws {
    fakes.encryption.unsealed = 3
    fakes.encryption.failsSealing = .transport(.unreachable(detail: "no route"))
    let code = try await model.run { await $0.enable(with: .sample()) }.recoveryCode
    #expect(code == fakes.encryption.recoveryCode)
    await model.sealAll()
    #expect(model.state.phase.failure == Failure(EncryptionError.transport(.unreachable(detail: "no route"))))
    fakes.encryption.failsSealing = nil
    #expect(try await model.run { await $0.load() }.status?.stage == .encrypting)
    let progress = try #require(try await model.run { await $0.sealAll() }.progress)
    #expect(progress.sealed == 3 && progress.finished == progress.total)
    #expect(try await model.run { await $0.load() }.status?.stage == .complete)
  }

  @Test func `a short passphrase is refused, and nothing is changed`() async throws {
    let short = try #require(Passphrase("too short"))
    await model.enable(with: short)
    #expect(model.state.phase.failure == Failure(EncryptionError.weakPassphrase))
    #expect(fakes.encryption.passphrase == nil)
    try await model.run { await $0.enable(with: .sample()) }
    await model.changePassphrase(to: short)
    #expect(model.state.phase.failure == Failure(EncryptionError.weakPassphrase))
    await model.rotate(with: short)
    #expect(fakes.encryption.passphrase == .sample())
  }

  @Test func `a vault that another device encrypted is unlocked by its passphrase or code`() async throws {
    fakes.encryption.lock(with: .sample())
    #expect(try await model.run { await $0.load() }.status?.keys == .locked)
    await model.unlock(by: .passphrase(.sample("other words of mine")))
    #expect(model.state.phase.failure == Failure(EncryptionError.keyring(.wrongPassphrase)))
    let code = try #require(fakes.encryption.recoveryCode)
    try await model.run { await $0.unlock(by: .recoveryCode(code)) }
    #expect(fakes.encryption.holdsKey)
  }

  @Test func `a recovery code is in the state until the next action`() async throws {
    try await model.run { await $0.enable(with: .sample()) }
    let first = fakes.encryption.recoveryCode
    #expect(try await model.run { await $0.replaceRecoveryCode() }.recoveryCode != first)
    #expect(try await model.run { await $0.load() }.recoveryCode == nil)
  }
}

@MainActor @Suite("Signing in to an account with an encrypted vault")
struct EncryptedSignInTests {
  private let fakes = Fakes()
  private let password = "password of ada"
  private let model: AccountViewModel

  init() throws {
    fakes.accounts.add(try #require(AccountName("ada")), password: try #require(Password(password)))
    fakes.encryption.lock(with: .sample())
    model = try viewModel(AccountViewModel.self, fakes)
  }

  private func signIn(by secret: KeyringSecret?) async throws {
    await model.signIn(
      to: try ServerAddress("https://notes.example.org"), as: "ada", password: try #require(Password(password)),
      label: "laptop", unlockingBy: secret, isForced: false)
  }

  private var unlockError: EncryptionError? {
    guard case .signedIn(_, _, _, let error) = model.state.outcome else { return nil }
    return error
  }

  @Test func `the vault is unlocked after the sign-in`() async throws {
    try await signIn(by: .passphrase(.sample()))
    #expect(model.state.phase == .done && unlockError == nil)
    #expect(fakes.encryption.holdsKey && fakes.credentials.current != nil)
  }

  @Test func `without a secret the vault stays locked`() async throws {
    try await signIn(by: nil)
    #expect(model.state.phase == .done && unlockError == nil && !fakes.encryption.holdsKey)
  }

  @Test func `the password as a passphrase is refused before anything is sent`() async throws {
    try await signIn(by: .passphrase(.sample(password)))
    #expect(model.state.phase.failure == Failure(EncryptionError.sameAsPassword))
    #expect(fakes.accounts.servers.isEmpty && fakes.credentials.current == nil)
  }

  @Test func `a device that does not get the keys is signed in all the same`() async throws {
    try await signIn(by: .passphrase(.sample("other words of mine")))
    #expect(model.state.phase == .done && unlockError == .keyring(.wrongPassphrase))
    #expect(fakes.credentials.current != nil && model.state.credentials == fakes.credentials.current)
  }

  @Test func `keys of the same vault are kept by another sign-in`() async throws {
    var credentials = try Credentials.sample()
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    try await fakes.credentials.save(credentials)
    try await signIn(by: nil)
    #expect(fakes.credentials.current?.keys == credentials.keys && fakes.credentials.current != credentials)
  }

  @Test func `a server that names another vault for an account whose vault was encrypted is refused`() async throws {
    var before = try Credentials.sample()
    before = Credentials(
      server: before.server, account: before.account, vault: try #require(VaultID("before")), device: before.device,
      token: before.token)
    try await fakes.credentials.save(before)
    try await signIn(by: nil)
    #expect(model.state.phase == .done)
    try await fakes.credentials.save(before)
    try await fakes.encryptionStore.save(KnownKeyring(nil), of: before.vault)
    try await signIn(by: nil)
    #expect(model.state.phase.failure == Failure(AccountFailure.otherVault(before.server, before.account)))
    #expect(fakes.credentials.current == before)
  }
}
