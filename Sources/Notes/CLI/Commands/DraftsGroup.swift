import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Texts that were not saved as notes.
  static let drafts = CommandFeature(Entry(.writeAndFind, groups: [DraftsGroup.self])) { binder in
    binder.screen(DraftsScreen.init)
  }
}

struct DraftsGroup: NotesctlGroup {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List, recover and discard drafts.",
    discussion: """
      EXAMPLES:
        notesctl drafts
        notesctl drafts recover x7k2qa
        notesctl drafts discard x7k2qa "Rye bread"

      A draft is left when the editor failed, or the text could not be saved. Without a \
      subcommand it lists the drafts.
      """,
    subcommands: subcommands, defaultSubcommand: defaultCommand)

  static let commands: [any NotesctlCommand.Type] = [
    DraftsListCommand.self, DraftsRecoverCommand.self, DraftsDiscardCommand.self,
  ]
  static let defaultCommand: (any NotesctlCommand.Type)? = DraftsListCommand.self
}

/// The dependencies of the commands for drafts.
struct DraftsScreen: Sendable {
  let drafts: DraftsViewModel
  let times: TimeText
  let console: any Console
}

struct DraftsListCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "list", abstract: "List drafts, the most recently changed first.",
    discussion: """
      EXAMPLES:
        notesctl drafts
        notesctl drafts --jsonl

      Each line begins with the id of the draft, by which 'drafts recover' and 'drafts discard' \
      name it. The texts of editors that are still open are marked as open.
      """,
    aliases: ["ls"])

  @OptionGroup var global: GlobalOptions
  var screen = Injected<DraftsScreen>()
  @OptionGroup var machine: JSONOutputOptions

  func run(on screen: DraftsScreen) async throws {
    let drafts = try await screen.drafts.run { await $0.load() }.drafts
    guard !machine.isRequested else {
      return try screen.console.write(machine.text(drafts, .draft), to: .output)
    }
    for draft in drafts {
      try screen.console.write(
        """
        \(.dim, draft.id)  \(.dim, screen.times.short(draft.modified))  \(.title, draft.name)  \
        \(raw: ByteCountText.of(draft.bytes))  \(.dim, (draft.isOpen ? "open  " : "") + draft.draft.path)\n
        """, to: .output)
    }
    if drafts.isEmpty { try screen.console.write("No drafts.\n", to: .notice) }
  }
}

struct DraftsRecoverCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "recover", abstract: "Make a note of a draft, and remove the draft.",
    discussion: """
      EXAMPLES:
        notesctl drafts recover x7k2qa
        notesctl edit "Rye bread" - < DRAFT          into the note itself
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<DraftsScreen>()

  @Argument(
    help: ArgumentHelp("The draft's id in the list, its name or its path.", valueName: "draft"), completion: .draft)
  var reference: String

  func run(on screen: DraftsScreen) async throws {
    let state = try await screen.drafts.run { await $0.recover(reference) }
    guard let note = state.recovered else { return }
    try screen.console.write(
      "Added “\(note.title)”.  \(.dim, "notesctl show \(state.shortID)")\n", to: .notice)
  }
}

struct DraftsDiscardCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "discard", abstract: "Delete drafts.",
    discussion: """
      EXAMPLES:
        notesctl drafts discard x7k2qa

      It asks for confirmation. Use --force in scripts.
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<DraftsScreen>()

  @Flag(help: "Do not ask for confirmation.")
  var force = false

  @Argument(help: ArgumentHelp("The drafts' ids in the list, names or paths.", valueName: "draft"), completion: .draft)
  var references: [String]

  func run(on screen: DraftsScreen) async throws {
    let found = try await screen.drafts.run { await $0.find(references) }.drafts
    guard try force || screen.console.confirm(Self.question(found), for: "deleting drafts") else {
      return try screen.console.write("Nothing was deleted.\n", to: .notice)
    }
    let count = try await screen.drafts.run { await $0.discard(found.map(\.draft.path)) }.discarded.count
    try screen.console.write("Deleted \(.count(count, "draft")).\n", to: .notice)
  }

  private static func question(_ drafts: [StoredDraft]) -> StyledText {
    guard drafts.count <= 3 else { return "Delete \(.count(drafts.count, "draft"))?" }
    let names = drafts.map { "“\($0.name)” (\(ByteCountText.of($0.bytes)))" }.joined(separator: ", ")
    return "Delete the draft\(raw: drafts.count == 1 ? "" : "s") \(names)?"
  }
}

extension JSONFields<StoredDraft> {
  /// A draft, as printed by `drafts`.
  static var draft: Self {
    Self(
      ("id", { .string($0.id) }),
      ("path", { .string($0.draft.path) }),
      ("name", { .string($0.name) }),
      ("modified", { .string($0.modified.iso8601) }),
      ("bytes", { .number($0.bytes) }),
      ("open", { .bool($0.isOpen) }))
  }
}
