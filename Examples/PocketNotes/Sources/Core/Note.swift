import Foundation

/// A note as a person sees it.
package struct Note: Sendable, Hashable, Identifiable {
  package let id: UUID
  package var content: Content
  /// The time of the last change, by the clock of the device that made it.
  package var modified: Date

  package init(id: UUID, content: Content, modified: Date) {
    (self.id, self.content, self.modified) = (id, content, modified)
  }

  /// What devices exchange of a note. A property that all of them shall have belongs here.
  package struct Content: Sendable, Hashable, Codable {
    package var text: String
    /// Whether the note was deleted. It stays as a mark, so that other devices delete it too.
    package var isDeleted: Bool

    package init(text: String, isDeleted: Bool = false) {
      (self.text, self.isDeleted) = (text, isDeleted)
    }

    package init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      text = try values.decode(String.self, forKey: .text)
      // A property that came later is missing where an earlier program wrote the note.
      isDeleted = try values.decodeIfPresent(Bool.self, forKey: .isDeleted) ?? false
    }

    private enum CodingKeys: CodingKey { case text, isDeleted }
  }

  /// The first line with a letter or a digit, or else the first line.
  package var title: String {
    let lines = content.text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.first { $0.contains { $0.isLetter || $0.isNumber } } ?? lines.first ?? ""
  }

  /// Returns whether each word of a query occurs in the text, whatever its case.
  package func matches(_ query: String) -> Bool {
    query.split(whereSeparator: \.isWhitespace).allSatisfy { content.text.localizedCaseInsensitiveContains($0) }
  }
}
