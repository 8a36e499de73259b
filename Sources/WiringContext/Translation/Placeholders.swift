import Configuration
import Wiring

/// The values of placeholders: `${NAME}`, or `${NAME:default}`. `$${` is a literal `${`.
struct Placeholders {
  /// A text with its placeholders filled.
  struct Filled {
    let text: String
    /// Whether the text had a placeholder.
    let isFilled: Bool
  }

  /// The maximum number of reported problems of one text.
  private static let maximumProblems = 10
  /// The number of problems after which the location of the value is used, because finding the exact one takes time.
  private static let maximumExactLocations = 1_000

  private let environment: [String: String]
  private let configuration: ConfigReader?

  init(_ reader: ContextReader) {
    environment = reader.environment
    configuration = reader.configuration
  }

  /// Fills the placeholders of a text at a position of a file; returns `nil` when there was a problem.
  func fill(
    _ text: String, at position: Position, in source: SourceText, reportingTo problems: inout [Problem]
  ) -> Filled? {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return Filled(text: text, isFilled: false) }
    let bytes = Array(text.utf8)
    let closing = Self.closingBraces(in: bytes)
    var output: [UInt8] = []
    var (index, isFilled, failures) = (0, false, 0)
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "$${".utf8) {
        output += "${".utf8
        index += 3
      } else if rest.starts(with: "${".utf8) {
        isFilled = true
        let closed = closing[index + 1]
        let end = closed > 0 ? closed : rest.firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
        let placeholder = Placeholder(bytes[(index + 2)..<end], isClosed: end < bytes.count)
        if let value = placeholder.flatMap({ value(of: $0) }) {
          output += value.utf8
        } else {
          failures += 1
          guard failures <= Self.maximumProblems else { return nil }
          let notation = String(decoding: bytes[index..<min(end, index + 40)], as: UTF8.self)
          let isFew = problems.count < Self.maximumExactLocations
          let location =
            isFew
            ? source.location(of: notation, occurrence: Self.count(notation, in: bytes[..<index]), from: position)
            : source.location(position)
          problems.append(Self.problem(of: placeholder, notation, at: location))
        }
        index = end + 1
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return failures == 0 ? Filled(text: String(decoding: output, as: UTF8.self), isFilled: isFilled) : nil
  }

  /// Returns for each opening brace the position of the one that closes it; 0 for others. A default may contain braces in pairs,
  /// as in `${TEMPLATE:/notes/{id}}`. In one pass, since a text may have many.
  private static func closingBraces(in bytes: [UInt8]) -> [Int] {
    var closing = Array(repeating: 0, count: bytes.count)
    var open: [Int] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "{") { open.append(index) }
      if byte == UInt8(ascii: "}"), let start = open.popLast() { closing[start] = index }
    }
    return closing
  }

  private func value(of placeholder: Placeholder) -> String? {
    if placeholder.hasPlaceholder { return nil }
    let name = placeholder.name
    return environment[name] ?? configuration?.text(of: ConfigKey(name)) ?? placeholder.fallback
  }

  /// Returns the problem of a placeholder without a value; of a malformed one if it is `nil`.
  private static func problem(
    of placeholder: Placeholder?, _ notation: String, at location: SourceLocation
  ) -> Problem {
    guard let placeholder else { return .malformedPlaceholder(notation, at: location) }
    return placeholder.hasPlaceholder
      ? .nestedPlaceholder(notation, at: location) : .missingPlaceholder(placeholder.name, at: location)
  }

  /// Returns the number of occurrences of a text.
  private static func count(_ text: String, in bytes: ArraySlice<UInt8>) -> Int {
    let wanted = Array(text.utf8)
    return bytes.indices.count { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }
}

extension ConfigReader {
  /// Returns a value of any type as text. Marked as secret, so that access reporters do not log it.
  fileprivate func text(of key: ConfigKey) -> String? {
    string(forKey: key, isSecret: true) ?? int(forKey: key, isSecret: true).map { "\($0)" }
      ?? double(forKey: key, isSecret: true).map { "\($0)" } ?? bool(forKey: key, isSecret: true).map { "\($0)" }
  }
}

extension Placeholders {
  /// The text between `${` and `}`.
  fileprivate struct Placeholder {
    let name: String
    let fallback: String?

    init?(_ bytes: ArraySlice<UInt8>, isClosed: Bool) {
      guard isClosed else { return nil }
      let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let letter = first.first, letter != UInt8(ascii: "."),
        first.allSatisfy({ $0.isASCIILetterOrDigit || "_.-".utf8.contains($0) })
      else { return nil }
      name = String(decoding: first, as: UTF8.self)
      let written = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
      hasPlaceholder = written?.replacing("$${", with: "").contains("${") == true
      fallback = written?.replacing("$${", with: "${")
    }

    let hasPlaceholder: Bool
  }
}
