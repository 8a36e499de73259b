import Mustache

/// The templates of the pages, which are files of this target in Mustache (<https://mustache.github.io/mustache.5.html>).
struct Templates: Sendable {
  private let library: MustacheLibrary

  /// Parses the templates.
  ///
  /// - Throws: An error with the line of a template that is malformed.
  init() throws {
    MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
    var library = MustacheLibrary()
    for (name, bytes) in Self.files {
      // Each declares it, since a page that does not would be escaped by Mustache's own rule.
      let text = "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}" + String(decoding: bytes, as: UTF8.self)
      try library.register(text, named: name)
    }
    self.library = library
  }

  /// Renders a template with the stored properties of a value. Computed ones are not found.
  func render(_ name: TemplateName, _ data: Any) -> HTML {
    HTML(stringLiteral: library.render(TemplateFields.field(of: data) ?? "", withTemplate: name.rawValue) ?? "")
  }
}

/// The name of a template.
enum TemplateName: String, Sendable, CaseIterable {
  case layout, sidebar, row, entry, expired, error, list, search, note, editor, help
  case history, versions, version, difference, conflicts, conflict, purge, merge
  case sync, account, devices
}

extension Templates {
  private static var files: [(String, [UInt8])] {
    [
      ("layout", PackageResources.layout_mustache), ("sidebar", PackageResources.sidebar_mustache),
      ("row", PackageResources.row_mustache), ("entry", PackageResources.entry_mustache),
      ("expired", PackageResources.expired_mustache), ("error", PackageResources.error_mustache),
      ("list", PackageResources.list_mustache), ("search", PackageResources.search_mustache),
      ("note", PackageResources.note_mustache), ("editor", PackageResources.editor_mustache),
      ("help", PackageResources.help_mustache), ("history", PackageResources.history_mustache),
      ("versions", PackageResources.versions_mustache), ("version", PackageResources.version_mustache),
      ("difference", PackageResources.difference_mustache), ("conflicts", PackageResources.conflicts_mustache),
      ("conflict", PackageResources.conflict_mustache), ("purge", PackageResources.purge_mustache),
      ("merge", PackageResources.merge_mustache),
      ("sync", PackageResources.sync_mustache),
      ("account", PackageResources.account_mustache), ("devices", PackageResources.devices_mustache),
    ]
  }
}
