/// Where the program keeps its files, by the XDG base directory specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>).
public struct Directories: Sendable, Hashable {
  /// Where notes are kept.
  public let data: String
  /// Whether the command line or the program's own variable says where notes are kept, rather than what is usual.
  public let isDataChosen: Bool
  /// Where drafts are kept.
  public let state: String

  /// Finds the directories.
  ///
  /// - Parameters:
  ///   - override: What `--data-dir` says.
  ///   - fallback: Where to keep files when there is no home; `nil` where there must be one.
  ///   - environment: The variables `NOTESCTL_DATA_DIR`, `XDG_DATA_HOME`, `XDG_STATE_HOME` and `HOME`.
  /// - Throws: ``CommandFailure`` with status 78 when neither says where to look.
  init(override: String?, fallback: String? = nil, environment: [String: String]) throws(CommandFailure) {
    // Whoever says where notes go needs no home; the drafts then lie beside them.
    let hasHome = environment.nonEmpty("HOME") != nil
    let chosen = override ?? environment.nonEmpty("NOTESCTL_DATA_DIR") ?? (hasHome ? nil : fallback)
    data = if let chosen { chosen } else { try Self.directory("XDG_DATA_HOME", inHome: ".local/share", environment) }
    isDataChosen = chosen != nil
    state = hasHome ? try Self.directory("XDG_STATE_HOME", inHome: ".local/state", environment) : data
  }

  private static func directory(
    _ variable: String, inHome folder: String, _ environment: [String: String]
  ) throws(CommandFailure) -> String {
    // The specification tells programs to ignore relative paths in these variables.
    if let path = environment.nonEmpty(variable), path.hasPrefix("/") { return "\(path)/notesctl" }
    guard let home = environment.nonEmpty("HOME") else {
      throw CommandFailure(
        "there is no home directory to keep notes in: neither \(raw: variable) nor HOME is set",
        hints: ["say where with --data-dir DIR or NOTESCTL_DATA_DIR"], status: .configuration)
    }
    return "\(home)/\(folder)/notesctl"
  }
}

extension [String: String] {
  /// The value of a variable that is set to something.
  func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
