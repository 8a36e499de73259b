import Wiring
import Yams

import enum Yams.Node

/// A check of the aliases of a text before they are expanded.
///
/// Yams returns a tree in which each alias is a copy of its value, and compares the keys of each map while it parses: a text of a
/// few lines can expand beyond all time, and nest beyond all stacks. So a copy of the text is parsed first, in which the aliases
/// are words: its tree is no larger than the text, and tells what they would add.
struct YAMLAliases {
  /// The character that stands for `*` in the copy: one of the private use area, which texts do not contain, so that positions
  /// stay.
  private static let mark: Unicode.Scalar = "\u{F8FE}"

  /// The size of a value with its aliases expanded.
  private struct Extent {
    var depth = 1
    var count = 1

    mutating func contain(_ inner: Extent) {
      depth = max(depth, inner.depth + 1)
      let (sum, isTooLarge) = count.addingReportingOverflow(inner.count)
      count = isTooLarge ? .max : sum
    }
  }

  private let source: SourceText
  private let maximumCount: Int
  private var anchors: [String: Extent] = [:]

  /// Throws for a text whose aliases are keys, or expand to too much.
  ///
  /// - Parameter maximumCount: The maximum number of values with all aliases expanded.
  static func check(_ source: SourceText, maximumCount: Int) throws(ReadError) {
    guard source.bytes.contains(UInt8(ascii: "*")) else { return }
    let mark = Array(String(Self.mark).utf8)
    let copy = source.bytes.flatMap { $0 == UInt8(ascii: "*") ? mark : [$0] }
    var duplicates = YAMLDuplicateKeys(String(decoding: copy, as: UTF8.self))
    guard let (root, parser) = try YAMLReader.tree(source, &duplicates) else { return }
    defer { withExtendedLifetime(parser) {} }
    var aliases = YAMLAliases(source: source, maximumCount: maximumCount)
    _ = try aliases.extent(of: root, depth: 1)
  }

  private init(source: SourceText, maximumCount: Int) {
    self.source = source
    self.maximumCount = maximumCount
  }

  private mutating func extent(of node: Node, depth: Int) throws(ReadError) -> Extent {
    let position = YAMLReader.position(node.mark)
    guard depth <= Limits.maximumDepth else { throw source.tooDeep(at: position) }
    var extent = Extent()
    switch node {
    case .scalar: if let name = try alias(node) { extent = anchors[name] ?? extent }
    case .sequence(let sequence):
      for element in sequence { extent.contain(try self.extent(of: element, depth: depth + 1)) }
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard case .scalar = key, Self.aliasText(key) == nil else {
          throw source.malformed(.yaml, "a key is not text", at: YAMLReader.position(key.mark))
        }
        extent.contain(try self.extent(of: value, depth: depth + 1))
      }
    case .alias: break
    }
    guard extent.depth <= Limits.maximumDepth else { throw source.tooDeep(at: position) }
    guard extent.count <= maximumCount else { throw source.expandsTooFar(at: position) }
    if let anchor = node.anchor { anchors[anchor.rawValue] = extent }
    return extent
  }

  /// Returns the name of an alias; `nil` for another value.
  ///
  /// - Throws: An error for an alias with more behind it. In the original, `[*a:*b]` is a map with two aliases.
  private func alias(_ node: Node) throws(ReadError) -> String? {
    guard let name = Self.aliasText(node) else { return nil }
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName else {
      throw source.malformed(.yaml, "an alias is followed by something else", at: YAMLReader.position(node.mark))
    }
    return name
  }

  /// Returns the text behind the mark of an alias; `nil` for another value. No word of the original begins with `*` outside of
  /// quotes.
  private static func aliasText(_ node: Node) -> String? {
    guard case .scalar(let scalar) = node, scalar.style == .plain, scalar.string.unicodeScalars.first == mark else {
      return nil
    }
    return String(scalar.string.unicodeScalars.dropFirst())
  }
}

extension SourceText {
  /// Returns the error of aliases that expand to too many values.
  func expandsTooFar(at position: Position) -> ReadError {
    ReadError(
      "the aliases expand to more than \(Limits.maximumAliasExpansion) values", at: location(position),
      fix: "write the values out, or refer to a definition")
  }
}
