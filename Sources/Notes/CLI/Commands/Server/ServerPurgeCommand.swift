import ArgumentParser
import NotesDomain
import Wiring

struct ServerPurgeCommand: ServerCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    _superCommandName: "notesctl server",
    abstract: "Forget what was deleted long ago.",
    discussion: """
      EXAMPLES:
        notesctl server purge
        notesctl server purge ada --keep 0 --older-than 90

      A deleted note leaves a tombstone, a few dozen bytes, so that each device hears of it. Those of \
      a vault's last 1000 changes stay. A device that is further behind reads the whole vault anew; \
      nothing is lost by that. Attachments that no note refers to go with them, unless a device had \
      to do with them in the last 30 days.
      """)

  @OptionGroup var global: GlobalOptions
  @OptionGroup var server: ServerStoreOptions
  var screen = Injected<Screen>()

  @Option(help: ArgumentHelp("Keep the tombstones of a vault's last N changes.", valueName: "n"))
  var keep: UInt32 = 1000

  @Option(
    name: .customLong("older-than"),
    help: ArgumentHelp("Keep attachments of the last DAYS days.", valueName: "days"))
  var days: UInt16 = 30

  @Argument(help: ArgumentHelp("The accounts; all of them where none is named.", valueName: "name"))
  var names: [String] = []

  struct Screen: Sendable {
    let accounts: any AccountAdministration
    let clock: any WallClock
    let console: any Console
  }

  func run(on screen: Screen) async throws {
    var names = try names.map(AccountArgument.name)
    if names.isEmpty { names = try await screen.accounts.accounts().map(\.account.name) }
    let moment = Timestamp(
      millisecondsSince1970: screen.clock.now().millisecondsSince1970 - Int64(days) * 86_400_000)
    var (tombstones, blobs) = (0, RemovedBlobs())
    for name in names {
      tombstones += try await screen.accounts.purge(name, keepingLast: Int(keep))
      let removed = try await screen.accounts.removeOrphans(of: name, olderThan: moment)
      blobs = RemovedBlobs(count: blobs.count + removed.count, bytes: blobs.bytes + removed.bytes)
    }
    var line: StyledText = "Forgot \(Plural.tombstones(tombstones))"
    if blobs.count > 0 { line += " and \(Plural.attachments(blobs.count)), \(raw: ByteText.of(blobs.bytes))" }
    try screen.console.write(line + ".\n", to: .notice)
  }
}
