import ArgumentParser
import NotesDomain
import NotesHosting
import NotesViewModels
import Wiring

struct ServerKeyringCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "keyring", abstract: "Show or remove the keyring of an account's encrypted vault.",
    discussion: """
      EXAMPLES:
        notesctl server keyring ada
        notesctl server keyring ada --remove

      A server has none of the keys, and cannot tell who made a keyring. A device that was stolen can \
      put a false one there, with which no device syncs any more: revoke the device, and then remove \
      the keyring. It asks for the name as confirmation. Each device then says that the server has the \
      keys no more; notesctl encryption enable, on one of them, gives them back. No note is lost.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<ServerUserScreen>()

  @Flag(help: "Remove the keyring.")
  var remove = false

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: ArgumentHelp("The account's name.", valueName: "name"))
  var name: String

  func run(on screen: ServerUserScreen) async throws {
    let name = try AccountArgument.name(name)
    guard let keyring = try await screen.accounts.keyring(of: name) else {
      return try screen.console.write("The vault of \(.title, name.text) has no keyring.\n", to: .notice)
    }
    guard remove else { return try screen.console.write(page(keyring), to: .output) }
    guard try isConfirmed(name, screen.console) else {
      return try screen.console.write("Nothing was removed.\n", to: .notice)
    }
    _ = try await screen.accounts.removeKeyring(of: name)
    try screen.console.write("Removed the keyring of \(.title, name.text).", to: .notice)
    try screen.console.write("  \(.dim, "On one of its devices: notesctl encryption enable")\n", to: .notice)
  }

  private func isConfirmed(_ name: AccountName, _ console: any Console) throws -> Bool {
    if force { return true }
    try console.requireTerminal(for: "removing a keyring")
    let answer = try console.ask(
      "This stops the sync of each device until one gives the keys back. Type the account name to confirm: ")
    return answer == name.text
  }

  private func page(_ keyring: StoredKeyring) -> StyledText {
    var text: StyledText = ""
    func add(_ label: String, _ value: String) { text += .row(label, "\(raw: value)", width: 14) }
    if let format = keyring.format {
      add("number", "\(format.generation.number)")
      add("key", "\(format.current)")
      add("earlier keys", "\(format.earlier.count)")
    } else {
      add("keyring", "damaged")
    }
    add("revision", "\(keyring.revision.number)")
    add("size", ByteCountText.of(keyring.byteCount))
    return text
  }
}
