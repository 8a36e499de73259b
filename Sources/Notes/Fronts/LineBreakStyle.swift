/// The treatment of the line breaks inside a paragraph, where a note is shown.
package enum LineBreakStyle: String, Sendable, Hashable, CaseIterable {
  /// A line ends where it ends in the text, as other programs for notes show it: an address stays one.
  case keep
  /// Lines are joined to paragraphs, as the standard of Markdown has it: for texts that are wrapped by hand.
  case join
}
