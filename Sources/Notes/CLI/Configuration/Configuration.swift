package import NotesDomain
import NotesFronts
import Wiring

/// The settings, saved searches and aliases of the configuration file.
package struct Configuration: Sendable, Hashable {
  /// A text with its place in the file.
  struct Value: Sendable, Hashable {
    let text: String
    let location: ConfigurationLocation
    /// The words of an alias.
    var words: [String] = []
  }

  /// The path of the program's folder for files that people write; `nil` without a home directory.
  package let folder: String?
  /// The path of the file, whether it exists or not; `nil` without a home directory.
  let path: String?
  /// The settings by their keys in the file: the first dictionary of another type would cost each start a search of the program's
  /// conformances.
  private var settings: [String: Value] = [:]
  var searches: [String: Value] = [:]
  var aliases: [String: Value] = [:]

  /// The saved searches, for queries.
  package var savedSearches: SavedSearches {
    SavedSearches(searches.mapValues(\.text), locations: searches.mapValues(\.location))
  }
  /// The value of a setting in the file.
  subscript(setting: Setting) -> Value? { settings[setting.rawValue] }
  /// The number of notes that a list shows on a terminal.
  var pageSize: Int? { self[.pageSize].flatMap { Int($0.text) } }
  /// The order of lists.
  var order: NoteQuery.Order? { self[.sort].flatMap { NoteQuery.Order(rawValue: $0.text) } }
  /// The treatment of line breaks in a paragraph.
  var lineBreaks: LineBreakStyle { self[.lineBreaks].flatMap { LineBreakStyle(rawValue: $0.text) } ?? .keep }
  /// The amount of output besides results.
  var logLevel: LogLevel? { self[.log].flatMap { LogLevel(rawValue: $0.text) } }

  /// Creates an empty configuration of an environment: that of `NOTESCTL_CONFIG`, or of the XDG base directories.
  init(environment: [String: String]) {
    // The specification requires programs to ignore relative paths in the variable.
    let base = environment.nonEmpty("XDG_CONFIG_HOME").flatMap { $0.begins(with: "/") ? $0 : nil }
    folder = (base ?? environment.nonEmpty("HOME").map { $0 + "/.config" }).map { $0 + "/notesctl" }
    path = environment.nonEmpty("NOTESCTL_CONFIG") ?? folder.map { $0 + "/config.yaml" }
  }

  /// Creates the configuration of an environment from its file, if there is one.
  init(environment: [String: String], files: any ConfigurationFiles) throws(CommandFailure) {
    var file: ConfigurationFile?
    if let path = Self(environment: environment).path {
      do { file = try files.read(path) } catch { throw CommandFailure(error) }
    }
    try self.init(environment: environment, file: file)
  }

  /// Creates the configuration of an environment from what its file has; `nil` if there is none.
  init(environment: [String: String], file: ConfigurationFile?) throws(CommandFailure) {
    self.init(environment: environment)
    guard let path else { return }
    if file == nil, environment.nonEmpty("NOTESCTL_CONFIG") != nil {
      throw CommandFailure(
        "there is no configuration file '\(path)'", hints: ["NOTESCTL_CONFIG names it"], status: .configuration)
    }
    for entry in file?.entries ?? [] { try add(entry, home: environment.nonEmpty("HOME")) }
    try checkAliases()
  }

  /// Checks that each alias leads to a command, and not to itself.
  private func checkAliases() throws(CommandFailure) {
    var checked: Set<String> = []
    for name in aliases.keys.sorted() {
      var path = [name]
      while let alias = path.last.flatMap({ aliases[$0] }), let next = alias.words.firstName, !checked.contains(next) {
        if path.contains(next) {
          throw CommandFailure(
            """
            \(alias.location.description): the alias '\(next)' refers to itself: \
            \((path + [next]).joined(separator: ", "))
            """, hints: ["see 'notesctl config edit'"], status: .configuration)
        }
        path.append(next)
      }
      checked.formUnion(path)
    }
  }

  private mutating func add(_ entry: ConfigurationFile.Entry, home: String?) throws(CommandFailure) {
    switch entry.group {
    // A group without entries, as in a new file.
    case nil where ["searches", "aliases"].contains(entry.key) && ["", "~", "null"].contains(entry.value): break
    case nil:
      guard let setting = Setting(rawValue: entry.key) else { throw Self.unknown(entry) }
      guard let value = setting.value(of: entry.value, home: home) else {
        throw CommandFailure(
          "\(entry.location.description): '\(entry.value)' is not a value of \(raw: setting.rawValue)",
          hints: ["expected: \(raw: setting.expectation)"], status: .configuration)
      }
      settings[entry.key] = Value(text: value, location: entry.location)
    case "searches":
      try checkName(entry, of: "a saved search")
      searches[entry.key] = Value(text: entry.value, location: entry.location)
    case "aliases":
      try checkName(entry, of: "an alias")
      guard !NotesctlRoot.commandNames.contains(entry.key), entry.key != "help" else {
        throw CommandFailure(
          "\(entry.location.description): the alias '\(entry.key)' has the name of a command",
          hints: ["choose another name"], status: .configuration)
      }
      guard let words = ShellQuoting.split(entry.value), !words.isEmpty else {
        throw CommandFailure(
          "\(entry.location.description): the alias '\(entry.key)' is empty, or a quote in it is not closed",
          hints: ["write it like the line after 'notesctl'"], status: .configuration)
      }
      aliases[entry.key] = Value(text: entry.value, location: entry.location, words: words)
    default: throw Self.unknown(entry)
    }
  }

  private static func unknown(_ entry: ConfigurationFile.Entry) -> CommandFailure {
    let name = entry.group ?? entry.key
    let known = Setting.allCases.map(\.rawValue) + ["searches", "aliases"]
    let nearest = Spelling.nearest(to: name, among: known, within: 2)
    return CommandFailure(
      "\(entry.location.description): unknown key '\(name)'",
      hints: [nearest.map { "did you mean '\(raw: $0)'?" } ?? "known keys: \(raw: known.joined(separator: ", "))"],
      status: .configuration)
  }

  private func checkName(_ entry: ConfigurationFile.Entry, of kind: String) throws(CommandFailure) {
    let isName = entry.key.unicodeScalars.allSatisfy {
      $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
    guard isName, !entry.key.isEmpty, !entry.key.hasPrefix("-") else {
      throw CommandFailure(
        "\(entry.location.description): '\(entry.key)' is not a name of \(raw: kind)",
        hints: ["names have letters, digits, - and _"], status: .configuration)
    }
  }
}

extension Configuration {
  /// Returns the variables of an environment, with the settings of the file in place of those that are not set.
  func completed(_ environment: [String: String]) -> [String: String] {
    var environment = environment
    for (key, value) in settings {
      guard let setting = Setting(rawValue: key), let variable = setting.variable,
        setting.variable(in: environment) == nil
      else { continue }
      environment[variable] = value.text
    }
    return environment
  }

  /// Returns a line with the words of its alias in place of the name, or the line itself.
  func expanded(_ line: [String]) -> [String] {
    var rest = line[...]
    var options: [String] = []
    repeat { options += GlobalOptions.removeLeading(from: &rest) } while expandFirst(of: &rest)
    return options + rest
  }

  private func expandFirst(of line: inout ArraySlice<String>) -> Bool {
    guard let name = line.first, let alias = aliases[name] else { return false }
    line = alias.words + line.dropFirst()
    return true
  }
}

extension [String] {
  /// The first word of a line after the global options.
  fileprivate var firstName: String? {
    var rest = self[...]
    _ = GlobalOptions.removeLeading(from: &rest)
    return rest.first
  }
}
