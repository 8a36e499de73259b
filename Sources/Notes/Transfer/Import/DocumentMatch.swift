import NotesDomain

/// An imported document with what is known of it.
struct DocumentMatch {
  var document: MarkdownDocument
  /// The attachments of the document, or the reason why it cannot be imported.
  let files: Result<ImportedAttachments.Found, MarkdownFileError>
  /// The record of the document's path.
  var record: ImportRecord?
  /// The records of the document's path, here and in other folders, which say that it is another note than the one that the
  /// document names. The file may have become that note, or have taken its path.
  var contradicting: [ImportRecord] = []
  /// The record of the path from which the file was renamed.
  var renamed: ImportRecord?
  /// The note of a document without a record.
  var twin: TwinFinder.Twin?

  /// The record of the file, wherever it was.
  var origin: ImportRecord? { record ?? renamed }

  /// The note that the document is a version of.
  var target: NoteID? { isUnchanged ? record?.note : document.id ?? origin?.note ?? twin?.note }

  /// Whether the file is as it was at its last import.
  var isUnchanged: Bool { record?.digest == document.digest }
}
