/// Numbers of things, in words.
enum Plural {
  static func notes(_ count: Int) -> StyledText { of(count, "note", "notes") }

  static func files(_ count: Int) -> StyledText { of(count, "file", "files") }

  static func changes(_ count: Int) -> StyledText { of(count, "change", "changes") }

  static func conflicts(_ count: Int) -> StyledText { of(count, "conflict", "conflicts") }

  static func attachments(_ count: Int) -> StyledText { of(count, "attachment", "attachments") }

  static func tombstones(_ count: Int) -> StyledText { of(count, "tombstone", "tombstones") }

  private static func of(_ count: Int, _ one: String, _ many: String) -> StyledText {
    "\(count) \(raw: count == 1 ? one : many)"
  }
}
