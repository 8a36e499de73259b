import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct EncryptionCommandTests {
  private let fakes = Fakes()
  private let words = "correct horse battery"

  private func program(_ answers: String..., isTerminal: Bool = true) -> Program {
    Program(fakes: fakes, answers: answers, isInputTerminal: isTerminal)
  }

  @Test func `a vault is encrypted with a passphrase that is typed twice, and the code is alone on standard output`()
    async throws
  {
    fakes.encryption.unsealed = 2
    let run = await program(words, words).run("encryption", "enable")
    #expect(run.status == .success)
    let code = try #require(fakes.encryption.recoveryCode)
    #expect(run.output == code.text + "\n")
    #expect(
      run.error == """
        New passphrase: Repeat passphrase: \
        Write the recovery code down, and keep it apart from your devices.
        It is stored nowhere, and makes earlier codes void.
        Everything on the server is encrypted: sent 2 notes.

        """)
    #expect(fakes.encryption.passphrase == Passphrase(words))
  }

  @Test(arguments: [ConsoleError.closedPipe, .notWritten(reason: "No space left on device")])
  func `a recovery code that cannot be written is a failure, which says how to get another`(
    failure: ConsoleError
  ) async {
    fakes.encryption.unsealed = 2
    var unwritable = program(words, words)
    unwritable.outputFailure = failure
    // When
    let enabling = await unwritable.run("encryption", "enable")
    // Then
    #expect(enabling.status == .inputOutput && enabling.error.contains("notesctl: cannot write the recovery code: "))
    #expect(
      enabling.error.hasSuffix(
        """
          earlier codes are void; print a new one: notesctl encryption recovery
          to go on from here: notesctl encryption enable

        """), "\(enabling.error)")
    for command in ["recovery", "rotate"] {
      let run = await unwritable.run("encryption", command)
      #expect(run.status == .inputOutput && run.error.hasSuffix("notesctl encryption recovery\n"), "\(run.error)")
    }
    #expect(await program().run("encryption", "recovery").output == (fakes.encryption.recoveryCode?.text ?? "") + "\n")
    #expect(await program().run("encryption", "enable").status == .success)
  }

  @Test func `encrypting that was interrupted goes on without a question`() async {
    fakes.encryption.failsSealing = .transport(.unreachable(detail: "no route"))
    let first = await program(words, words).run("encryption", "enable")
    #expect(first.status == .tryAgain && !first.output.isEmpty)
    fakes.encryption.failsSealing = nil
    #expect(first.error.hasSuffix("  to go on from here: notesctl encryption enable\n"))
    let status = await program().run("encryption")
    #expect(status.output.hasSuffix("\nsealed      not everything yet  notesctl encryption enable\n"))
    let second = await program().run("encryption", "enable")
    #expect(second.status == .success && second.output.isEmpty)
    let third = await program(words, words).run("encryption", "enable")
    #expect(third.status == .usage && !third.error.contains("New passphrase"))
  }

  @Test func `notes that are left are counted, and the command fails`() async {
    fakes.encryption.unsealed = 2
    fakes.encryption.left = 1
    let run = await program(words, words).run("encryption", "enable")
    #expect(run.status == .tryAgain)
    #expect(run.error.contains("Sent 2 notes.\nnotesctl: 1 note on the server left as before\n"), "\(run.error)")
    #expect(await program().run("encryption").output.contains("not everything yet  notesctl encryption enable"))
  }

  @Test func `a server that lost the keys gets them again, and the earlier passphrase and code stay valid`() async {
    _ = await program(words, words).run("encryption", "enable")
    let (passphrase, code) = (fakes.encryption.passphrase, fakes.encryption.recoveryCode)
    fakes.encryption.restoreEarlierServer()
    fakes.encryption.unsealed = 2
    #expect(
      await program().run("encryption").output
        == "encryption  on; the server has the keys no more  notesctl encryption enable\n")
    #expect(await program(words, words).run("encryption", "rotate").error.contains("has its keys no more"))
    let run = await program().run("encryption", "enable")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error.contains("The earlier passphrase and recovery code stay valid."))
    #expect(run.error.hasSuffix("sent 2 notes.\n"))
    #expect(fakes.encryption.passphrase == passphrase && fakes.encryption.recoveryCode == code)
  }

  @Test func `different and short passphrases change nothing`() async {
    let different = await program(words, "correct horse").run("encryption", "enable")
    #expect(different.status == .data && different.error.contains("passphrases do not match"))
    let short = await program("short", "short").run("encryption", "enable")
    #expect(short.status == .data && short.error.contains("at least 10 characters"))
    #expect(fakes.encryption.passphrase == nil)
  }

  @Test func `a script passes the passphrase on standard input`() async {
    #expect(await program(words, isTerminal: false).run("encryption", "enable").status == .success)
    let nothing = await program(isTerminal: false).run("encryption", "change-passphrase")
    #expect(nothing.status == .noInput && nothing.error.contains("--passphrase-file FILE"))
  }

  @Test func `another device unlocks the vault, and a wrong passphrase says what else there is`() async {
    fakes.encryption.lock(with: .sample(words))
    let wrong = await program("wrong words").run("encryption", "unlock")
    #expect(wrong.status == .permission && wrong.error.contains("the passphrase is wrong"))
    #expect(wrong.error.contains("--recovery-file FILE") && !wrong.error.contains("wrong words"))
    let right = await program(words).run("encryption", "unlock")
    #expect(right.status == .success && fakes.encryption.holdsKey)
  }

  @Test func `the status is shown by itself, and in JSON`() async throws {
    #expect(await program().run("encryption").output == "encryption  off  notesctl encryption enable\n")
    fakes.encryption.lock(with: .sample(words))
    #expect(
      await program().run("encryption").output
        == "encryption  on; this device does not have the key  notesctl encryption unlock\n")
    #expect(
      await program().run("encryption", "status", "--jsonl").output
        == #"{"encrypted":true,"unlocked":false,"key":null,"earlierKeys":0,"complete":true}"# + "\n")
  }

  @Test func `a device without the key is told so before it is asked for a passphrase`() async {
    fakes.encryption.lock(with: .sample(words))
    for command in ["enable", "rotate", "change-passphrase"] {
      let run = await program(words, words).run("encryption", command)
      #expect(run.status == .permission && run.error.contains("notesctl encryption unlock"))
      #expect(!run.error.contains("New passphrase"))
    }
    let fresh = Program(fakes: Fakes(), answers: [words, words], isInputTerminal: true)
    #expect(await fresh.run("encryption", "rotate").status == .configuration)
  }

  @Test func `a rotation prints a new code, and with --all sends everything`() async throws {
    _ = await program(words, words).run("encryption", "enable")
    let before = fakes.encryption.recoveryCode
    fakes.encryption.unsealed = 5
    let run = await program(words, words).run("encryption", "rotate")
    #expect(run.output == (fakes.encryption.recoveryCode?.text ?? "") + "\n")
    #expect(fakes.encryption.recoveryCode != before && fakes.encryption.unsealed == 5)
    let all = await program(words, words).run("encryption", "rotate", "--all")
    #expect(all.error.contains("sent 5 notes") && fakes.encryption.unsealed == 0)
    #expect(await program().run("encryption", "recovery").output == (fakes.encryption.recoveryCode?.text ?? "") + "\n")
  }

  @Test func `sealing after a rotation that was interrupted goes on without another key`() async {
    _ = await program(words, words).run("encryption", "enable")
    fakes.encryption.unsealed = 5
    fakes.encryption.failsSealing = .transport(.unreachable(detail: "no route"))
    let stopped = await program(words, words).run("encryption", "rotate", "--all")
    let code = fakes.encryption.recoveryCode
    #expect(stopped.status == .tryAgain && stopped.output == (code?.text ?? "") + "\n")
    #expect(
      stopped.error.hasSuffix(
        """
        notesctl: cannot reach the server: no route
          try again later
          to go on from here: notesctl encryption rotate --resume

        """), "\(stopped.error)")
    fakes.encryption.failsSealing = nil
    let resumed = await program().run("encryption", "rotate", "--resume")
    #expect(resumed.status == .success && resumed.output.isEmpty && resumed.error.contains("sent 5 notes"))
    #expect(fakes.encryption.recoveryCode == code)
    #expect(await program().run("encryption", "rotate", "--resume", "--all").status == .usage)
  }

  @Test func `a rotation of everything that never arrived is made again, not resumed`() async {
    // Given
    _ = await program(words, words).run("encryption", "enable")
    fakes.encryption.unsealed = 5
    fakes.encryption.failsRotating = .transport(.unreachable(detail: "no route"))
    #expect(await program(words, words).run("encryption", "rotate", "--all").status == .tryAgain)
    fakes.encryption.failsRotating = nil
    // When
    let status = await program().run("encryption")
    let resumed = await program().run("encryption", "rotate", "--resume")
    // Then
    #expect(status.output.contains("the new key was not made  notesctl encryption rotate --all"))
    #expect(resumed.status == .usage && resumed.output.isEmpty && fakes.encryption.unsealed == 5)
    #expect(resumed.error.contains("make it: notesctl encryption rotate --all"))
    let made = await program(words, words).run("encryption", "rotate", "--all")
    #expect(made.status == .success && fakes.encryption.unsealed == 0)
    #expect(await !program().run("encryption").output.contains("rotate"))
  }

  @Test func `keys that this device does not have are replaced only on request`() async {
    // Given
    _ = await program(words, words).run("encryption", "enable")
    fakes.encryption.lock(with: .sample("words of a thief"))
    let refused = await program(words, words).run("encryption", "rotate")
    #expect(refused.status == .permission)
    #expect(refused.error.contains("notesctl encryption unlock"))
    // When
    let run = await program(words, words).run("encryption", "rotate", "--replace")
    // Then
    #expect(run.status == .success && run.output == (fakes.encryption.recoveryCode?.text ?? "") + "\n", "\(run.error)")
    #expect(fakes.encryption.passphrase == .sample(words))
    #expect(await program().run("encryption", "rotate", "--resume", "--replace").status == .usage)
  }

  @Test func `a recovery code that a rotation did not show is followed by another`() async throws {
    // Given
    _ = await program(words, words).run("encryption", "enable")
    let void = try await fakes.encryption.rotate(with: .sample(words))
    #expect(await program().run("encryption").output.contains("notesctl encryption recovery"))
    let unlocked = await program(words).run("encryption", "unlock")
    #expect(unlocked.error.hasSuffix("Next: notesctl encryption recovery\n"), "\(unlocked.error)")
    // When
    let run = await program().run("encryption", "rotate", "--resume")
    // Then
    let code = try #require(fakes.encryption.recoveryCode)
    #expect(run.status == .success && run.output == code.text + "\n" && code != void)
    #expect(!fakes.encryption.owesCode)
    #expect(await program().run("encryption", "rotate", "--resume").output.isEmpty)
  }

  @Test func `a passphrase or a code is read from a file, and a dash is standard input`() async throws {
    let path = NSTemporaryDirectory() + "notesctl-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data((words + "\n").utf8).write(to: URL(fileURLWithPath: path))
    #expect(await program().run("encryption", "enable", "--passphrase-file", path).status == .success)
    fakes.encryption.lock(with: .sample(words))
    let piped = await program(words, isTerminal: false).run("encryption", "unlock", "--passphrase-file", "-")
    #expect(piped.status == .success && fakes.encryption.holdsKey)
    fakes.encryption.lock(with: .sample(words))
    let code = try #require(fakes.encryption.recoveryCode).text
    let mistyped = await program(String(code.dropLast()), isTerminal: false)
      .run("encryption", "unlock", "--recovery-file", "-")
    #expect(mistyped.status == .data && mistyped.error.contains("this is not a recovery code"))
    try Data(code.lowercased().utf8).write(to: URL(fileURLWithPath: path))
    #expect(await program().run("encryption", "unlock", "--recovery-file", path).status == .success)
    #expect(await program().run("encryption", "unlock", "--passphrase-file", path + "-none").status == .noInput)
  }

  @Test func `a secret is never an argument`() async {
    for command in ["enable", "unlock", "rotate", "recovery", "change-passphrase"] {
      #expect(await program(words, words).run("encryption", command, words).status == .usage, "\(command)")
    }
  }

  @Test func `a passphrase and a code exclude each other`() async {
    for command in [["encryption", "unlock"], ["login", "notes.example.org"]] {
      let run = await program().run(command + ["--passphrase-file", "a", "--recovery-file", "b"])
      #expect(run.status == .usage)
    }
  }
}

