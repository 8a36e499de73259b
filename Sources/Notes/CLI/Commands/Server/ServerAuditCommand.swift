import ArgumentParser
import NotesDomain
import NotesHosting
import NotesViewModels
import Wiring

struct ServerAuditCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    "audit", abstract: "Show sign-ins and other events of a server's accounts, newest first.",
    discussion: """
      EXAMPLES:
        notesctl server audit
        notesctl server audit --account ada --limit 100
        notesctl server audit --jsonl | grep refused

      Refused attempts from one address are counted together, for a quarter of an hour; a running \
      server writes them once a minute. A name that no account has is not stored, since it may be \
      a password in the wrong field. The last 10,000 lines are kept.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()
  @OptionGroup var machine: JSONOutputOptions

  @Option(help: ArgumentHelp("Print at most N lines. (default: 20)", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("Print only the lines of the account NAME.", valueName: "name"))
  var account: String?

  struct Screen: Sendable {
    let audit: any AuditStore
    let times: TimeText
    let console: any Console
  }

  func validate() throws {
    try Self.check(limit: limit)
  }

  func run(on screen: Screen) async throws {
    let name = try account.map(AccountArgument.name)
    let entries = try await screen.audit.entries(limit: limit ?? 20, of: name)
    if machine.isRequested { return try screen.console.write(machine.text(entries, .auditEntry), to: .output) }
    try screen.console.write(AuditTable(times: screen.times).text(entries), to: .output)
    if entries.isEmpty, limit != 0 { try screen.console.write("No events.\n", to: .notice) }
  }
}
