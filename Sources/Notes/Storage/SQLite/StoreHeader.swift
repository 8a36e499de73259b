import CSQLite

/// The first 100 bytes of an SQLite file (<https://www.sqlite.org/fileformat2.html#the_database_header>).
///
/// They are read without a lock and without SQLite's pager, which would create a write-ahead log beside a file that may be
/// somebody else's. Reading them through SQLite's own file handle keeps its locks; see ``StoreFile``.
struct StoreHeader: Sendable {
  /// Whether the file has no bytes at all, as a store has before its first transaction.
  let isEmpty: Bool
  private let bytes: [UInt8]

  /// Reads the header of an open database; `nil` when the file cannot be read.
  init?(of connection: OpaquePointer) {
    var size: sqlite3_int64 = 0
    var bytes = [UInt8](repeating: 0, count: 100)
    let code = bytes.withUnsafeMutableBytes { notes_read_beginning(connection, $0.baseAddress, Int32($0.count), &size) }
    guard code == SQLITE_OK else { return nil }
    isEmpty = size == 0
    self.bytes = bytes
  }

  /// Whether this is an SQLite file.
  var isSQLite: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// Which application the file belongs to.
  var applicationID: Int { word(at: 68) }

  /// The version of the schema, unless the write-ahead log holds a newer one.
  var userVersion: Int { word(at: 60) }

  /// Whether the file is written through a write-ahead log.
  var usesLog: Bool { bytes[18] == 2 }

  private func word(at offset: Int) -> Int {
    let word = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int(Int32(bitPattern: word))
  }
}
