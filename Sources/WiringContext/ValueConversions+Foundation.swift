import Foundation
public import WiringDefinitions

extension ValueConversions {
  /// The conversions of Foundation's types: `URL`, `Date`, `Data`, `UUID` and `TimeZone`.
  ///
  /// - `URL`: with a scheme, as in `https://example.org/notes`; any other text is the path of a file.
  /// - `Date`: in RFC 3339, as in `2026-01-31T12:00:00Z`, optionally with a fraction and another offset; `2026-01-31` is
  ///   midnight in UTC.
  /// - `Data`: in Base64; white space is ignored.
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
      // From the path, not the file system: a value must not depend on which files exist when it is read.
      return URL(filePath: text, directoryHint: .inferFromPath)
    }
    let rest = text[scheme.endIndex...].dropFirst()
    guard !rest.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false) else { return nil }
    let needsHost = rest.hasPrefix("//") && scheme.lowercased() != "file"
    return needsHost && (url.host() ?? "").isEmpty ? nil : url
  }
}

/// A date in the notation of RFC 3339: a day, which is its midnight in UTC, or a day, a time and an offset.
///
/// Foundation's parsers are not used, because they read 31 February as a day in March, nor is `Regex`, which would have to be
/// compiled for each date, because it is not `Sendable`.
struct RFC3339Date {
  let date: Date

  init?(_ text: String) {
    var scanner = DigitScanner(rest: Substring(text).utf8)
    guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
      scanner.skip("-"), let day = scanner.number(digits: 2), let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    var (seconds, fraction) = (days * 86_400, 0.0)
    if !scanner.rest.isEmpty {
      guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let time = scanner.time(),
        let offset = scanner.offset(), scanner.rest.isEmpty
      else { return nil }
      seconds += time.seconds - offset
      fraction = time.fraction
    }
    date = Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Returns the days since 1 January 1970 in the proleptic Gregorian calendar; `nil` for a day that does not exist.
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

/// A scanner of the fields of a date.
private struct DigitScanner {
  /// The remaining text.
  var rest: Substring.UTF8View

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with exactly as many digits, below a limit.
  mutating func number(digits count: Int, below limit: Int = .max) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.isDigit), let number = Int(Substring(digits)), number < limit
    else { return nil }
    rest.removeFirst(count)
    return number
  }

  /// Reads hours and minutes, with optional seconds and their optional fraction.
  mutating func time() -> (seconds: Int, fraction: Double)? {
    guard let hour = number(digits: 2, below: 24), skip(":"), let minute = number(digits: 2, below: 60) else {
      return nil
    }
    guard skip(":") else { return (hour * 3_600 + minute * 60, 0) }
    guard let second = number(digits: 2, below: 60) else { return nil }
    let seconds = hour * 3_600 + minute * 60 + second
    guard skip(".") else { return (seconds, 0) }
    let digits = rest.prefix(while: \.isDigit)
    guard !digits.isEmpty, let fraction = Double("0." + Substring(digits)) else { return nil }
    rest.removeFirst(digits.count)
    return (seconds, fraction)
  }

  /// Reads the offset from UTC, in seconds.
  mutating func offset() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(digits: 2, below: 24) else { return nil }
    _ = skip(":")
    guard let minutes = number(digits: 2, below: 60) else { return nil }
    return (isBehind ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}
