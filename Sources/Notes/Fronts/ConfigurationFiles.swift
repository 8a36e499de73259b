package import NotesDomain

/// Access to the configuration files that people write.
package protocol ConfigurationFiles: Sendable {
  /// Reads a file; `nil` if there is none.
  func read(_ path: String) throws(ConfigurationFileError) -> ConfigurationFile?

  /// Creates a file with a text, readable by its owner only, and the folders above it. Leaves an existing file as it is.
  func create(_ path: String, containing text: String) throws(ConfigurationFileError)
}

/// A configuration file: keys with texts, of which some are in groups.
///
/// ```yaml
/// editor: vim
/// searches:
///   reading: tag:book -is:archived
/// ```
package struct ConfigurationFile: Sendable, Hashable {
  /// A key with its text.
  package struct Entry: Sendable, Hashable {
    /// The key of the group; `nil` for an entry outside of groups.
    package let group: String?
    package let key: String
    package let value: String
    package let location: ConfigurationLocation

    package init(group: String? = nil, key: String, value: String, location: ConfigurationLocation) {
      self.group = group
      self.key = key
      self.value = value
      self.location = location
    }
  }

  /// The entries in the order of the file.
  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }
}

/// An error of a configuration file.
package enum ConfigurationFileError: Error, Sendable, Hashable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// Other users of this machine can write the file, which names programs to run, or it is theirs.
  case writableByOthers(path: String)
  /// The file cannot be created.
  case unwritable(path: String, reason: String)
  /// The file is not valid YAML, or has another structure.
  case malformed(ConfigurationLocation, detail: String)
}
