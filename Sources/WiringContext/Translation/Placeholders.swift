import Configuration
import Wiring

/// Fills placeholders: `${NAME}`, or `${NAME:what is taken without it}`. `$${` is a literal `${`.
struct Placeholders {
  /// A text that was filled.
  struct Filled {
    let text: String
    /// Whether it had a placeholder.
    let isFilled: Bool
  }

  /// How many problems of one text are told.
  private static let maximum = 10
  /// With more problems than this, the places are those of the values: to find the others takes time.
  private static let maximumExactLocations = 1_000

  private let environment: [String: String]
  private let configuration: ConfigReader?

  init(_ reader: ContextReader) {
    environment = reader.environment
    configuration = reader.configuration
  }

  /// Fills the placeholders of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - position: Where it begins.
  ///   - source: Where it stands.
  ///   - problems: What cannot be filled.
  /// - Returns: The text; `nil` when there was a problem.
  func fill(_ text: String, at position: Position, in source: SourceText, _ problems: inout [Problem]) -> Filled? {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return Filled(text: text, isFilled: false) }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var (index, isFilled, failures) = (0, false, 0)
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "$${".utf8) {
        output += "${".utf8
        index += 3
      } else if rest.starts(with: "${".utf8) {
        isFilled = true
        let end = rest.firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
        let placeholder = Placeholder(bytes[(index + 2)..<end], isClosed: end < bytes.count)
        switch value(of: placeholder) {
        case .success(let value): output += value.utf8
        case .failure(let failure):
          failures += 1
          guard failures <= Self.maximum else { return nil }
          let written = String(decoding: bytes[index..<min(end, index + 40)], as: UTF8.self)
          let isFew = problems.count < Self.maximumExactLocations
          let location =
            isFew
            ? source.location(of: written, number: Self.count(written, in: bytes[..<index]), from: position)
            : source.location(position)
          problems.append(failure.problem(written, at: location))
        }
        index = end + 1
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return failures == 0 ? Filled(text: String(decoding: output, as: UTF8.self), isFilled: isFilled) : nil
  }

  private func value(of placeholder: Placeholder?) -> Result<String, Failure> {
    guard let placeholder else { return .failure(.malformed) }
    guard !placeholder.hasPlaceholder else { return .failure(.nested) }
    let name = placeholder.name
    // Whoever reports accesses must not report what may be a secret.
    let value = environment[name] ?? configuration?.string(forKey: ConfigKey(name), isSecret: true)
    return (value ?? placeholder.fallback).map(Result.success) ?? .failure(.missing(name))
  }

  /// How often a piece of text stands before a place.
  private static func count(_ piece: String, in bytes: ArraySlice<UInt8>) -> Int {
    let wanted = Array(piece.utf8)
    return bytes.indices.count { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
  }
}

extension Placeholders {
  /// What stands between `${` and `}`.
  fileprivate struct Placeholder {
    let name: String
    let fallback: String?

    init?(_ bytes: ArraySlice<UInt8>, isClosed: Bool) {
      guard isClosed else { return nil }
      let parts = bytes.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let letter = first.first, first.allSatisfy({ Self.isPart($0) }),
        letter != UInt8(ascii: ".")
      else { return nil }
      name = String(decoding: first, as: UTF8.self)
      fallback = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
    }

    var hasPlaceholder: Bool { fallback?.contains("${") == true }

    private static func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  fileprivate enum Failure: Error {
    case malformed
    case nested
    case missing(String)

    func problem(_ written: String, at location: SourceLocation) -> Problem {
      switch self {
      case .malformed: .malformedPlaceholder(written, at: location)
      case .nested: .nestedPlaceholder(written, at: location)
      case .missing(let name): .missingPlaceholder(name, at: location)
      }
    }
  }
}
