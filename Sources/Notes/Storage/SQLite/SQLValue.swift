import NotesDomain

/// A value for a parameter of a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case text(String)
  case id(NoteID)

  /// A number, or nothing.
  static func integer(_ value: Int64?) -> SQLValue {
    if let value { .integer(value) } else { .null }
  }

  /// A moment, or nothing.
  static func moment(_ value: Timestamp?) -> SQLValue {
    integer(value?.millisecondsSince1970)
  }

  /// A choice.
  static func flag(_ value: Bool) -> SQLValue {
    .integer(value ? 1 : 0)
  }
}