@MainActor
@Suite struct EncryptedAccountTests {
  private let fakes = Fakes()
  private let password = "password of ada"
  private let words = "correct horse battery"

  init() throws {
    fakes.accounts.add(try #require(AccountName("ada")), password: try #require(Password(password)))
    fakes.encryption.lock(with: .sample(words))
  }

  private func login(_ answers: String..., label: String = "laptop", options: [String] = []) async -> Program.Run {
    await Program(fakes: fakes, answers: answers, isInputTerminal: true)
      .run(["login", "notes.example.org", "--name", "ada", "--label", label] + options)
  }

  @Test func `a device signs in and unlocks the vault in one step`() async {
    let run = await login(password, words, options: ["--passphrase-file", "-"])
    #expect(run.status == .success && fakes.encryption.holdsKey)
    #expect(
      run.error == """
        Password of ada at notes.example.org: Passphrase: \
        Signed in to https://notes.example.org as ada.  Next: notesctl sync

        """)
  }

  @Test func `a person at a terminal is asked for the passphrase of an encrypted vault`() async {
    let run = await login(password, words)
    #expect(run.status == .success && fakes.encryption.holdsKey)
    #expect(
      run.error == """
        Password of ada at notes.example.org: Signed in to https://notes.example.org as ada.
        Its notes are encrypted.  To open them later: notesctl encryption unlock
        Passphrase: This device has the key of the vault.  Next: notesctl sync

        """)
  }

  @Test(arguments: ["password of ada", "other words of mine", ""])
  func `a passphrase that opens nothing leaves the device signed in`(answer: String) async {
    let run = await login(password, answer)
    #expect(run.status != .success && fakes.credentials.current != nil && !fakes.encryption.holdsKey)
    #expect(run.error.contains("notesctl encryption unlock"), "\(run.error)")
  }

  @Test func `without a terminal nothing is asked for`() async {
    let run = await Program(fakes: fakes, answers: [password, words], isInputTerminal: false)
      .run("login", "notes.example.org", "--name", "ada", "--label", "laptop")
    #expect(run.status == .success && !fakes.encryption.holdsKey)
  }

  @Test func `a wrong passphrase leaves the device signed in, and says how to go on`() async {
    let run = await login(password, "other words of mine", options: ["--passphrase-file", "-"])
    #expect(run.status == .permission && fakes.credentials.current != nil && !fakes.encryption.holdsKey)
    #expect(
      run.error.hasSuffix(
        """
        Signed in to https://notes.example.org as ada.
        notesctl: the passphrase is wrong
          or use the recovery code: notesctl encryption unlock --recovery-file FILE
          this device is signed in; to go on: notesctl encryption unlock

        """), "\(run.error)")
  }

  @Test func `the words of the password are refused before anything is sent`() async {
    let run = await login(password, password, options: ["--passphrase-file", "-"])
    #expect(run.status == .data && run.error.contains("the passphrase is the password of the account"))
    #expect(fakes.accounts.servers.isEmpty && fakes.credentials.current == nil)
  }

  @Test func `a recovery code unlocks the vault, too`() async throws {
    let code = try #require(fakes.encryption.recoveryCode).text
    #expect(await login(password, code, options: ["--recovery-file", "-"]).status == .success)
    #expect(fakes.encryption.holdsKey)
  }

  @Test func `after a device was revoked, a new key is advised where the vault is encrypted`() async throws {
    _ = await login(password, label: "phone")
    try await fakes.credentials.remove()
    _ = await login(password)
    var credentials = try #require(fakes.credentials.current)
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
    try await fakes.credentials.save(credentials)
    let devices = await Program(fakes: fakes).run("devices")
    #expect(devices.output.hasSuffix("  this device, with the key of the vault\n"), "\(devices.output)")
    let run = await Program(fakes: fakes).run("revoke", "phone", "--force")
    #expect(run.status == .success)
    #expect(
      run.error.hasSuffix("It may have the key of your vault.  Make a new one: notesctl encryption rotate\n"),
      "\(run.error)")
  }
}

