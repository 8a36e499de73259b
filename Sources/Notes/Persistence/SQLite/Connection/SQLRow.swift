import CSQLite
import NotesDomain

/// The row that a statement stands on, read by column number.
///
/// GRDB's `Row` stops reading a text at its first zero byte, and boxes every value; a store must give back what it was
/// given, and a list of notes is mostly decoding.
struct SQLRow {
  let statement: OpaquePointer

  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  func bool(_ column: Int32) -> Bool {
    sqlite3_column_int(statement, column) != 0
  }

  func timestamp(_ column: Int32) -> Timestamp {
    Timestamp(millisecondsSince1970: integer(column))
  }

  func optionalTimestamp(_ column: Int32) -> Timestamp? {
    isNull(column) ? nil : timestamp(column)
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  func optionalInteger(_ column: Int32) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  func revision(_ column: Int32) -> Revision {
    Revision(integer(column))
  }

  func optionalRevision(_ column: Int32) -> Revision? {
    optionalInteger(column).map(Revision.init)
  }

  /// 128 bits, from 16 bytes.
  func bits(_ column: Int32) -> UInt128 {
    let halves = id(column)
    return UInt128(halves.high) << 64 | UInt128(halves.low)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// Names of blobs, as ``SQLValue/digests(_:)`` puts them.
  func digests(_ column: Int32) -> [BlobDigest] {
    let bytes = isNull(column) ? [] : bytes(column)
    return stride(from: 0, to: bytes.count, by: BlobDigest.count).compactMap { start in
      BlobDigest(bytes: Array(bytes[start...].prefix(BlobDigest.count)))
    }
  }

  /// How many bytes a text or blob has, without reading them.
  func byteCount(_ column: Int32) -> Int {
    Int(sqlite3_column_bytes(statement, column))
  }

  func optionalBytes(_ column: Int32) -> [UInt8]? {
    isNull(column) ? nil : bytes(column)
  }

  /// The note that a payload holds.
  func payload(_ column: Int32, of id: NoteID) throws -> Note {
    try NotePayload.decode(bytes(column), as: id)
  }

  /// The note that a payload holds, unless there is none.
  func optionalPayload(_ column: Int32, of id: NoteID) throws -> Note? {
    isNull(column) ? nil : try payload(column, of: id)
  }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text is exactly these ASCII characters, without making a string of it.
  func text(_ column: Int32, equals expected: StaticString) -> Bool {
    guard let start = sqlite3_column_text(statement, column) else { return expected.utf8CodeUnitCount == 0 }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    return expected.withUTF8Buffer { bytes.elementsEqual($0) }
  }

  /// The id in the first column, unless there is none.
  var optionalID: NoteID? {
    isNull(0) ? nil : id(0)
  }

  /// An id; the schema sees to it that it has 16 bytes.
  func id(_ column: Int32) -> NoteID {
    guard let start = sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column) == 16 else {
      return NoteID(high: 0, low: 0)
    }
    let (high, low) = start.loadUnaligned(as: (UInt64, UInt64).self)
    return NoteID(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }
}
