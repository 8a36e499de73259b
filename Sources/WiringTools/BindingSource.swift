import Wiring

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts that only the source of a binding says: a function that returns `any Clock` hides its type.
struct BindingSource: Sendable, Hashable {
  /// The type whose initializer is bound, as it is written; `nil` for a closure.
  var implementation: String?
  /// The address that opens the binding in an editor.
  var editor: String?

  var json: JSONValue {
    let members = [("implementation", implementation), ("editor", editor)].compactMap { name, value in
      value.map { JSONValue.Member(name: name, value: .string($0)) }
    }
    return .object(members)
  }
}

/// A reader of the sources of bindings, each file once.
struct BindingSourceReader {
  let sources: SourceTree
  /// The editor that links lead to; `nil` for a page without links, which then has no path of this machine.
  let editor: EditorLink?
  private var files: [String: [[UInt8]]] = [:]

  init(_ sources: SourceTree, editor: EditorLink?) {
    self.sources = sources
    self.editor = editor
  }

  /// Returns what the sources say of each binding, by its position.
  mutating func read(_ graph: GraphDescription) -> [BindingSource] {
    graph.bindings.map { binding in
      guard binding.module != "Wiring", let path = sources.path(of: binding.location) else { return BindingSource() }
      return BindingSource(
        implementation: implementation(at: binding.location, in: path),
        editor: editor?.address(of: binding.location, in: path))
    }
  }

  /// The first argument of a call that is a reference to an initializer: `SystemClock` in `bind((any Clock).self,
  /// SystemClock.init)`.
  private mutating func implementation(at location: SourceLocation, in path: String) -> String? {
    let lines = lines(of: path)
    guard lines.indices.contains(location.line - 1) else { return nil }
    // A call is seldom longer.
    let text = lines[(location.line - 1)..<min(lines.count, location.line + 11)].joined(separator: [UInt8(ascii: "\n")])
    let call = String(decoding: Array(text).dropFirst(max(0, location.column - 1)), as: UTF8.self)
    return Self.arguments(of: call).lazy.compactMap(Self.initializedType).first
  }

  private mutating func lines(of path: String) -> [[UInt8]] {
    if let known = files[path] { return known }
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    files[path] = lines
    return lines
  }

  /// Returns the arguments of the call that a text begins with; empty where it begins with no call, or the call does not end.
  static func arguments(of text: String) -> [String] {
    let code = withoutTextAndComments(text)
    guard let start = code.firstIndex(of: "("), code[..<start].allSatisfy({ $0.isLetter || $0 == "." }) else {
      return []
    }
    var arguments: [String] = []
    var (depth, begin, previous) = (0, code.index(after: start), Character(" "))
    for index in code[start...].indices {
      let character = code[index]
      defer { previous = character }
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      // The arguments of a type, rather than an operator.
      case "<" where previous.isLetter || previous.isNumber: depth += 1
      case ">" where previous != "-" && previous != "=": depth -= 1
      default: break
      }
      guard depth == 0 || depth == 1 && character == "," else { continue }
      arguments.append(String(code[begin..<index]))
      if depth == 0 { return arguments }
      begin = code.index(after: index)
    }
    return []
  }

  /// Returns code without comments, and with empty strings, whose contents could be taken for code.
  private static func withoutTextAndComments(_ text: String) -> String {
    var (result, rest) = ("", text.replacing("\r\n", with: "\n")[...])
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else if character == "\"" {
        let mark = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(mark.count)
        while !rest.isEmpty, !rest.hasPrefix(mark) { rest = rest.dropFirst(rest.first == "\\" ? 2 : 1) }
        rest = rest.dropFirst(mark.count)
        result += "\"\""
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  /// Returns the type of a reference to an initializer, or to the function that `@Injectable` writes; `nil` for another
  /// argument.
  static func initializedType(_ argument: String) -> String? {
    var value = argument.filter { !$0.isWhitespace }
    if value.hasPrefix("async:") { value.removeFirst("async:".count) }
    let end = value.firstRange(of: ".init") ?? value.firstRange(of: ".wired")
    guard let end, let first = value.first, first.isUppercase else { return nil }
    let (type, rest) = (value[..<end.lowerBound], value[end.upperBound...])
    let isReference = rest.isEmpty || rest.first == "(" && rest.last == ")" && rest.contains(":")
    let isType = type != "Self" && type.allSatisfy { $0.isLetter || $0.isNumber || "._<>,[]".contains($0) }
    return isReference && isType ? String(type).replacing(",", with: ", ") : nil
  }
}

/// An editor, by the address with which it opens a file.
struct EditorLink: Sendable, Hashable {
  /// The address, with `{path}`, `{line}` and `{column}`.
  private let pattern: String

  /// The known editors. Others are given as an address.
  static let known = [
    "cursor": "cursor://file{path}:{line}:{column}", "idea": "idea://open?file={path}&line={line}",
    "vscode": "vscode://file{path}:{line}:{column}", "zed": "zed://file{path}:{line}:{column}",
  ]

  static var names: String { known.keys.sorted().joined(separator: ", ") }

  init(_ name: String) throws(UsageError) {
    pattern = Self.known[name] ?? name
    let scheme = pattern.split(separator: ":", maxSplits: 1)[...].first ?? ""
    guard pattern.contains("://"), pattern.contains("{path}"), !scheme.isEmpty,
      scheme.allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) }),
      !["javascript", "data", "vbscript"].contains(scheme.lowercased())
    else {
      throw UsageError(
        "unknown editor '\(name)'; it is one of: \(Self.names), or an address such as editor://open{path}:{line}")
    }
  }

  func address(of location: SourceLocation, in path: String) -> String {
    pattern.replacing("{path}", with: Self.encoded(path)).replacing("{line}", with: String(location.line))
      .replacing("{column}", with: String(location.column))
  }

  /// The path with all bytes encoded that have a meaning in an address.
  private static func encoded(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || "/-._~".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(scalar) : "%\(digits.count == 1 ? "0" : "")\(digits)"
    }.joined()
  }
}
