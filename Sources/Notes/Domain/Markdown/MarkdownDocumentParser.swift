/// The parser of Markdown documents that are in no folder, such as standard input.
package protocol MarkdownDocumentParser: Sendable {
  /// Parses a document like a file of a folder, with the same front matter; see ``MarkdownDocument``.
  ///
  /// The key `notebook`, which files do not have, is the notebook: the folder of the document's path. Lines that cannot be read
  /// are kept as they are, and reported in ``MarkdownDocument/frontMatterProblem``.
  ///
  /// - Parameters:
  ///   - text: The whole document.
  ///   - time: The time of its last change.
  func document(_ text: String, modified time: Timestamp) -> MarkdownDocument
}
