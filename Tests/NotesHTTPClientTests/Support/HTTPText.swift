/// Answers of HTTP, as they go over the network.
enum HTTPText {
  /// An answer that says how long it is.
  static func answer(
    _ status: String = "200 OK", type: String? = "application/json", fields: [String] = [], _ body: String = ""
  ) -> [UInt8] {
    let head = ["HTTP/1.1 \(status)"] + (type.map { ["Content-Type: \($0)"] } ?? []) + fields
    return Array(
      (head + ["Content-Length: \(body.utf8.count)", "Connection: close", "", body]).joined(separator: "\r\n").utf8)
  }

  /// An answer to a request that was understood.
  static func json(_ body: String) -> [UInt8] { answer("200 OK", body) }

  /// An answer whose end is where the connection ends.
  static func endingWithConnection(_ body: String, type: String = "application/json") -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n\(body)".utf8)
  }

  /// An answer in chunks.
  static func chunked(_ chunks: [String], type: String = "application/json") -> [UInt8] {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
    let body = (chunks + [""]).map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    return Array((head + body).utf8)
  }
}
