import Foundation
import NotesDisk
import NotesDomain
package import NotesFronts
import Yams

/// Configuration files in YAML on the disk.
package struct DiskConfigurationFiles: ConfigurationFiles {
  private static let maximumBytes = 1_000_000
  /// The number of the owners that a container does not have, Linux's overflow user.
  private static let outside: UInt32 = 65_534

  package init() {}

  package func read(_ path: String) throws(ConfigurationFileError) -> ConfigurationFile? {
    let contents: FileContents?
    do { contents = try FileContents(following: path, limit: Self.maximumBytes) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard let file = contents else { return nil }
    // Not of a group: with the umask of some systems, new files are writable by a group that has only their owner.
    // In a container, owners from outside have one number, and root may be among them.
    let isOutside = file.owner == Self.outside && file.permissions & 0o022 == 0
    guard file.owner == geteuid() || file.owner == 0 || isOutside, file.permissions & 0o002 == 0 else {
      throw .writableByOthers(path: path)
    }
    guard let text = file.text() else {
      throw .unreadable(path: path, reason: "it is not UTF-8")
    }
    return ConfigurationFile(try ConfigurationParser(path: path).entries(in: text))
  }

  package func create(_ path: String, containing text: String) throws(ConfigurationFileError) {
    guard access(path, F_OK) != 0 else { return }
    let folder = path.enclosingPath
    do {
      if !folder.isEmpty { try PrivateFiles.makeFolder(folder) }
      try PrivateFiles.write([text], to: path, isDurable: false)
    } catch {
      throw .unwritable(path: path, reason: (error as? SystemError)?.reason ?? "\(error)")
    }
  }
}

/// The parser of a configuration file's YAML: a mapping of texts, and of mappings of texts.
private struct ConfigurationParser {
  let path: String

  func entries(in yaml: String) throws(ConfigurationFileError) -> [ConfigurationFile.Entry] {
    do {
      // Every scalar is a text: `color: never` and `page-size: 20` mean what they say.
      let parser = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
      guard let root = try parser.singleRoot() else { return [] }
      return try withExtendedLifetime(parser) { try entries(in: root, group: nil) }
    } catch let error as ConfigurationFileError {
      throw error
    } catch {
      let problem = (error as? YamlError)?.problem ?? (line: 1, column: 1, text: "\(error)")
      throw .malformed(
        ConfigurationLocation(path: path, line: problem.line, column: problem.column), detail: problem.text)
    }
  }

  private func entries(in node: Node, group: String?) throws(ConfigurationFileError) -> [ConfigurationFile.Entry] {
    // An empty group.
    if let scalar = node.scalar, ["", "~", "null"].contains(scalar.string), group != nil { return [] }
    guard let mapping = node.mapping else {
      throw .malformed(location(of: node), detail: "keys with texts were expected, such as 'editor: vim'")
    }
    var entries: [ConfigurationFile.Entry] = []
    var names: Set<String> = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else {
        throw .malformed(location(of: key), detail: "a key is a text")
      }
      // For Yams, keys with different tags are different.
      guard names.insert(name).inserted else {
        throw .malformed(location(of: key), detail: "the key '\(name)' is there twice")
      }
      if let text = value.scalar?.string {
        entries.append(ConfigurationFile.Entry(group: group, key: name, value: text, location: location(of: key)))
      } else if group == nil, value.mapping != nil {
        entries += try self.entries(in: value, group: name)
      } else {
        throw .malformed(location(of: value), detail: "the value of '\(name)' is not a text")
      }
    }
    return entries
  }

  private func location(of node: Node) -> ConfigurationLocation {
    ConfigurationLocation(path: path, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }
}

extension YamlError {
  /// The position and text of a problem of the scanner or parser; `nil` for other problems.
  fileprivate var problem: (line: Int, column: Int, text: String)? {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, mark.column, problem)
    case .duplicatedKeysInMapping(let duplicates, let context):
      (
        context.mark.line, context.mark.column,
        "the key '\(duplicates.sorted().joined(separator: "', '"))' is there twice"
      )
    default: nil
    }
  }
}
