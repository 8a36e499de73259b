import NotesDomain

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
