import NotesDomain
import NotesTransfer

/// Reads templates as the documents that new notes begin with.
struct TemplateReader: Sendable {
  let templates: any NoteTemplateStore
  let documents: any MarkdownDocumentParser
  let wallClock: any WallClock
  let zone: any TimeZoneOffsets

  /// Returns a template for a note with a title.
  ///
  /// - Throws: ``TemplateFailure`` if there is none of this name, and ``NoteTemplateError``.
  func template(named name: String, title: String?) throws -> TemplateDocument {
    if let found = try optionalTemplate(named: name, title: title) { return found }
    throw TemplateFailure.unknown(name, available: try templates.names())
  }

  /// Returns a template for a note with a title; `nil` if there is none of this name.
  func optionalTemplate(named name: String, title: String?) throws -> TemplateDocument? {
    guard let template = try templates.template(named: name) else { return nil }
    let now = wallClock.now()
    let expanded = template.expanded(title: title.flatMap(NoteTitle.cleaned) ?? "", at: now, in: zone)
    let document = documents.document(expanded.text, modified: now)
    return TemplateDocument(
      document: document, unknownPlaceholders: expanded.unknown,
      problem: document.frontMatterProblem.map { MarkdownFileError(path: template.path, reason: $0) })
  }
}

/// A template with its values, as the document that a new note begins with.
struct TemplateDocument: Sendable {
  var document: MarkdownDocument
  /// The placeholders that have no value.
  let unknownPlaceholders: [String]
  /// The problem of its front matter.
  let problem: MarkdownFileError?

  /// The notebook of its front matter; `nil` without one.
  var notebook: String? {
    let folder = document.path.enclosingPath
    return folder.isEmpty ? nil : folder
  }
}

/// The reason why a note cannot begin with a template.
package enum TemplateFailure: Error, Sendable, Hashable {
  /// There is no template of this name.
  case unknown(String, available: [String])
}
