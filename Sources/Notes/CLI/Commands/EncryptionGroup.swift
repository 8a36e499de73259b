import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// End-to-end encryption.
  package static let encryption = CommandFeature(Entry(.otherDevices, groups: [EncryptionGroup.self])) { binder in
    binder.screen(EncryptionScreen.init)
  }
}

struct EncryptionGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "encryption",
    abstract: "Encrypt your notes before they leave this device.",
    discussion: """
      EXAMPLES:
        notesctl encryption enable
        notesctl encryption status
        notesctl encryption unlock
        notesctl encryption rotate --all

      The server then stores notes and attachments that it cannot read. A passphrase, which the \
      server never sees, opens them on your devices; a recovery code opens them when the \
      passphrase is lost. Without a subcommand it shows the status.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    EncryptionStatusCommand.self, EncryptionEnableCommand.self, EncryptionUnlockCommand.self,
    EncryptionRotateCommand.self, EncryptionRecoveryCommand.self, EncryptionPassphraseCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = EncryptionStatusCommand.self
}

/// The dependencies of the commands for encryption.
struct EncryptionScreen: Sendable {
  let encryption: EncryptionViewModel
  let wallClock: any WallClock
  let console: any Console
}

/// The option for the source of a passphrase.
///
/// Not an argument or a variable: other users of the machine can read both.
struct PassphraseOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("passphrase-file"),
    help: ArgumentHelp(
      "Read the passphrase from the first line of FILE, or of standard input if it is -.", valueName: "file"),
    completion: .file())
  var file: String?
}

/// The option for the source of a recovery code.
struct RecoveryOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("recovery-file"),
    help: ArgumentHelp(
      "Read the recovery code from the first line of FILE, or of standard input if it is -.", valueName: "file"),
    completion: .file())
  var file: String?
}

struct EncryptionStatusCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "status", abstract: "Show whether the notes are encrypted on the server.",
    discussion: """
      EXAMPLES:
        notesctl encryption status
        notesctl encryption status --json
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()
  @OptionGroup var machine: JSONOutputOptions

  var needs: CommandNeeds { .existingStore }

  func run(on screen: EncryptionScreen) async throws {
    let state = try await screen.encryption.run { await $0.load() }
    guard let status = state.status else { return }
    try screen.console.write(
      machine.isRequested ? machine.text(.encryptionStatus(status)) : EncryptionText.page(status), to: .output)
  }
}

struct EncryptionEnableCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "enable", abstract: "Encrypt everything that this account has on the server.",
    discussion: """
      EXAMPLES:
        notesctl encryption enable
        notesctl encryption enable --passphrase-file FILE > recovery-code

      It asks for a new passphrase, prints a recovery code, and sends all notes and attachments \
      anew. When it was interrupted, the same command goes on. Other devices need the passphrase \
      or the code once: notesctl encryption unlock. What the server was sent before stays in its \
      backups, and in its store until server purge and server move remove it.

      Write the code down and keep it apart from your devices. It is stored nowhere. Whoever has \
      the passphrase or the code can read your notes; without both, a new device cannot.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()
  @OptionGroup var passphrase: PassphraseOptions

  func run(on screen: EncryptionScreen) async throws {
    let encryption = screen.encryption
    let command: StyledText = "notesctl encryption enable"
    let input = SecretInput(console: screen.console)
    // First, so that a person is not asked for a passphrase in vain.
    guard let status = try await encryption.run({ await $0.load() }).status else { return }
    switch (status.keys, status.stage) {
    case (.none, _), (_, .creating), (_, .creatingAgain):
      let passphrase = try input.newPassphrase(from: passphrase.file)
      let state = try await encryption.run { await $0.enable(with: passphrase) }
      if let code = state.recoveryCode { try await EncryptionText.show(code, on: screen, resumedBy: command) }
    case (.missing(let isHeld), _):
      let secret = isHeld ? nil : KeyringSecret.passphrase(try input.passphrase(from: passphrase.file))
      try await encryption.run { await $0.restoreKeyring(by: secret) }
      try screen.console.write(
        "The server has the keys of the vault again. The earlier passphrase and recovery code stay valid.\n",
        to: .notice)
    case (.held, .encrypting), (.held, .restoring):
      try await EncryptionText.showOwedCode(on: screen, resumedBy: command)
    case (.held, .complete), (.held, .rotating), (.held, .rotationRequested):
      throw EncryptionError.alreadyEncrypted
    case (.locked, _): throw EncryptionError.locked
    }
    try await EncryptionText.seal(on: screen, resumedBy: command)
  }
}

struct EncryptionUnlockCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "unlock", abstract: "Give this device the key of an encrypted vault.",
    discussion: """
      EXAMPLES:
        notesctl encryption unlock
        notesctl encryption unlock --recovery-file FILE

      It is needed once on each device, and again after a device made a new key. The passphrase is \
      not stored; the key is, with the credentials of this device.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()
  @OptionGroup var passphrase: PassphraseOptions
  @OptionGroup var recovery: RecoveryOptions

  func validate() throws {
    if passphrase.file != nil, recovery.file != nil {
      throw Self.usage("--passphrase-file and --recovery-file cannot be used together.")
    }
  }

  func run(on screen: EncryptionScreen) async throws {
    let secret = try SecretInput(console: screen.console).secret(passphrase, recovery)
    try await screen.encryption.run { await $0.unlock(by: secret) }
    try EncryptionText.unlocked(on: screen.console)
    await screen.encryption.load()
    if screen.encryption.state.status?.owesCode == true { try EncryptionText.owing(on: screen.console) }
  }
}

