import Foundation
import NotesCLI

/// The program: hands what it was given to the front, with the list of modules, and ends as the front says.
@main
struct Notesctl {
  static func main() async {
    let status = await CommandLineFront.run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment, context: readContext,
      modules: productionModules, end: { exit($0.rawValue) })
    exit(status.rawValue)
  }

  /// The variables that the program reads, and no others.
  private static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in CommandLineFront.environmentVariables {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}
