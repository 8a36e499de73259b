import NotesDomain
package import NotesFronts
import Synchronization

/// Configuration files in memory, in a simple form of their own: a line each for `key: value`, with two spaces in groups.
///
/// ```swift
/// fakes.configuration.files["/home/ada/.config/notesctl/config.yaml"] = """
///   editor: vim
///   searches:
///     reading: tag:book
///   """
/// ```
package final class InMemoryConfigurationFiles: ConfigurationFiles {
  private let texts = Mutex<[String: String]>([:])

  package init() {}

  /// The texts of the files by path.
  package var files: [String: String] {
    get { texts.withLock { $0 } }
    set { texts.withLock { $0 = newValue } }
  }

  package func read(_ path: String) throws(ConfigurationFileError) -> ConfigurationFile? {
    guard let text = files[path] else { return nil }
    var (entries, group): ([ConfigurationFile.Entry], String?) = ([], nil)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      guard !content.isEmpty, !content.hasPrefix("#") else { continue }
      let location = ConfigurationLocation(path: path, line: index + 1, column: line.count - content.count + 1)
      let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw .malformed(location, detail: "keys with texts were expected, such as 'editor: vim'")
      }
      let value = parts[1].drop { $0 == " " }
      if content.count == line.count, value.isEmpty {
        group = String(parts[0])
      } else {
        if content.count == line.count { group = nil }
        if let first = entries.first(where: { $0.group == group && $0.key == parts[0] }) {
          throw .malformed(first.location, detail: "the key '\(parts[0])' is there twice")
        }
        entries.append(
          ConfigurationFile.Entry(group: group, key: String(parts[0]), value: String(value), location: location))
      }
    }
    return ConfigurationFile(entries)
  }

  package func create(_ path: String, containing text: String) throws(ConfigurationFileError) {
    texts.withLock { texts in texts[path] = texts[path] ?? text }
  }
}
