import NotesDomain
import NotesFronts
import NotesViewModels

/// A note: its text, what it links to, what links to it, and its attachments.
struct NoteScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note")

  let request: WebRequest
  let layout: PageLayout
  let note: NoteViewModel
  let links: LinksViewModel
  let attachments: AttachmentsViewModel
  let times: TimeText
  let lineBreaks: LineBreakStyle

  func respond() async throws -> WebResponse {
    let state = try await note.run { await $0.open(request.parameter("note")) }
    guard let note = state.note else { throw WebFailure.notFound }
    let files = try await rows(of: note)
    let links = LinkRow.rows(try await links.run { await $0.loadLinks(of: note.id.description, labels: .ids) }.links)
    return .page(
      .note,
      NotePage(
        layout: try await layout.load(note.title), note: NoteRow(note.summary, times),
        text: NoteHTML(note: note, lineBreaks: lineBreaks).html,
        created: times.short(note.created), address: WebPath.note(note.id), attachments: files,
        hasAttachments: !files.isEmpty,
        links: links, hasLinks: !links.isEmpty, backlinks: state.backlinks.map { NoteRow($0, times) },
        hasBacklinks: !state.backlinks.isEmpty))
  }

  @MainActor
  private func rows(of note: Note) async throws -> [AttachmentRow] {
    guard !note.attachments.isEmpty else { return [] }
    let state = try await attachments.run { await $0.list(note.id.description, recognizesImages: true) }
    return state.rows.map { AttachmentRow($0.value, isImage: state.images[$0.value.attachment.digest] != nil) }
  }
}

/// The values of the template `note`.
struct NotePage: Sendable {
  let layout: Layout
  let note: NoteRow
  let text: HTML
  let created: String
  let address: String
  let attachments: [AttachmentRow]
  let hasAttachments: Bool
  let links: [LinkRow]
  let hasLinks: Bool
  let backlinks: [NoteRow]
  let hasBacklinks: Bool
}

/// A link of a note.
struct LinkRow: Sendable {
  /// The title of the note that it leads to, or the name that no note has.
  let name: String
  /// The path of that note, or the address that adds it.
  let address: String
  let isBroken: Bool

  /// Returns the links of a note, each destination once.
  static func rows(_ links: [LinksState.Link]) -> [LinkRow] {
    var addresses: Set<String> = []
    return links.compactMap { link in
      let row =
        if let target = link.target?.value {
          LinkRow(name: target.title, address: WebPath.note(target.id), isBroken: false)
        } else {
          LinkRow(name: link.link.target, address: WebPath.go(to: link.link.target), isBroken: true)
        }
      return addresses.insert(row.address).inserted ? row : nil
    }
  }
}

/// The note to which a link in a note leads, or the page that adds it.
struct GoScreen: WebScreen {
  static let route = WebRoute(.get, "/go")

  let request: WebRequest
  let links: LinksViewModel

  func respond() async throws -> WebResponse {
    let name = request.query["name"] ?? ""
    let found = try await links.run { await $0.follow(name) }.rows.first
    return .redirect(found.map { WebPath.note($0.value.id) } ?? "/notes/new?" + WebPath.query([("title", name)]))
  }
}

/// A change of a note's state: `pin`, `unpin`, `archive`, `unarchive`, `delete` or `restore`.
struct ChangeNoteScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note/:change")

  let request: WebRequest
  let note: NoteViewModel

  func respond() async throws -> WebResponse {
    let reference = request.parameter("note")
    let state = try await note.run { note in
      switch request.parameter("change") {
      case "pin": await note.setPinned([reference], true)
      case "unpin": await note.setPinned([reference], false)
      case "archive": await note.setArchived([reference], true)
      case "unarchive": await note.setArchived([reference], false)
      case "delete": await note.delete([reference])
      case "restore": await note.restore([reference])
      default: throw WebFailure.notFound
      }
    }
    guard let note = state.note, note.trashed == nil else { return .redirect(WebPath.home) }
    return .redirect(WebPath.note(note.id))
  }
}
