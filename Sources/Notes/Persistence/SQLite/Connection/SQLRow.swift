import CSQLite
import GRDB
import NotesDomain

/// The current row of a statement, read by column number.
///
/// GRDB's `Row` reads a text up to its first zero byte only, and collects the names of the columns anew for each run of a
/// statement. A store must return what it was given, and most statements here read one row.
struct SQLRow {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
  func int(_ column: Int32) -> Int { Int(integer(column)) }
  func bool(_ column: Int32) -> Bool { sqlite3_column_int(statement, column) != 0 }
  func timestamp(_ column: Int32) -> Timestamp { Timestamp(millisecondsSince1970: integer(column)) }
  func optionalTimestamp(_ column: Int32) -> Timestamp? { isNull(column) ? nil : timestamp(column) }
  func revision(_ column: Int32) -> Revision { Revision(integer(column)) }
  func optionalRevision(_ column: Int32) -> Revision? { optionalInteger(column).map(Revision.init) }

  /// Returns an id. The schema ensures that it has 16 bytes.
  func id(_ column: Int32) -> NoteID {
    guard let start = sqlite3_column_blob(statement, column), sqlite3_column_bytes(statement, column) == 16 else {
      return NoteID(high: 0, low: 0)
    }
    let (high, low) = start.loadUnaligned(as: (UInt64, UInt64).self)
    return NoteID(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
  }

  func optionalID(_ column: Int32) -> NoteID? { isNull(column) ? nil : id(column) }

  /// 128 bits, from 16 bytes.
  func bits(_ column: Int32) -> UInt128 {
    let halves = id(column)
    return UInt128(halves.high) << 64 | UInt128(halves.low)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: byteCount(column)))
  }

  func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }

  /// Returns the size of a text or blob in bytes. Does not read it.
  func byteCount(_ column: Int32) -> Int { Int(sqlite3_column_bytes(statement, column)) }

  /// Returns the digests of blobs, as ``SQLValue/digests(_:)`` stores them.
  func digests(_ column: Int32) -> [BlobDigest] {
    let bytes = isNull(column) ? [] : bytes(column)
    return stride(from: 0, to: bytes.count, by: BlobDigest.count).compactMap { start in
      BlobDigest(bytes: Array(bytes[start...].prefix(BlobDigest.count)))
    }
  }

  /// Decodes the note of a payload.
  func payload(_ column: Int32, of id: NoteID) throws -> Note { try NotePayload.decode(bytes(column), as: id) }

  /// Decodes the note of a payload; `nil` for NULL.
  func optionalPayload(_ column: Int32, of id: NoteID) throws -> Note? {
    isNull(column) ? nil : try payload(column, of: id)
  }

  /// Decodes a text or throws an error that names what it is.
  func value<Value>(_ column: Int32, of name: String, _ decode: (String) -> Value?) throws -> Value {
    guard let value = decode(text(column)) else { throw DatabaseError.corrupt("The \(name) cannot be read") }
    return value
  }

  func text(_ column: Int32) -> String { String(decoding: characters(column), as: UTF8.self) }

  /// Returns whether a text equals an ASCII text. Allocates no string.
  func text(_ column: Int32, equals expected: StaticString) -> Bool {
    let characters = characters(column)
    return expected.withUTF8Buffer { characters.elementsEqual($0) }
  }

  /// Returns the bytes of a text, which SQLite owns until the next step.
  private func characters(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(statement, column)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : byteCount(column))
  }
}
