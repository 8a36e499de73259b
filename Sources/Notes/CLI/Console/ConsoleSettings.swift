/// How output looks, as options and environment say.
struct ConsoleSettings: Sendable {
  /// Whether colours are wanted: `nil` where the terminal decides.
  let wantsColor: Bool?
  /// The command that shows long output page by page; `nil` for none.
  let pager: String?

  /// Reads the settings: an option counts more than the program's own variable, that more than `NO_COLOR`
  /// (<https://no-color.org>), and that more than `CLICOLOR_FORCE`.
  init(hasNoColor: Bool = false, hasNoPager: Bool = false, environment: [String: String]) {
    wantsColor =
      if hasNoColor {
        false
      } else if let own = environment.nonEmpty("NOTESCTL_COLOR"), ["always", "never"].contains(own) {
        own == "always"
      } else if environment.nonEmpty("NO_COLOR") != nil || environment["TERM"] == "dumb" {
        false
      } else if let force = environment.nonEmpty("CLICOLOR_FORCE"), force != "0" {
        true
      } else {
        nil
      }
    let command = environment["NOTESCTL_PAGER"] ?? environment["PAGER"] ?? "less -FIRX"
    pager = hasNoPager || command.isEmpty || command == "cat" ? nil : command
  }
}