struct EncryptionRotateCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "rotate", abstract: "Make a new key, such as after a device was lost.",
    discussion: """
      EXAMPLES:
        notesctl revoke phone && notesctl encryption rotate
        notesctl encryption rotate --all
        notesctl encryption rotate --replace

      A device that was revoked cannot read what is written from then on. It asks for a \
      passphrase, the same as before or another one, and prints a new recovery code; the earlier \
      one is void. Other devices need the passphrase or the code once. With --all, everything on \
      the server is sent anew with the new key; otherwise each note is when it changes. When that \
      was interrupted, --resume goes on, without another key. With --replace it also replaces \
      keys that this device does not have: when none of your devices made them, they are false. \
      Where one did, unlock that device afterwards, and rotate on it once more, so that the others \
      can read what it wrote.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()
  @OptionGroup var passphrase: PassphraseOptions

  @Flag(help: "Send everything on the server anew.")
  var all = false

  @Flag(help: "Replace keys, too, that none of your devices made.")
  var replace = false

  @Flag(help: "Go on with an interrupted --all.")
  var resume = false

  func validate() throws {
    if resume, all || replace || passphrase.file != nil { throw Self.usage("--resume is used alone.") }
  }

  func run(on screen: EncryptionScreen) async throws {
    let command: StyledText = "notesctl encryption rotate --resume"
    if !replace { try await EncryptionText.requireKey(on: screen) }
    if resume {
      guard screen.encryption.state.status?.stage != .rotationRequested else {
        throw CommandFailure(
          "the new key was not made, so that there is nothing to go on with",
          hints: ["make it: notesctl encryption rotate --all"], status: .usage)
      }
      try await EncryptionText.showOwedCode(on: screen, resumedBy: command)
      return try await EncryptionText.seal(on: screen, resumedBy: command)
    }
    let passphrase = try SecretInput(console: screen.console).newPassphrase(from: passphrase.file)
    let state = try await screen.encryption.run {
      await $0.rotate(with: passphrase, replacesUnknownKeys: replace, sealsAll: all)
    }
    if let code = state.recoveryCode {
      try await EncryptionText.show(code, on: screen, resumedBy: all ? command : nil)
    }
    if all {
      try await EncryptionText.seal(on: screen, resumedBy: command)
    } else {
      try screen.console.write("The vault has a new key.\n", to: .notice)
    }
  }
}

struct EncryptionRecoveryCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "recovery", abstract: "Print a new recovery code.",
    discussion: """
      EXAMPLES:
        notesctl encryption recovery
        notesctl encryption recovery > recovery-code

      The earlier code is void from then on.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()

  func run(on screen: EncryptionScreen) async throws {
    let state = try await screen.encryption.run { await $0.replaceRecoveryCode() }
    if let code = state.recoveryCode { try await EncryptionText.show(code, on: screen) }
  }
}

struct EncryptionPassphraseCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "change-passphrase", abstract: "Change the passphrase.",
    discussion: """
      EXAMPLES:
        notesctl encryption change-passphrase
        notesctl encryption change-passphrase --passphrase-file FILE

      It asks twice for the new one. The earlier one is not needed: this device has the key. No \
      note is sent anew, and other devices go on as they are.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<EncryptionScreen>()
  @OptionGroup var passphrase: PassphraseOptions

  func run(on screen: EncryptionScreen) async throws {
    try await EncryptionText.requireKey(on: screen)
    let passphrase = try SecretInput(console: screen.console).newPassphrase(from: passphrase.file)
    try await screen.encryption.run { await $0.changePassphrase(to: passphrase) }
    try screen.console.write("The passphrase is changed.\n", to: .notice)
  }
}
