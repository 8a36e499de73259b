import NotesDomain
import NotesViewModels

/// The output of the commands for encryption.
enum EncryptionText {
  static func page(_ status: EncryptionStatus) -> StyledText {
    var text: StyledText = ""
    func add(_ label: String, _ value: StyledText) { text += .row(label, value, width: 12) }
    switch status.keys {
    case .none: add("encryption", "off  \(.dim, "notesctl encryption enable")")
    case .locked: add("encryption", "on; this device does not have the key  \(.dim, "notesctl encryption unlock")")
    case .held(let key, let earlier):
      add("encryption", "on")
      add("key", "\(raw: key.description)\(raw: earlier == 0 ? "" : ", and \(earlier) earlier")")
    case .missing: add("encryption", "on; the server has the keys no more  \(.dim, "notesctl encryption enable")")
    }
    switch (status.stage, status.keys) {
    case (.complete, _), (_, .none), (_, .missing): break
    case (.rotationRequested, .held):
      add("rotation", "the new key was not made  \(.dim, "notesctl encryption rotate --all")")
    case (.rotationRequested, .locked): add("sealed", "not everything yet, once this device has the key")
    case (.rotating, _): add("sealed", "not everything yet  \(.dim, "notesctl encryption rotate --resume")")
    case (.encrypting, _), (.creating, _), (.creatingAgain, _), (.restoring, _):
      add("sealed", "not everything yet  \(.dim, "notesctl encryption enable")")
    }
    if status.owesCode, status.keys != .none {
      add("recovery", "the last code may not have been shown  \(.dim, "notesctl encryption recovery")")
    }
    return text
  }

  /// Makes another recovery code if the last one may not have been shown, such as when the reply to a command was lost.
  ///
  /// - Parameter command: The command that goes on if the code cannot be written.
  @MainActor
  static func showOwedCode(on screen: EncryptionScreen, resumedBy command: StyledText) async throws {
    guard screen.encryption.state.status?.owesCode == true else { return }
    let state = try await screen.encryption.run { await $0.replaceRecoveryCode() }
    if let code = state.recoveryCode { try await show(code, on: screen, resumedBy: command) }
  }

  /// Prints a recovery code at once, alone on standard output, so that it can be redirected, and records that it was shown.
  ///
  /// - Parameter command: The command that goes on if the code cannot be written; `nil` if nothing is left to do.
  @MainActor
  static func show(
    _ code: RecoveryCode, on screen: EncryptionScreen, resumedBy command: StyledText? = nil
  ) async throws {
    let console = screen.console
    do throws(ConsoleError) {
      try console.write("\(raw: code.text)\n", to: .output)
      // What follows can be interrupted, and the code is nowhere else.
      try console.finish()
    } catch {
      throw CommandFailure(unwrittenCode: error, resumedBy: command)
    }
    // When it cannot be recorded, a person is asked for nothing worse than to make another.
    await screen.encryption.recoveryCodeWasShown()
    try console.write(
      """
      Write the recovery code down, and keep it apart from your devices.
      It is stored nowhere, and makes earlier codes void.

      """, to: .error)
  }

  /// Says that this device has the key now.
  static func unlocked(on console: any Console) throws {
    try console.write("This device has the key of the vault.  \(.dim, "Next: notesctl sync")\n", to: .notice)
  }

  /// Says that this device made a recovery code that may not have been shown.
  static func owing(on console: any Console) throws {
    try console.write(
      "The last recovery code may not have been shown, and makes others void.  \(.dim, "Next: notesctl encryption recovery")\n",
      to: .error)
  }

  /// Seals everything in the vault, and says what was done, or which command goes on after a failure.
  @MainActor
  static func seal(on screen: EncryptionScreen, resumedBy command: StyledText) async throws {
    let encryption = screen.encryption
    let line = ProgressLine.follow("Encrypting", console: screen.console, wallClock: screen.wallClock) {
      encryption.state
    }
    await encryption.sealAll()
    await line?.value
    if let failure = encryption.state.phase.failure {
      let failure = CommandFailure(failure)
      throw CommandFailure(
        failure.message, hints: failure.hints + ["to go on from here: \(command)"], status: failure.status,
        id: failure.id)
    }
    guard let progress = encryption.state.progress else { return }
    let isComplete = progress.left == 0 && progress.refused == 0
    var text: StyledText = isComplete ? "Everything on the server is encrypted: sent " : "Sent "
    text += .count(progress.sealed, "note")
    if progress.attachments > 0 { text += ", \(.count(progress.attachments, "attachment"))" }
    try screen.console.write(text + ".\n", to: .notice)
    if progress.missingAttachments > 0 {
      try screen.console.write(
        "\(.count(progress.missingAttachments, "attachment")) neither here nor on the server.  \(.dim, "notesctl attachments")\n",
        to: .error)
    }
    if !isComplete { throw CommandFailure(leftBy: progress, resumedBy: command) }
  }

  /// Fails without the key of the vault, before a person is asked for a passphrase.
  ///
  /// Not where the server has keys that this device cannot use: the command may replace them, or says so itself.
  @MainActor
  static func requireKey(on screen: EncryptionScreen) async throws {
    await screen.encryption.load()
    let state = screen.encryption.state
    if case .keyring? = state.phase.failure?.error as? EncryptionError { return }
    if let failure = state.phase.failure { throw failure }
    switch state.status?.keys {
    case .held, nil: return
    case .locked: throw EncryptionError.locked
    case .missing: throw EncryptionError.transport(.encryption(.missingKeyring))
    case .some(.none): throw EncryptionError.notEncrypted
    }
  }
}
