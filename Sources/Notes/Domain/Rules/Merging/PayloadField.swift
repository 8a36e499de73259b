/// The fields of a note's bytes, by their numbers, which never change their meaning.
enum PayloadField: UInt8 {
  case version = 1
  case title = 2
  case body = 3
  case tag = 4
  case notebook = 5
  case isPinned = 6
  case isArchived = 7
  case trashed = 8
  case created = 9
  case modified = 10
  case foreignFrontMatter = 11
  case attachment = 12

  /// Whether the field may come several times.
  var repeats: Bool { self == .tag || self == .attachment }

  /// Whether the field is a length and that many bytes; otherwise it is a number.
  var hasLength: Bool {
    switch self {
    case .title, .body, .tag, .notebook, .foreignFrontMatter, .attachment: true
    case .version, .isPinned, .isArchived, .trashed, .created, .modified: false
    }
  }

  /// What stands before the field's value: its number, and in the last three bits whether it has a length. One byte, as long
  /// as there is no field above 15.
  var key: UInt8 { rawValue << 3 | (hasLength ? 2 : 0) }
}
