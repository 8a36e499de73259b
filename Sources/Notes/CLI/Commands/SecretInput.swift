import ArgumentParser
import NotesDomain

/// Reads a password from a file, from the terminal, or from standard input.
struct PasswordInput {
  let console: any Console

  /// Reads a password.
  ///
  /// - Parameters:
  ///   - file: The file whose first line is the password; `nil` to prompt.
  ///   - question: The prompt, such as `Password: `.
  ///   - repetition: The prompt to repeat a new password; `nil` for an existing password.
  func password(from file: String?, question: StyledText, repetition: StyledText? = nil) throws -> Password {
    let text = try file.map(firstLine) ?? console.readSecret(question)
    if file == nil, let repetition, console.isInputTerminal, try console.readSecret(repetition) != text {
      throw CommandFailure("passwords do not match", hints: ["nothing was changed"], status: .data)
    }
    guard let text, !text.isEmpty else {
      throw CommandFailure(
        "no password given",
        hints: ["type it at the terminal, use --password-file FILE, or write it to standard input"], status: .noInput)
    }
    guard let password = Password(text) else {
      throw CommandFailure("the password is longer than \(Password.maximumBytes) bytes", status: .data)
    }
    return password
  }

  private func firstLine(of path: String) throws -> String? {
    do throws(ConsoleError) {
      return try SecretFile.firstLine(of: path, limit: Password.maximumBytes)
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
    guard let name = AccountName(text) else { throw CommandFailure(malformedAccount: text) }
    return name
  }

  /// Reads a new password, twice when it is typed.
  static func newPassword(
    of name: AccountName, _ options: PasswordOptions, _ console: any Console
  ) throws -> Password {
    try PasswordInput(console: console).password(
      from: options.file, question: "Password for \(name.text): ", repetition: "Repeat password: ")
  }
}
