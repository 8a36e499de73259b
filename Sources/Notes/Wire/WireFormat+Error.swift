extension WireFormat {
  /// Writes an error: `{"error":"not_found"}`. One about the protocol says which version there is.
  ///
  /// - Parameter error: The error.
  public static func encode(_ error: WireError) -> [UInt8] {
    encode(
      error: error.code.rawValue, detail: error.detail, version: error.code == .unsupportedProtocol ? version : nil)
  }

  /// Reads what ``encode(_:)-(WireError)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  /// - Returns: `nil` for a reason that this program does not know; the status of the answer is what is left then.
  public static func decodeError(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> WireError? {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    let code = try message.text("error")
    var detail: String?
    if message["detail"] != nil {
      detail = try message.text("detail")
      guard detail?.utf8.count ?? 0 <= WireLimit.detail else { throw .undecodable(detail: "'detail' is too long") }
    }
    return WireErrorCode(rawValue: code).map { WireError($0, detail: detail) }
  }

  static func encode(error code: String, detail: String? = nil, version: Int? = nil) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    if let detail { writer.add("detail", detail) }
    writer.add("error", code)
    if let version { writer.add("protocol", Int64(version)) }
    writer.endObject()
    return writer.bytes
  }
}
