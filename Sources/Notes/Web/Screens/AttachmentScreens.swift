import HTTPTypes
import NotesDomain
import NotesViewModels

/// The attachment of files to a note.
struct AttachScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note/attachments")

  let request: WebRequest
  let attachments: AttachmentsViewModel

  func respond() async throws -> WebResponse {
    // Browsers send a file without a name for a field in which none was chosen.
    let files = request.files.filter { !$0.name.isEmpty }.map { NewAttachment(name: $0.name, bytes: $0.bytes) }
    guard !files.isEmpty else { throw WebFailure.noFile }
    let state = try await attachments.run {
      await $0.attach(files, to: request.parameter("note"), replacing: request.form["replace"] != nil)
    }
    return .redirect(state.note.map { WebPath.attachments(of: $0.id) } ?? WebPath.home)
  }
}

/// The content of an attachment.
struct AttachmentScreen: WebScreen {
  static let route = WebRoute(.get, "/notes/:note/attachments/:name")

  let request: WebRequest
  let attachments: AttachmentsViewModel

  func respond() async throws -> WebResponse {
    let content = await attachments.open(request.parameter("name"), of: request.parameter("note"))
    try attachments.state.phase.check()
    guard let content else { throw WebFailure.notFound }
    return .attachment(content)
  }
}

/// The removal of an attachment from its note.
struct DetachScreen: WebScreen {
  static let route = WebRoute(.post, "/notes/:note/attachments/:name/detach")

  let request: WebRequest
  let attachments: AttachmentsViewModel

  func respond() async throws -> WebResponse {
    let state = try await attachments.run {
      await $0.detach([request.parameter("name")], from: request.parameter("note"))
    }
    return .redirect(state.note.map { WebPath.attachments(of: $0.id) } ?? WebPath.home)
  }
}

/// An attachment in the page of its note.
struct AttachmentRow: Sendable {
  let name: String
  let address: String
  let size: String
  let isImage: Bool
  /// Whether the content is not on this device yet.
  let isMissing: Bool

  init(_ stored: StoredAttachment, isImage: Bool) {
    name = stored.attachment.name
    address = WebPath.attachment(stored.attachment.name, of: stored.note)
    size = ByteCountText.of(stored.attachment.size)
    self.isImage = isImage
    isMissing = !stored.isComplete
  }
}

extension WebFailure {
  fileprivate static let noFile = WebFailure(
    status: .badRequest, message: "No file was chosen.", hint: "Go back, choose one or several files, and attach them.")
}
