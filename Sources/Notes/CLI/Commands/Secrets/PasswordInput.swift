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
      throw CommandFailure("the password is longer than \(Password.mostBytes) bytes", status: .data)
    }
    return password
  }

  private func firstLine(of path: String) throws -> String? {
    do throws(ConsoleError) {
      return try SecretFile.firstLine(of: path, limit: Password.mostBytes)
    } catch {
      guard case .notRead(let reason) = error else { throw error }
      throw CommandFailure("cannot read \(path): \(reason)", status: .noInput)
    }
  }
}
