import NotesDomain

/// A value for a parameter of a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case text(String)
  case id(NoteID)
  case bytes([UInt8])

  /// A number, or nothing.
  static func integer(_ value: Int64?) -> SQLValue {
    if let value { .integer(value) } else { .null }
  }

  /// Bytes, or nothing.
  static func bytes(_ value: [UInt8]?) -> SQLValue {
    if let value { .bytes(value) } else { .null }
  }

  /// Names of blobs, one behind the other; nothing for none.
  static func digests(_ value: [BlobDigest]) -> SQLValue {
    value.isEmpty ? .null : .bytes(value.flatMap(\.bytes))
  }

  /// A note as its payload, or nothing.
  static func payload(_ note: Note?) -> SQLValue {
    bytes(note.map(NotePayload.encode))
  }

  /// 128 bits, as 16 bytes, most significant first.
  static func bits(_ value: UInt128) -> SQLValue {
    .id(NoteID(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value)))
  }

  /// A revision, or nothing.
  static func revision(_ value: Revision?) -> SQLValue {
    integer(value?.number)
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
