import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@testable import NotesWeb

@Suite struct SyncFailureTests {
  private static let transport: [TransportError] = [
    .notConfigured, .misconfigured(detail: "no address"), .unreachable(detail: "no route"),
    .untrusted(host: "notes.example.org"), .rateLimited(retryAfter: nil), .rateLimited(retryAfter: .seconds(9)),
    .unavailable(detail: "restarting", retryAfter: .seconds(600)), .unauthorized, .refused(detail: "no such path"),
    .unsupportedProtocol(found: 9, supported: 1), .unsupportedProtocol(found: nil, supported: 1),
    .misaddressed(detail: "status 404"), .undecodable(detail: "cut off"), .oversized(limit: 9), .encryption(.locked),
    .encryption(.rotated),
    .encryption(.missingKeyring), .encryption(.withheld(SequentialNoteIDGenerator.id(7))),
  ]

  private static let keyring: [KeyringError] = [
    .wrongPassphrase, .wrongRecoveryCode, .rotated, .outdated, .damaged, .unknownFormat(version: 9), .unacceptableCost,
    .outOfMemory,
  ]

  private static let encryption: [EncryptionError] =
    [
      .notSignedIn, .alreadyEncrypted, .notEncrypted, .locked, .changedMeanwhile, .sameAsPassword, .weakPassphrase,
      .vaultFull, .transport(.unreachable(detail: "no route")), .cancelled,
    ] + keyring.map { .keyring($0) }

  private static let credentials: [CredentialError] = [
    .exposed(path: "/c", mode: 0o644), .wrongOwner(path: "/c"), .damaged(path: "/c"),
    .failed(path: "/c", detail: "denied"),
  ]

  private static let account: [AccountFailure] = [
    .passwordUncertain(.unreachable(detail: "no route")), .malformedName("A B"), .notSignedIn, .noDevice("x"),
    .longLabel("x"), .malformedServer("x", .malformed), .malformedServer("x", .containsUserInfo),
    .malformedServer("x", .unknownScheme), .malformedServer("x", .unencrypted(host: "x")),
  ]

  private static let requests: [AccountClientError] =
    [.badCredentials, .wrongPassword, .unknownDevice, .tooManyDevices]
    + PasswordWeakness.allCases.map { .weakPassword($0) }

  private static let sync: [SyncError] =
    transport.map { .transport($0) } + [
      .deletionBrake(DeletionBrake(deletions: 30, notes: 40)), .cancelled, .roundLimitReached(rounds: 9),
    ]

  private static let failures: [Failure] =
    sync.map { Failure($0) } + account.map { Failure($0) } + requests.map { Failure($0) }
    + credentials.map { Failure($0) } + encryption.map { Failure($0) }

  @Test(arguments: failures)
  func `every failure of sync and of the account is a sentence, and says what to do`(failure: Failure) {
    let page = WebFailure(failure)
    #expect(page.message.hasSuffix("."), "\(page.message)")
    #expect(page.hint.hasSuffix(".") || failure == Failure(SyncError.transport(.misconfigured(detail: "no address"))))
    // No command is named: a person without a terminal cannot run one.
    #expect(!page.sentence.contains("notesctl login") && !page.sentence.contains("notesctl sync"))
  }
}
