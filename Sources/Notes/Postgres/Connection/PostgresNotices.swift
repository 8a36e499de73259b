import CPostgres

/// The notices that a server sends beside its results.
final class PostgresNotices {
  private let libpq: notes_libpq
  /// The warning with the present result.
  var warning: String?

  init(_ libpq: notes_libpq) { self.libpq = libpq }

  /// Receives the notices of a connection, which must not outlive this object. libpq would print them.
  func receive(from connection: OpaquePointer) {
    _ = libpq.PQsetNoticeReceiver(
      connection,
      { notices, result in
        guard let notices, let result else { return }
        Unmanaged<PostgresNotices>.fromOpaque(notices).takeUnretainedValue().note(result)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ result: OpaquePointer) {
    func field(_ code: Int) -> String? { libpq.PQresultErrorField(result, Int32(code)).map { String(cString: $0) } }
    if field(NOTES_SEVERITY) == "WARNING" { warning = field(NOTES_MESSAGE) ?? "" }
  }
}
