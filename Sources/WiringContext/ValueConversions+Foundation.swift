import Foundation
public import Wiring

extension ValueConversions {
  /// The table with the types of Foundation: `URL`, `Date`, `Data`, `UUID` and `TimeZone`.
  ///
  /// - `URL`: with a scheme, as in `https://example.org/notes`; anything else is the path of a file.
  /// - `Date`: as in ISO 8601, `2026-01-31T12:00:00Z`, with a fraction and another offset if wanted; `2026-01-31` is midnight
  ///   in UTC.
  /// - `Data`: in Base64; white space does not count.
  /// - `UUID`: as in `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  /// - `TimeZone`: as in `Europe/Berlin` or `UTC`.
  public static var foundation: ValueConversions {
    var conversions = ValueConversions()
    conversions.add(URL.self, expected: "a URL such as https://example.org, or a path", url)
    conversions.add(Date.self, expected: "a date such as 2026-01-31 or 2026-01-31T12:00:00Z") { text in
      RFC3339Date(text)?.date
    }
    conversions.add(Data.self, expected: "data in Base64") { text in
      Data(base64Encoded: text.filter { !$0.isWhitespace })
    }
    conversions.add(UUID.self, expected: "a UUID such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F") { text in
      UUID(uuidString: text)
    }
    conversions.add(TimeZone.self, expected: "a time zone such as Europe/Berlin or UTC") { text in
      text.isEmpty ? nil : TimeZone(identifier: text)
    }
    return conversions
  }

  private static func url(_ text: String) -> URL? {
    guard let first = text.first, text.allSatisfy({ $0 != "\0" }) else { return nil }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard first.isASCII, first.isLetter, text[scheme.endIndex...].hasPrefix(":") else {
      // Whether it is a folder is taken from the path: no value depends on what is there when it is read.
      return URL(filePath: text, directoryHint: .inferFromPath)
    }
    let rest = text[scheme.endIndex...].dropFirst()
    guard !rest.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else { return nil }
    let needsHost = rest.hasPrefix("//") && scheme.lowercased() != "file"
    return needsHost && (url.host() ?? "").isEmpty ? nil : url
  }
}

/// A moment as ISO 8601 and RFC 3339 write it. Strict, other than Foundation, which takes the 31st of February for a day in
/// March: a date in a file is meant as it stands there.
struct RFC3339Date {
  /// The moment.
  let date: Date

  /// Reads a moment: a day, which is its midnight in UTC, or a day, a time and an offset.
  ///
  /// - Parameter text: The text.
  init?(_ text: String) {
    var scanner = Scanner(rest: Substring(text).utf8)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    var seconds = days * 86_400
    var fraction = 0.0
    if !scanner.isAtEnd {
      guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let time = scanner.time(),
        let offset = scanner.offset(), scanner.isAtEnd
      else { return nil }
      seconds += time.seconds - offset
      fraction = time.fraction
    }
    date = Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// The days since the first of January 1970, in the Gregorian calendar; `nil` for a day that it does not have.
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
      return nil
    }
    let before = year - 1
    let untilYear = before * 365 + before / 4 - before / 100 + before / 400
    return untilYear + lengths.prefix(month - 1).reduce(0, +) + day - 1 - 719_162
  }
}

/// What is left of the text.
private struct Scanner {
  var rest: Substring.UTF8View

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(count)
    return Int(Substring(digits))
  }

  /// Hours and minutes, with seconds and their fraction if they are there.
  mutating func time() -> (seconds: Int, fraction: Double)? {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
    guard take(":") else { return (hour * 3_600 + minute * 60, 0) }
    guard let second = number(2), second < 60 else { return nil }
    var fraction = 0.0
    if take(".") {
      let digits = rest.prefix(while: Self.isDigit)
      guard !digits.isEmpty, let value = Double("0." + Substring(digits)) else { return nil }
      rest.removeFirst(digits.count)
      fraction = value
    }
    return (hour * 3_600 + minute * 60 + second, fraction)
  }

  /// How many seconds a clock there is before UTC.
  mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = number(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = number(2), minutes < 60 else { return nil }
    return (isBehind ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
