import ArgumentParser
import NotesDomain
import NotesViewModels
import Wiring

extension CommandFeature {
  /// Links between notes.
  static let links = CommandFeature(
    Entry(.links, commands: [LinksCommand.self, BacklinksCommand.self, OrphansCommand.self])
  ) { binder in
    binder.screen(LinkScreen.init)
  }
}

/// The dependencies of the commands that show links.
struct LinkScreen: Sendable {
  let links: LinksViewModel
  let times: TimeText
  let writer: FormatWriter
  let console: any Console

  /// Returns the labels of notes: numbers on a terminal, where a person can use them.
  func labels(_ output: LinkOutputOptions, _ format: OutputFormat?) -> RowLabels {
    if let format { return format.hasNumbers ? .numbers : .ids }
    return console.traits(of: .output).isTerminal && !output.machine.isRequested ? .numbers : .ids
  }

  /// Prints a list of notes.
  @MainActor func show(
    _ rows: [Row<NoteSummary>], _ output: LinkOutputOptions, by format: OutputFormat?, ifEmpty text: StyledText
  ) async throws {
    if let format {
      return try await writer.write(FormatRow.rows(rows.map(\.value)), by: format)
    }
    guard !output.machine.isRequested else {
      return try console.write(output.machine.text(rows.map(\.value), .summary), to: .output)
    }
    let table = NoteTable(times: times, width: console.traits(of: .output).width)
    try console.write(table.text(rows), to: .output)
    if rows.isEmpty { try console.write(text, to: .notice) }
  }
}

/// The options of commands that show links.
struct LinkOutputOptions: ParsableArguments, Sendable {
  @OptionGroup var machine: JSONOutputOptions
  @OptionGroup var formatting: FormatOptions

  /// Returns the format; `nil` without one.
  func format(_ more: FormatPlaceholder...) throws(CommandFailure) -> OutputFormat? {
    try formatting.format(FormatPlaceholder.ofNotes + more, others: [("--json", machine.isRequested)])
  }
}

struct LinksCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "links", abstract: "Show a note's links, or broken links.",
    discussion: """
      EXAMPLES:
        notesctl links 3
        notesctl links --broken
        notesctl links 3 --format '{target}\\t{path}'

      A link names a note by its title, an alias or its path: [[Sourdough]], \
      [[Kitchen/Sourdough#Starter|the starter]] or [text](Kitchen/Sourdough.md).
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<LinkScreen>()
  @OptionGroup var output: LinkOutputOptions

  @Flag(help: "Show the links of all notes that lead to no note.")
  var broken = false

  @Argument(help: .note, completion: .note)
  var reference: String?

  var needs: CommandNeeds { .existingStore }

  func validate() throws {
    if broken == (reference != nil) { throw Self.usage("Specify a note, or --broken.") }
  }

  func run(on screen: LinkScreen) async throws {
    guard let reference else { return try await showBroken(on: screen) }
    let format = try output.format(.target, .label, .heading)
    let links = try await screen.links.run { model in
      await model.loadLinks(of: reference, labels: screen.labels(output, format))
    }.links
    if let format {
      var notes = 0
      let rows = links.map { link in
        if link.target != nil { notes += 1 }
        return FormatRow(
          number: link.target == nil ? nil : notes, summary: link.target?.value, link: link.link)
      }
      return try await screen.writer.write(rows, by: format)
    }
    guard !output.machine.isRequested else {
      return try screen.console.write(output.machine.text(links, .link), to: .output)
    }
    for link in links {
      if let target = link.target {
        try screen.console.write("\(.dim, target.label)  \(.title, target.value.title)\n", to: .output)
      } else {
        try screen.console.write("\(.failure, "missing")  \(link.link.target)\n", to: .output)
      }
    }
    if links.isEmpty { try screen.console.write("No links.\n", to: .notice) }
  }

  private func showBroken(on screen: LinkScreen) async throws {
    let format = try output.format(.target)
    let rows = try await screen.links.run { await $0.loadBroken(labels: screen.labels(output, format)) }.broken
    if let format {
      let rows = rows.enumerated().map { index, row in
        FormatRow(number: index + 1, summary: row.value.note, target: row.value.target)
      }
      return try await screen.writer.write(rows, by: format)
    }
    guard !output.machine.isRequested else {
      return try screen.console.write(output.machine.text(rows.map(\.value), .brokenLink), to: .output)
    }
    for row in rows {
      try screen.console.write(
        "\(.dim, row.label)  \(.title, row.value.note.title)  \(.failure, row.value.target)\n", to: .output)
    }
    if rows.isEmpty { try screen.console.write("No broken links.\n", to: .notice) }
  }
}

struct BacklinksCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "backlinks", abstract: "List the notes that link to a note.",
    discussion: """
      EXAMPLES:
        notesctl backlinks 3
        notesctl backlinks "Rye bread" --json
        notesctl backlinks 3 --format link
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<LinkScreen>()
  @OptionGroup var output: LinkOutputOptions

  @Argument(help: .note, completion: .note)
  var reference: String

  var needs: CommandNeeds { .existingStore }

  func run(on screen: LinkScreen) async throws {
    let format = try output.format()
    let state = try await screen.links.run {
      await $0.loadBacklinks(of: reference, labels: screen.labels(output, format))
    }
    try await screen.show(
      state.rows, output, by: format, ifEmpty: "No backlinks to “\(state.note?.title ?? "")”.\n")
  }
}

struct OrphansCommand: NotesctlCommand {
  static let configuration = CommandConfiguration(
    "orphans", abstract: "List the notes that no other note links to.",
    discussion: """
      EXAMPLES:
        notesctl orphans
        notesctl orphans --json --fields title
        notesctl orphans --format '{path}'
      """)

  @OptionGroup var global: GlobalOptions
  var screen = Injected<LinkScreen>()
  @OptionGroup var output: LinkOutputOptions

  var needs: CommandNeeds { .existingStore }

  func run(on screen: LinkScreen) async throws {
    let format = try output.format()
    let rows = try await screen.links.run { await $0.loadOrphans(labels: screen.labels(output, format)) }.rows
    try await screen.show(rows, output, by: format, ifEmpty: "No orphans.\n")
  }
}

extension JSONFields<LinksState.Link> {
  /// A link, as printed by `links`.
  static var link: Self {
    Self(
      ("target", { .string($0.link.target) }),
      ("heading", { .optional($0.link.heading) }),
      ("label", { .optional($0.link.label) }),
      ("embedded", { .bool($0.link.isEmbedded) }),
      ("note", { .optional($0.target?.value.id.description) }))
  }
}

extension JSONFields<BrokenLink> {
  /// A link that leads to no note, as printed by `links --broken`.
  static var brokenLink: Self {
    Self(
      ("note", { .string($0.note.id.description) }),
      ("title", { .string($0.note.title) }),
      ("target", { .string($0.target) }))
  }
}
