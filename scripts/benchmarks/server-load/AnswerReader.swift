import NIOCore

/// A reader of responses, which finds their end and their status.
struct AnswerReader {
  struct Answer {
    let status: Int
    let body: ByteBuffer
  }

  /// The reason why a response cannot be read.
  struct Unreadable: Error {}

  private var buffer = ByteBuffer()

  /// Adds received bytes.
  ///
  /// - Returns: The response when it is complete.
  mutating func take(_ bytes: inout ByteBuffer) throws(Unreadable) -> Answer? {
    buffer.writeBuffer(&bytes)
    let view = buffer.readableBytesView
    guard let end = view.endOfHead else {
      if view.count > 65_536 { throw Unreadable() }
      return nil
    }
    let head = String(decoding: view[..<end], as: UTF8.self).lowercased()
    let parts = head.prefix(16).split(separator: " ")
    guard parts.count >= 2, let status = Int(parts[1]),
      let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
      let length = Int(line.dropFirst(15).drop { $0 == " " })
    else { throw Unreadable() }
    let headLength = view.distance(from: view.startIndex, to: end)
    guard buffer.readableBytes >= headLength + length else { return nil }
    buffer.moveReaderIndex(forwardBy: headLength)
    guard let body = buffer.readSlice(length: length) else { throw Unreadable() }
    buffer.discardReadBytes()
    return Answer(status: status, body: body)
  }
}

extension ByteBufferView {
  /// The end of the empty line after the fields.
  fileprivate var endOfHead: Index? {
    let pattern: [UInt8] = [13, 10, 13, 10]
    guard let range = firstRange(of: pattern) else { return nil }
    return range.upperBound
  }
}
