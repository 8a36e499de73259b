import Foundation
import NotesCLI
import NotesDomain
import Wiring
import WiringContext

/// The program: hands what it was given to the front, with the list of modules, and ends as the front says.
@main
struct Notesctl {
  static func main() async {
    let status = await CommandLineInterface.run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment, context: readContext,
      modules: productionModules, end: { exit($0.rawValue) })
    exit(status.rawValue)
  }

  /// The variables that the program reads, and no others.
  private static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in CommandLineInterface.environmentVariables {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}

/// Reads a context file for the front, which knows no format.
///
/// Its placeholders are filled from the whole environment, since people choose what they call what they put in there. Nobody
/// else in the program sees more of it than the variables that it documents.
///
/// - Parameter path: The file.
/// - Returns: What it defines. What is wrong with it the plan will say.
func readContext(at path: String) -> Definitions {
  var context = ContextReader(environment: ProcessInfo.processInfo.environment).read(contentsOf: path)
  context.conversions.add(Timestamp.self, expected: "a moment such as 2026-03-14T09:26:53Z") { Timestamp(iso8601: $0) }
  return context
}
