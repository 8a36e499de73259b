import CPostgres
import Foundation
import NotesDomain

/// A connection to PostgreSQL, for the use of one thread at a time.
///
/// Statements are sent in pipelines (<https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>): ``send(_:_:decode:)``
/// adds one, and ``flush()`` waits for the results of all in one round trip. They are not prepared by name, since a pooler
/// that hands out the server's connections by the transaction would not know the names.
///
/// The server limits its statements, but neither a commit that waits for a standby nor its own silence. So each answer has a
/// limit here as well. The server may go on with what it does not answer: closing the connection would not end that, and a
/// pool that connected again and again would use up the server's connections. See ``awaitOverdueAnswer()``.
final class PostgresConnection {
  /// Decodes a statement's result.
  private typealias Decoder = (PostgresConnection, OpaquePointer) throws -> Void

  let libpq: notes_libpq
  private let handle: OpaquePointer
  /// The decoders of the statements whose results were not received yet; `nil` for those without one.
  private var pending: [Decoder?] = []
  /// Whether the options have not arrived, because of a pooler or a service, so that each transaction sets the settings.
  private var lacksOptions = false
  /// The time that the server may take for each answer, which is above its own limits: see ``PostgresAddress/settings``.
  private let answerLimit: Duration
  /// Whether the open transaction may take as long as it takes.
  private var isUnlimited = false
  /// Whether an answer did not come in time.
  private(set) var isOverdue = false
  /// The notices of the present result. libpq has the address of this object, which lives as long as the connection: `deinit`
  /// closes that before the properties are released. libpq reports to it on the thread that uses the connection, while it
  /// takes results.
  private let notices: PostgresNotices
  /// The number of round trips when the present transaction began.
  private var tripsAtBegin = 0
  /// The number of round trips so far.
  private(set) var trips = 0
  /// The bytes of the largest statement or row so far.
  private(set) var largestMessage = 0
  /// Whether libpq keeps a large buffer for the next large message: its buffers grow, and never shrink.
  var hasLargeBuffer: Bool { largestMessage > Self.ordinaryMessage }

  /// The bytes of a message that fits into buffers which every connection may keep.
  private static let ordinaryMessage = BlobPiece.maximumBytes + 65_536

  /// The default for the time that the server may take for an answer.
  static let answerLimit = Duration.seconds(45)

  /// Connects to a database.
  init(_ address: PostgresAddress, answerLimit: Duration = answerLimit) throws {
    let libpq = try Libpq.functions()
    self.libpq = libpq
    self.answerLimit = answerLimit
    notices = PostgresNotices(libpq)
    guard let handle = address.withKeywords({ libpq.PQconnectdbParams($0, $1, 1) }) else {
      throw PostgresError.unreachable(detail: "out of memory")
    }
    self.handle = handle
    guard libpq.PQstatus(handle) == CONNECTION_OK else { throw PostgresError.unreachable(detail: message) }
    let encoding = libpq.PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else {
      throw PostgresError.unsuitable(detail: "its encoding is \(encoding ?? "unknown"), and must be UTF8")
    }
    notices.receive(from: handle)
    guard libpq.PQsetnonblocking(handle, 1) == 0, libpq.PQenterPipelineMode(handle) == 1 else {
      throw PostgresError.unreachable(detail: message)
    }
    try checkSettings(address)
  }

  /// Finds out whether the options have arrived, and whether commits are durable.
  private func checkSettings(_ address: PostgresAddress) throws {
    let settings = try first(
      "SELECT current_setting('\(PostgresAddress.marker)', true) = 'kept', current_setting('synchronous_commit')"
    ) { (hasOptions: $0.bool(0), commit: $0.text(1)) }
    lacksOptions = settings?.hasOptions != true
    guard !lacksOptions || !address.hasOptions else {
      throw PostgresError.unsuitable(
        detail: "a pooler ignores the options of its address; set them for the role instead: ALTER ROLE … SET …")
    }
    guard settings?.commit != "off" else {
      throw PostgresError.unsuitable(
        detail: "synchronous_commit is off, so that it confirms changes that it may lose; "
          + "set it for the role: ALTER ROLE … SET synchronous_commit = on")
    }
  }

  deinit { libpq.PQfinish(handle) }

  /// The descriptor of the connection, which is readable when the server has sent something.
  var socket: Int32 { libpq.PQsocket(handle) }

  // MARK: Statements

  /// Adds the beginning of a transaction to the next round trip.
  ///
  /// - Parameter mode: The transaction's mode in SQL, which the role or the database may have other defaults for.
  func begin(_ mode: String = "ISOLATION LEVEL READ COMMITTED") throws {
    (isUnlimited, tripsAtBegin) = (false, trips)
    try append("BEGIN " + mode)
    if lacksOptions { try append(Self.settings) }
  }

  /// Adds the statement that lets the open transaction take as long as it takes. Locks are waited for as briefly as ever.
  func liftTimeLimit() throws {
    try send("SET LOCAL statement_timeout = 0")
    isUnlimited = true
  }

