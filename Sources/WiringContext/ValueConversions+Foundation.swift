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
      InternetDate(text)?.date
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
