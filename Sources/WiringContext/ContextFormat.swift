/// How a context file is written. The extension of its name says which.
public enum ContextFormat: String, Sendable, Hashable, CaseIterable {
  /// Elements and attributes.
  case xml
  /// A property list in its XML form; the binary form is refused.
  case propertyList = "plist"
  /// RFC 8259, to the letter: no comments, no trailing commas.
  case json
  /// One YAML document without tags; plain scalars mean what the core schema of YAML 1.2 says.
  case yaml

  /// The extensions of file names, each with its format.
  static let extensions: [(name: String, format: ContextFormat)] = [
    ("json", .json), ("plist", .propertyList), ("xml", .xml), ("yaml", .yaml), ("yml", .yaml),
  ]

  /// The format of a file, by its name; `nil` when the extension is none of these.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let known = Self.extensions.first(where: { $0.name == ending }) else { return nil }
    self = known.format
  }

  /// The format in words.
  var words: String {
    switch self {
    case .xml: "XML"
    case .propertyList: "a property list"
    case .json: "JSON"
    case .yaml: "YAML"
    }
  }
}
