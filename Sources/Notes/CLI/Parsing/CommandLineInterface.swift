import ArgumentParser
import NotesDomain
package import NotesFronts
package import Wiring
import WiringDefinitions

/// The command-line program: reads a line, creates the screen of its command, runs it, and returns the exit status.
package struct CommandLineInterface {
  package static let version = "0.1.0"

  /// The names of the environment variables that the program uses.
  package static let environmentVariables =
    [
      "HOME", "PATH", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "NOTESCTL_CONFIG", "NOTESCTL_DATA_DIR",
      "NOTESCTL_CONTEXT", "NOTESCTL_MOCK_NETWORK",
      "NOTESCTL_SERVER_STORE", "NOTESCTL_CA_FILE", "NOTESCTL_EDITOR", "VISUAL", "EDITOR", "NOTESCTL_PAGER", "PAGER",
      "NOTESCTL_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "TERM",
      "BROWSER", "DISPLAY", "WAYLAND_DISPLAY",
    ] + HostSettingName.allCases.map(\.variable)

  private let build: [String]
  private let environment: [String: String]
  private let readContext: (String) -> Definitions
  private let configurationFiles: any ConfigurationFiles
  private let features: [CommandFeature]
  private let modules: (Invocation) -> [any Module]
  private let overrides: (inout Overrides) -> Void
  /// Creates the console; tests record the output.
  var makeConsole: (ConsoleSettings) -> any Console = StandardConsole.init

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - build: What `--version` prints behind the version, such as the commit.
  ///   - context: Reads the context file at a path; called only if there is one.
  ///   - configuration: The access to the configuration file.
  ///   - features: The features of the command line.
  ///   - modules: Returns the modules of the program for an invocation.
  package init(
    build: [String] = [], environment: [String: String], context: @escaping (String) -> Definitions,
    configuration: any ConfigurationFiles, features: [CommandFeature],
    modules: @escaping (Invocation) -> [any Module], overrides: @escaping (inout Overrides) -> Void = { _ in }
  ) {
    self.build = build
    self.environment = environment
    readContext = context
    configurationFiles = configuration
    self.features = features
    self.modules = modules
    self.overrides = overrides
  }

  /// Runs the program with the arguments after its name.
  ///
  /// - Parameter end: Called at the end of a command, before its objects are destroyed. A process that exits here skips
  ///   their destruction.
  @MainActor
  package func run(_ arguments: [String], end: (ExitStatus) -> Void = { _ in }) async -> ExitStatus {
    await CommandTree.$current.withValue(CommandTree(features)) { await read(arguments, end: end) }
  }

  /// Reads a line and runs it.
  @MainActor
  private func read(_ arguments: [String], end: (ExitStatus) -> Void) async -> ExitStatus {
    var (configuration, problem): (Configuration, CommandFailure?) = (Configuration(environment: environment), nil)
    var line = arguments
    do {
      configuration = try Configuration(environment: environment, files: configurationFiles)
      line = configuration.expanded(line)
    } catch {
      problem = error
    }
    let isJSON = JSONOutputOptions.isRequested(by: line)
    let console = makeConsole(ConsoleSettings(environment: environment))
    let outcome = CommandLineReader.read(
      line, aliases: configuration.aliases.mapValues(\.text), isTerminal: console.traits(of: .output).isTerminal)
    switch outcome {
    case .command(let command):
      // The file can be edited although it is wrong.
      if let problem, command.needs.readsConfiguration {
        return Self.show(problem, on: console, isJSON: isJSON)
      }
      return await run(command, configuration: configuration, isJSON: isJSON, end: end)
    case .version:
      let details = build.isEmpty ? "" : " (\(build.joined(separator: ", ")))"
      return write("\(NotesctlRoot.configuration.version)\(details)\n", on: console, ending: .success)
    case .text(let text, .usage) where problem != nil || isJSON:
      return Self.show(problem ?? CommandFailure(usage: text), on: console, isJSON: isJSON)
    case .text(let text, let status): return write(text, on: console, ending: status)
    }
  }

  /// Writes a text without a graph: an answer, or why there is none.
  @MainActor
  private func write(_ text: String, on console: any Console, ending status: ExitStatus) -> ExitStatus {
    do throws(ConsoleError) {
      try console.write(StyledText(trusted: text), to: status == .success ? .output : .error)
      try console.finish()
      return status
    } catch {
      return Self.show(error, on: console)
    }
  }

  @MainActor
  private func run<Command: NotesctlCommand>(
    _ command: Command, configuration: Configuration, isJSON: Bool, end: (ExitStatus) -> Void
  ) async -> ExitStatus {
    var command = command
    let global = command.global
    let environment = configuration.completed(environment)
    let console = makeConsole(
      ConsoleSettings(hasNoColor: global.hasNoColor, hasNoPager: global.hasNoPager, environment: environment))
    var status = ExitStatus.success
    var isDebugging = global.debug
    do {
      try ConsoleSettings.check(environment)
      let contextFile = global.context ?? environment.nonEmpty("NOTESCTL_CONTEXT")
      let invocation = try Invocation(
        command.needs, dataDirectory: global.dataDirectory, environment: environment, configuration: configuration,
        variables: self.environment, contextFile: contextFile)
      let context = contextFile.map(readContext) ?? .none
      isDebugging = isDebugging || (LogLevel(of: context) ?? configuration.logLevel) == .debug
      let report = isDebugging ? DebugReport(timeline: Timeline(), calls: CallProfiler()) : nil
      let screens = CLIModule(
        invocation: invocation, console: console, features: features, calls: report?.calls,
        components: context.registry)
      let plan = try plan(
        for: Command.self, modules: [screens] + modules(invocation), context: context, contextFile: contextFile)
      defer { if let report { try? console.write(report.text, to: .error) } }
      let graph =
        if let report { try await plan.buildAsync(recording: report.timeline) } else { try await plan.buildAsync() }
      try graph.root(&command)
      try await command.run(on: command.screen())
    } catch let ending as ExitStatus {
      status = ending
    } catch {
      status = Self.show(error, on: console, isJSON: isJSON, debug: isDebugging)
    }
    do throws(ConsoleError) {
      try console.finish()
    } catch {
      status = Self.show(error, on: console, isJSON: isJSON)
    }
    withExtendedLifetime(command) { end(status) }
    return status
  }

  /// Returns the validated plan of a command.
  private func plan<Command>(
    for _: Command.Type, modules: [any Module], context: Definitions, contextFile: String?
  ) throws -> Plan<Injector<Command>> where Command: NotesctlCommand {
    let plan: Plan<Injector<Command>>
    do throws(WiringError) {
      plan = try Plan(
        Injector<Command>.self, modules: [CommandModule<Command>()] + modules, context: context,
        profile: context.profile ?? .production, overrides: overrides)
    } catch {
      guard let contextFile else { throw error }
      throw CommandFailure(error, ofContext: contextFile)
    }
    if let contextFile,
      let failure = CommandFailure(unusedValuesIn: context, of: contextFile, plan.description)
    {
      throw failure
    }
    return plan
  }

  /// Prints a failure and returns its exit status. A closed pipe is a success, since its reader needs no more output.
  private static func show(
    _ error: any Error, on console: any Console, isJSON: Bool = false, debug: Bool = false
  ) -> ExitStatus {
    guard let failure = CommandFailure(describing: error) else { return .success }
    try? console.finish()
    guard !isJSON else {
      let json = failure.json(cause: debug ? String(reflecting: error) : nil)
      try? console.write(StyledText(trusted: json.compact + "\n"), to: .error)
      return failure.status
    }
    try? console.write("\(.failure, "notesctl:") \(failure.message)\n", to: .error)
    for hint in failure.hints { try? console.write("  \(hint)\n", to: .error) }
    if debug { try? console.write("  \(.dim, "cause: \(String(reflecting: error))")\n", to: .error) }
    return failure.status
  }
}

/// The module that injects into a command, which the argument parser creates.
private struct CommandModule<Command: NotesctlCommand>: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Command.Screen.self)
    binder.injector(for: Command.self) { (command: inout Command, screen: Command.Screen) in
      command.screen.fill(screen)
    }
  }
}
