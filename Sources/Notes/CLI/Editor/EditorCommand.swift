/// Which editor a person uses.
struct EditorCommand: Sendable, Hashable {
  /// The command line, arguments included.
  let command: String
  /// Whether nobody chose it.
  let isDefault: Bool

  /// Reads the choice: `NOTESCTL_EDITOR`, then `VISUAL`, then `EDITOR`, then `vi`.
  init(environment: [String: String]) {
    let chosen = ["NOTESCTL_EDITOR", "VISUAL", "EDITOR"].lazy.compactMap(environment.nonEmpty).first
    command = chosen ?? "vi"
    isDefault = chosen == nil
  }
}
