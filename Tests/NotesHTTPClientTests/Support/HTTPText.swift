/// The bytes of HTTP responses.
enum HTTPText {
  /// Returns a response with a Content-Length header.
  static func response(
    _ status: String = "200 OK", type: String? = "application/json", fields: [String] = [], _ body: String = ""
  ) -> [UInt8] {
    let head = ["HTTP/1.1 \(status)"] + (type.map { ["Content-Type: \($0)"] } ?? []) + fields
    return Array(
      (head + ["Content-Length: \(body.utf8.count)", "Connection: close", "", body]).joined(separator: "\r\n").utf8)
  }

  /// Returns a successful response.
  static func json(_ body: String) -> [UInt8] { response("200 OK", body) }

  /// Returns a response that ends with the connection.
  static func endingWithConnection(_ body: String, type: String = "application/json") -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n\(body)".utf8)
  }

  /// Returns a chunked response.
  static func chunked(_ chunks: [String], type: String = "application/json") -> [UInt8] {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
    let body = (chunks + [""]).map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    return Array((head + body).utf8)
  }
}