@Suite struct EncryptionErrorTests {
  @Test func `every error of encryption says what happened and what to do`() throws {
    let keyring: [KeyringError] = [
      .wrongPassphrase, .wrongRecoveryCode, .rotated, .outdated, .exhausted, .damaged,
      .unknownFormat(version: 9), .unacceptableCost, .outOfMemory,
    ]
    let problems: [EncryptionProblem] = [
      .locked, .rotated, .missingKeyring, .withheld(SequentialNoteIDGenerator.id(7)),
    ]
    let errors: [EncryptionError] =
      [
        .notSignedIn, .alreadyEncrypted, .notEncrypted, .locked, .changedMeanwhile, .sameAsPassword, .weakPassphrase,
        .vaultFull, .transport(.unreachable(detail: "no route")), .cancelled,
      ] + keyring.map { .keyring($0) }
    var left = SealingProgress()
    (left.left, left.refused) = (1, 2)
    let failures: [CommandFailure] =
      errors.map { CommandFailure($0) } + problems.map { CommandFailure(TransportError.encryption($0)) }
      + [
        CommandFailure(afterSignIn: .keyring(.wrongPassphrase)), CommandFailure(afterSignIn: .notEncrypted),
        CommandFailure.passwordWasPassphrase, CommandFailure(leftBy: left, resumedBy: "notesctl encryption enable"),
      ]
    let table = failures.map { failure in
      let lines = [failure.message] + failure.hints.map { "  hint: \($0)" }
      return "\(failure.status)\n" + lines.map { $0.rendered(hasColor: false) }.joined(separator: "\n")
    }
    try expectGolden(table.joined(separator: "\n\n") + "\n", named: "encryption-errors")
  }
}
