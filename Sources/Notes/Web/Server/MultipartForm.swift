import HTTPTypes
import NotesDomain

/// A form with files, `multipart/form-data` (RFC 7578). No package here parses it.
struct MultipartForm: Sendable, Hashable {
  private(set) var fields = FormFields()
  private(set) var files: [UploadedFile] = []

  /// The maximum number of parts, and of bytes in the head of one.
  private static let maximumParts = 1_000
  private static let maximumHeadBytes = 8_192

  /// Returns the boundary of a media type; `nil` for another type.
  static func boundary(of type: String) -> String? {
    guard type.lowercased().hasPrefix("multipart/form-data;") else { return nil }
    return parameter("boundary", of: type)
  }

  /// Parses a body. O(n).
  ///
  /// - Throws: ``WebFailure`` for a body that is malformed or has too many parts.
  @inline(never)  // the optimizer of Swift 6.3 crashes on an asynchronous function with this in it
  init(_ bytes: [UInt8], boundary: String) throws {
    guard (1...70).contains(boundary.utf8.count) else { throw WebFailure.malformed }
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter has no line break before it.
    guard bytes.starts(with: delimiter.dropFirst(2)) else { throw WebFailure.malformed }
    var position = delimiter.count - 2
    for _ in 0..<Self.maximumParts {
      if bytes[position...].starts(with: "--".utf8) { return }
      guard bytes[position...].starts(with: "\r\n".utf8),
        let head = Self.index(of: Array("\r\n\r\n".utf8), in: bytes, from: position, limit: Self.maximumHeadBytes),
        let end = Self.index(of: delimiter, in: bytes, from: head + 2)
      else { throw WebFailure.malformed }
      guard add(head: bytes[position..<head], content: bytes[min(head + 4, end)..<end]) else {
        throw WebFailure.malformed
      }
      position = end + delimiter.count
    }
    throw WebFailure.tooManyParts
  }

  private mutating func add(head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) -> Bool {
    guard let head = String(validating: head, as: UTF8.self) else { return false }
    // A line break is always one character.
    let disposition = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let disposition, let name = Self.parameter("name", of: String(disposition)) else { return false }
    if let file = Self.parameter("filename", of: String(disposition)) {
      files.append(UploadedFile(field: name, name: file, bytes: Array(content)))
      return true
    }
    guard let text = String(validating: content, as: UTF8.self) else { return false }
    fields.add(name, text)
    return true
  }

  /// Returns a parameter of a field. Browsers escape quotes and line breaks in a name, and leave all else as it is
  /// (<https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data>).
  private static func parameter(_ name: String, of field: String) -> String? {
    // By scalars: a combining mark at the beginning of a name would make another character of the quote.
    let parameters = /;[ \t]*([^=;"]+)=(?:"([^"]*)"|([^;]*))/.matchingSemantics(.unicodeScalar)
    for match in field.matches(of: parameters) where match.1.lowercased() == name {
      return (match.2 ?? match.3 ?? "").replacingBytes(of: "%22", with: "\"").replacingBytes(of: "%0D", with: "\r")
        .replacingBytes(of: "%0A", with: "\n")
    }
    return nil
  }

  private static func index(
    of pattern: [UInt8], in bytes: [UInt8], from start: Int, limit: Int? = nil
  ) -> Int? {
    let last = min(bytes.count - pattern.count, limit.map { start + $0 } ?? .max)
    var index = start
    while index <= last {
      if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) { return index }
      index += 1
    }
    return nil
  }
}

extension WebFailure {
  fileprivate static let tooManyParts = WebFailure(
    status: .contentTooLarge, message: "The form has a thousand files or more.", hint: "Attach fewer at a time.")
}
