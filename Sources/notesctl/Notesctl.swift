import Foundation
import NotesCLI

/// The program: hands what it was given to the front, with the list of modules, and ends as the front says.
@main
struct Notesctl {
  static func main() async {
    let status = await CommandLineFront.run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
      modules: productionModules)
    exit(status.rawValue)
  }
}
