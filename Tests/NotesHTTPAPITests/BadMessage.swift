import NotesHTTPAPI

/// Bytes that are no answer, and how a reader says so.
struct BadMessage: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  let problem: MessageDecodingError

  init(_ name: String, _ text: String, _ problem: MessageDecodingError) {
    self.init(name, Array(text.utf8), problem)
  }

  init(_ name: String, _ text: String, _ detail: String) {
    self.init(name, Array(text.utf8), .undecodable(detail: detail))
  }

  init(_ name: String, _ bytes: [UInt8], _ problem: MessageDecodingError) {
    (description, self.bytes, self.problem) = (name, bytes, problem)
  }
}