  /// Adds a statement to the next round trip. Its result is decoded when the trip ends.
  func send(_ sql: String, _ parameters: [PostgresValue] = [], decode: ((PostgresRow) throws -> Void)? = nil) throws {
    try enqueue(
      sql, parameters,
      decoder: decode.map { decode in
        { connection, result in
          for number in 0..<connection.libpq.PQntuples(result) {
            try decode(PostgresRow(libpq: connection.libpq, result: result, number: number))
          }
        }
      })
  }

  /// Runs a statement, after those that were added before, and returns its rows.
  func all<Value>(
    _ sql: String, _ parameters: [PostgresValue] = [], decode: (PostgresRow) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    try withoutActuallyEscaping(decode) { decode in
      try send(sql, parameters) { values.append(try decode($0)) }
      try flush()
    }
    return values
  }

  /// Runs a statement that returns at most one row, or of which only the first counts.
  func first<Value>(
    _ sql: String, _ parameters: [PostgresValue] = [], decode: (PostgresRow) throws -> Value
  ) throws -> Value? {
    try all(sql, parameters, decode: decode).first
  }

  /// Runs a statement, and returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, _ parameters: [PostgresValue] = []) throws -> Int {
    var count = 0
    try enqueue(
      sql, parameters,
      decoder: { connection, result in
        count = connection.libpq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
      })
    try flush()
    return count
  }

  /// Runs statements that are separated by semicolons, without parameters, as one transaction unless one is open. Waits for
  /// them as long as the server does.
  func run(script: String) throws {
    try flush()
    guard libpq.PQexitPipelineMode(handle) == 1 else { throw lost() }
    defer { _ = libpq.PQenterPipelineMode(handle) }
    trips += 1
    let result = libpq.PQexec(handle, script)
    defer { libpq.PQclear(result) }
    try check(result)
  }

  /// Commits the open transaction, together with the statements that were added before.
  ///
  /// - Throws: ``PostgresError/unknownOutcome(detail:)`` when the connection ends meanwhile; after any other error, the
  ///   transaction is not committed.
  func commit() throws {
    // Before the commit: it must turn out neither after it that a result cannot be read, nor by it that the connection was
    // lost while it was idle.
    if trips == tripsAtBegin || pending.contains(where: { $0 != nil }) { try flush() }
    defer { isUnlimited = false }
    do {
      try enqueue(
        "COMMIT", [],
        decoder: { connection, result in
          // A transaction in which a statement failed is rolled back instead, without an error.
          guard connection.libpq.PQcmdStatus(result).map({ String(cString: $0) }) == "COMMIT" else {
            throw PostgresError.refused(state: "25P02", message: "A statement of the transaction failed")
          }
          // Such as that the wait for a standby was cancelled: a failover would lose the transaction.
          if let warning = connection.notices.warning { throw PostgresError.unknownOutcome(detail: warning) }
        })
      try flush()
    } catch let error as PostgresError where error.endsConnection {
      throw error.duringCommit
    }
  }

  /// Runs statements in a transaction.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    try begin()
    let value = try body()
    try commit()
    return value
  }

  /// Rolls the open transaction back, if there is one, with the statements that were added since.
  func rollBack() throws {
    isUnlimited = false
    if !pending.isEmpty {
      pending = pending.map { _ in nil }
      do { try flush() } catch let error as PostgresError where !error.endsConnection {}
    }
    guard libpq.PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
    try run("ROLLBACK")
  }

  // MARK: Round trips

  /// Waits for the results of all statements that were added.
  ///
  /// - Throws: The first error. The statements after it were not executed. After ``PostgresError/unreachable(detail:)`` they
  ///   may be executed later: see ``isOverdue``.
  func flush() throws {
    guard !pending.isEmpty else { return }
    let decoders = pending
    pending = []
    trips += 1
    guard libpq.PQpipelineSync(handle) == 1 else { throw lost() }
    var failure: (any Error)?
    for decoder in decoders {
      do {
        try receive(decoder)
      } catch {
        if case PostgresError.refused(PostgresError.skipped, _) = error { continue }
        guard !isOverdue else { throw error }
        failure = failure ?? error
        if libpq.PQstatus(handle) == CONNECTION_BAD { throw lost() }
      }
    }
    try awaitAnswer(within: limit)
    guard let end = libpq.PQgetResult(handle) else { throw lost() }
    let isSync = libpq.PQresultStatus(end) == PGRES_PIPELINE_SYNC
    libpq.PQclear(end)
    guard isSync else { throw lost() }
    if let failure { throw failure }
  }

  /// Waits for the overdue answer for as long as it takes, or until the connection is lost. It is of no use afterwards.
  func awaitOverdueAnswer() {
    while libpq.PQstatus(handle) == CONNECTION_OK, (try? awaitAnswer(within: nil)) != nil,
      let result = libpq.PQgetResult(handle)
    {
      let isLast = libpq.PQresultStatus(result) == PGRES_PIPELINE_SYNC
      libpq.PQclear(result)
      if isLast { return }
      while let more = libpq.PQgetResult(handle) { libpq.PQclear(more) }
    }
  }

  private var limit: Duration? { isUnlimited ? nil : answerLimit }

  /// Waits until the next result can be taken without waiting. That of a lost connection is an error.
  private func awaitAnswer(within limit: Duration?) throws {
    let deadline = limit.map { ContinuousClock.now + $0 }
    while true {
      // The server may answer, and wait until its answers are read, before everything is sent.
      let unsent = libpq.PQflush(handle)
      guard unsent >= 0, libpq.PQisBusy(handle) == 1, libpq.PQstatus(handle) == CONNECTION_OK else { return }
      let rest = deadline.map { $0 - ContinuousClock.now }
      if let rest, rest <= .zero { throw overdue() }
      var file = pollfd(fd: socket, events: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0)
      let count = poll(&file, 1, rest.map { Int32(clamping: $0.milliseconds + 1) } ?? -1)
      guard count <= 0 || libpq.PQconsumeInput(handle) == 1 else { return }
    }
  }

  /// Adds a statement, and the settings before it if it is a transaction of its own and lacks them.
  private func enqueue(_ sql: String, _ parameters: [PostgresValue], decoder: Decoder?) throws {
    let isFirst = pending.isEmpty && libpq.PQtransactionStatus(handle) == PQTRANS_IDLE
    if isFirst, lacksOptions { try append(Self.settings) }
    try append(sql, parameters, decoder: decoder)
  }

  /// The statement that sets the program's settings for the transaction.
  private static let settings =
    "SELECT " + PostgresAddress.settings.map { "set_config('\($0)', '\($1)', true)" }.joined(separator: ", ")

  private func append(_ sql: String, _ parameters: [PostgresValue] = [], decoder: Decoder? = nil) throws {
    guard !isOverdue else { throw overdue() }
    let types = parameters.map(\.type)
    let lengths = parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }
    largestMessage = max(largestMessage, lengths.reduce(0) { $0 + Int($1) })
    let formats = [Int32](repeating: 1, count: parameters.count)
    let isSent = PostgresValue.withPointers(to: parameters[...]) { values in
      libpq.PQsendQueryParams(handle, sql, Int32(parameters.count), types, values, lengths, formats, 1) == 1
    }
    guard isSent else { throw lost() }
    pending.append(decoder)
  }

  /// Receives and decodes the result of the next statement.
  private func receive(_ decoder: Decoder?) throws {
    notices.warning = nil
    try awaitAnswer(within: limit)
    guard let result = libpq.PQgetResult(handle) else { throw lost() }
    defer {
      libpq.PQclear(result)
      // Each statement's result is followed by nothing, in the sense of PQgetResult.
      while let more = libpq.PQgetResult(handle) { libpq.PQclear(more) }
    }
    try check(result)
    measureRows(of: result)
    try decoder?(self, result)
  }

  private func measureRows(of result: OpaquePointer) {
    // Almost no result has room for a large row.
    guard libpq.PQresultMemorySize(result) > Self.ordinaryMessage else { return }
    let columns = libpq.PQnfields(result)
    for row in 0..<libpq.PQntuples(result) {
      let bytes = (0..<columns).reduce(0) { $0 + Int(libpq.PQgetlength(result, row, $1)) }
      largestMessage = max(largestMessage, bytes)
    }
  }

  private func check(_ result: OpaquePointer?) throws {
    switch libpq.PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
    case PGRES_PIPELINE_ABORTED: throw PostgresError.refused(state: PostgresError.skipped, message: "")
    default:
      guard let state = libpq.PQresultErrorField(result, Int32(NOTES_SQLSTATE)) else { throw lost() }
      let message = libpq.PQresultErrorField(result, Int32(NOTES_MESSAGE)).map { String(cString: $0) }
      throw PostgresError.refused(state: String(cString: state), message: message ?? "")
    }
  }

  // MARK: Notifications

  /// Reads what the server has sent, and returns the payloads of notifications. Does not wait.
  func notifications() throws -> [String] {
    guard libpq.PQconsumeInput(handle) == 1 else { throw lost() }
    var payloads: [String] = []
    while let notification = libpq.PQnotifies(handle) {
      payloads.append(String(cString: notification.pointee.extra))
      libpq.PQfreemem(notification)
    }
    return payloads
  }

  // MARK: Errors

  private func lost() -> PostgresError { .lost(detail: message) }

  private func overdue() -> PostgresError {
    isOverdue = true
    return .unreachable(detail: "the server has not answered for \(answerLimit.secondsRoundedUp) seconds")
  }

  /// The message of libpq about the last error, on one line.
  private var message: String {
    let text = libpq.PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    let line = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix("\t") }.joined(separator: " ")
    return line.isEmpty ? "the connection was closed" : line
  }
}

extension PostgresError {
  /// The state of a statement that was not executed since an earlier one of its pipeline failed. Not one of PostgreSQL's.
  fileprivate static let skipped = "skipped"
}
