import CPostgres

/// libpq, which is loaded when the program first connects.
enum Libpq {
  /// Returns the functions of the library.
  static func functions() throws(PostgresError) -> notes_libpq {
    var reason: UnsafePointer<CChar>?
    guard let functions = notes_load_libpq(&reason) else {
      throw .libraryMissing(detail: reason.map { String(cString: $0) } ?? "")
    }
    return functions.pointee
  }
}
