import ArgumentParser

/// The additions to the parser's completion script for bash: the aliases of commands, and the global options before a command.
enum BashCompletion {
  /// Returns a script with both.
  static func completed(_ script: String) -> String {
    let aliases = NotesctlRoot.commands.flatMap { command in
      command.configuration.aliases.map { "    \($0)) subcommand=\(command._commandName) ;;\n" }
    }
    // The first occurrence is that of the root.
    return [
      (of: "local -a non_repeating_flags=(", with: "local -a non_repeating_flags=(--no-color --no-pager --debug "),
      (of: "local -a non_repeating_options=(", with: "local -a non_repeating_options=(--data-dir --context"),
      (
        of: #"local -r subcommand="${unparsed_words[0]}"\#n"#,
        with: #"""
        local subcommand="${unparsed_words[0]}"
            case "${subcommand}" in
        \#(aliases.joined())    esac

        """#
      ),
    ].reduce(script) { $0.replacing($1.of, with: $1.with, maxReplacements: 1) }
  }
}
