/// Refuses YAML that would cost more than it can be worth, before a parser sees it.
///
/// Anchors are what a "billion laughs" is made of: a few lines that expand to gigabytes. No tool writes them into front
/// matter. Whether a sign is an anchor only a parser can say, so that this lets a handful of suspects pass, too few to do
/// harm; the reader then refuses each real one.
enum YAMLGuard {
  /// The most bytes of front matter: enough to list a thousand attachments.
  static let maximumBytes = 524_288
  /// The most levels of brackets, and of lists within lists on one line.
  private static let maximumDepth = 64
  /// The most signs that may be aliases when one may be an anchor.
  private static let maximumSuspects = 4

  /// Throws when the front matter is not to be parsed.
  static func check(_ yaml: String) throws(FrontMatterProblem) {
    guard yaml.utf8.count <= maximumBytes else {
      throw .malformed(line: 1, detail: "the front matter has more than \(maximumBytes) bytes")
    }
    var (line, depth, dashes, anchors, aliases) = (2, 0, 0, 0, 0)
    var previous = UInt8(ascii: "\n")
    var beforePrevious = previous
    for byte in yaml.utf8 {
      let followsSeparator = " \t\n\r[{,".utf8.contains(beforePrevious)
      if previous == UInt8(ascii: "&"), followsSeparator, !" \t\n\r".utf8.contains(byte) { anchors += 1 }
      if previous == UInt8(ascii: "*"), followsSeparator, !" \t\n\r".utf8.contains(byte) { aliases += 1 }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): (line, dashes) = (line + 1, 0)
      case UInt8(ascii: " ") where previous == UInt8(ascii: "-") || previous == UInt8(ascii: "?"): dashes += 1
      default: break
      }
      guard depth <= maximumDepth, dashes <= maximumDepth else {
        throw .malformed(line: line, detail: "the values are nested too deeply")
      }
      guard anchors == 0 || anchors <= maximumSuspects && aliases <= maximumSuspects else {
        throw .anchor(line: line)
      }
      (beforePrevious, previous) = (previous, byte)
    }
  }
}

extension FrontMatterProblem {
  /// The problem that a value has a name.
  static func anchor(line: Int) -> FrontMatterProblem {
    .malformed(line: line, detail: "anchors (&) and aliases (*) are not accepted")
  }
}
