import Foundation
import NotesCLI
import NotesDomain
import NotesFiles
import Wiring
import WiringContext
import WiringDefinitions

/// The program: passes arguments, environment and modules to the command line interface, and exits with its status.
@main
struct Notesctl {
  static func main() async {
    occupyStandardDescriptors()
    let program = CommandLineInterface(
      build: buildDetails, environment: environment, context: readContext, configuration: DiskConfigurationFiles(),
      features: CommandFeature.standard + ProgramFeature.allCases.map(\.commands),
      modules: { productionModules(for: $0) })
    guard let arguments else {
      // Swift replaces invalid bytes, so that another text would be stored, or another folder written.
      FileHandle.standardError.write(Data("notesctl: an argument or a variable is not UTF-8 text\n".utf8))
      exit(ExitStatus.data.rawValue)
    }
    let status = await program.run(arguments) { exit($0.rawValue) }
    exit(status.rawValue)
  }

  /// Opens what a caller closed of standard input, output and error, so that no file of the program gets one of their numbers and
  /// with it what is written there. Their use fails, as that of a closed one does: each is opened the other way round.
  private static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The arguments after the program's name; `nil` if one of them, or a variable that the program uses, is not UTF-8.
  private static var arguments: [String]? {
    // The system's array of `argc` pointers, which it neither frees nor changes while the program runs.
    let texts = (1..<max(1, Int(CommandLine.argc))).map { index in
      CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
    let variables = CommandLineInterface.environmentVariables.allSatisfy { name in
      guard let value = getenv(name) else { return true }
      return String(validatingCString: value) != nil
    }
    return variables && !texts.contains(nil) ? texts.compactMap(\.self) : nil
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
  var reader = ContextReader(environment: ProcessInfo.processInfo.environment)
  // As configuration files are: a context replaces adapters, and names paths.
  reader.refusesForeignFiles = true
  var context = reader.read(contentsOf: path)
  context.conversions.add(Timestamp.self, expected: "a time such as 2026-03-14T09:26:53Z") { Timestamp(iso8601: $0) }
  return context
}
