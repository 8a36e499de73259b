import ArgumentParser
import NotesDomain
import NotesViewModels

/// Reads a secret from a file, from the terminal, or from standard input.
struct SecretInput {
  /// The name of a secret, and the option for its file.
  private struct Kind {
    let name: String
    let option: String
    let maximumBytes: Int

    static let password = Kind(name: "password", option: "--password-file", maximumBytes: Password.maximumBytes)
    static let passphrase = Kind(
      name: "passphrase", option: "--passphrase-file", maximumBytes: Passphrase.maximumBytes)
    static let code = Kind(name: "recovery code", option: "--recovery-file", maximumBytes: 1024)
  }

  let console: any Console

  /// Reads a password.
  ///
  /// - Parameters:
  ///   - file: The file whose first line is the password; `nil` or `-` to prompt, or to read standard input.
  ///   - question: The prompt, such as `Password: `.
  ///   - repetition: The prompt to repeat a new password; `nil` for an existing password.
  func password(from file: String?, question: StyledText, repetition: StyledText? = nil) throws -> Password {
    let text = try text(.password, from: file, question: question, repetition: repetition)
    guard let password = Password(text) else { throw Self.tooLong(.password) }
    return password
  }

  /// Reads a new passphrase, twice when it is typed.
  func newPassphrase(from file: String?) throws -> Passphrase {
    try passphrase(from: file, question: "New passphrase: ", repetition: "Repeat passphrase: ")
  }

  /// Reads the passphrase of a vault.
  func passphrase(from file: String?) throws -> Passphrase {
    try passphrase(from: file, question: "Passphrase: ")
  }

  /// Reads what opens the keys of a vault: a recovery code from a file, or else a passphrase.
  func secret(_ passphrase: PassphraseOptions, _ recovery: RecoveryOptions) throws -> KeyringSecret {
    guard let file = recovery.file else {
      return .passphrase(try self.passphrase(from: passphrase.file))
    }
    let text = try text(.code, from: file, question: "Recovery code: ")
    guard let code = RecoveryCode(text) else {
      throw CommandFailure(
        "this is not a recovery code", hints: ["a code has 14 groups of four characters; check it for mistakes"],
        status: .data)
    }
    return .recoveryCode(code)
  }

  private func passphrase(
    from file: String?, question: StyledText, repetition: StyledText? = nil
  ) throws -> Passphrase {
    let text = try text(.passphrase, from: file, question: question, repetition: repetition)
    guard let passphrase = Passphrase(text) else { throw Self.tooLong(.passphrase) }
    return passphrase
  }

  private func text(
    _ kind: Kind, from file: String?, question: StyledText, repetition: StyledText? = nil
  ) throws -> String {
    // The next line of standard input, without a question unless that is a terminal.
    let file = file == "-" ? nil : file
    let limit = kind.maximumBytes
    let text = try file.map { try firstLine(of: $0, limit: limit) } ?? console.readSecret(question, limit: limit)
    if file == nil, let repetition, console.isInputTerminal,
      try console.readSecret(repetition, limit: limit) != text
    {
      throw CommandFailure("\(raw: kind.name)s do not match", hints: ["nothing was changed"], status: .data)
    }
    guard let text, !text.isEmpty else {
      throw CommandFailure(
        "no \(raw: kind.name) given",
        hints: ["type it at the terminal, use \(raw: kind.option) FILE, or write it to standard input"],
        status: .noInput)
    }
    // It may have been cut, and the form in which a passphrase is used can be shorter.
    guard text.utf8.count <= limit else { throw Self.tooLong(kind) }
    return text
  }

  private static func tooLong(_ kind: Kind) -> CommandFailure {
    CommandFailure("the \(raw: kind.name) is longer than \(kind.maximumBytes) bytes", status: .data)
  }

  private func firstLine(of path: String, limit: Int) throws -> String? {
    do throws(ConsoleError) {
      return try SecretFile.firstLine(of: path, limit: limit)
    } catch {
      guard case .notRead(let reason) = error else { throw error }
      throw CommandFailure("cannot read \(path): \(reason)", status: .noInput)
    }
  }
}

/// The option for the source of a password.
///
/// Not an argument or a variable: other users of the machine can read both.
struct PasswordOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp("Read the password from the first line of FILE.", valueName: "file"), completion: .file())
  var file: String?
}

/// Reads account names and new passwords.
enum AccountArgument {
  /// Returns the account name that an argument spells.
  static func name(_ text: String) throws(CommandFailure) -> AccountName {
    guard let name = AccountName(text) else { throw CommandFailure(AccountFailure.malformedName(text)) }
    return name
  }

  /// Reads a new password, twice when it is typed.
  static func newPassword(
    of name: AccountName, _ options: PasswordOptions, _ console: any Console
  ) throws -> Password {
    try SecretInput(console: console).password(
      from: options.file, question: "Password for \(name.text): ", repetition: "Repeat password: ")
  }
}
