import Foundation
import NotesCLI
import NotesDomain
import Wiring
import WiringContext
import WiringDefinitions

/// The program: passes arguments, environment and modules to the command line interface, and exits with its status.
@main
struct Notesctl {
  static func main() async {
    let program = CommandLineInterface(
      build: buildDetails, environment: environment, context: readContext, modules: productionModules)
    let status = await program.run(Array(CommandLine.arguments.dropFirst())) { exit($0.rawValue) }
    exit(status.rawValue)
  }

  /// The values of the environment variables that the program documents.
  private static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in CommandLineInterface.environmentVariables {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}

/// Reads a context file for the command line interface, which is independent of its format.
///
/// Placeholders may name any environment variable, since users choose their names. The rest of the program sees only the
/// documented ones, except for ``ServerSettingsModule``, which reports misspelt ones.
///
/// - Returns: The definitions. The plan reports errors in the file.
func readContext(at path: String) -> Definitions {
  var context = ContextReader(environment: ProcessInfo.processInfo.environment).read(contentsOf: path)
  context.conversions.add(Timestamp.self, expected: "a time such as 2026-03-14T09:26:53Z") { Timestamp(iso8601: $0) }
  return context
}
