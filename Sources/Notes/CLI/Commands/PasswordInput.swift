import ArgumentParser
import NotesDomain

/// A password from a file, from a person at the terminal, or from standard input.
struct PasswordInput {
  private let console: any Console

  init(_ console: any Console) {
    self.console = console
  }

  /// Reads a password.
  ///
  /// - Parameters:
  ///   - file: The file whose first line it is; `nil` to ask.
  ///   - question: What a person is asked, such as `Password: `.
  ///   - repetition: What a person is asked then, to type the same again; `nil` for a password that was set before.
  func password(from file: String?, question: StyledText, repetition: StyledText? = nil) throws -> Password {
    let text = try file.map(firstLine) ?? console.readSecret(question)
    if file == nil, let repetition, console.isInputTerminal, try console.readSecret(repetition) != text {
      throw CommandFailure("the two passwords differ", hints: ["nothing was done; run it again"], status: .data)
    }
    guard let text, !text.isEmpty else {
      throw CommandFailure(
        "there is no password",
        hints: ["type it at the terminal, or say --password-file FILE, or put it on standard input"], status: .noInput)
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

/// Where a password comes from. Never from the command line or the environment, which others on the machine can read.
struct PasswordOptions: ParsableArguments, Sendable {
  /// The file with the password.
  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp("Take the password from the first line of FILE, instead of asking.", valueName: "file"),
    completion: .file())
  var file: String?
}

/// What is typed to name an account, and to protect it.
enum AccountArgument {
  /// The name of an account.
  ///
  /// - Parameter text: What was typed.
  static func name(_ text: String) throws(CommandFailure) -> AccountName {
    guard let name = AccountName(text) else {
      throw CommandFailure(
        "'\(String(text.prefix(80)))' is no name of an account",
        hints: ["a name has 1 to 64 lower-case letters, digits and .-_@+, and begins with a letter or digit"],
        status: .usage)
    }
    return name
  }

  /// A password to be set.
  static func newPassword(
    of name: AccountName, _ options: PasswordOptions, _ console: any Console
  ) throws -> Password {
    try PasswordInput(console).password(
      from: options.file, question: "Password for \(name.text): ", repetition: "The same again: ")
  }
}
