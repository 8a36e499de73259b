import ArgumentParser
import NotesDomain
package import Wiring

/// The program's front: reads the command line, has the one screen made that it needs, and ends with a status.
package enum CommandLineInterface {
  /// The version of the program.
  package static let version = "0.1.0"

  /// The variables that the program reads.
  package static let environmentVariables =
    [
      "HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "NOTESCTL_DATA_DIR", "NOTESCTL_CONTEXT",
      "NOTESCTL_MOCK_NETWORK", "NOTESCTL_SERVER_STORE", "NOTESCTL_CA_FILE", "NOTESCTL_EDITOR", "VISUAL", "EDITOR",
      "NOTESCTL_PAGER",
      "PAGER",
      "NOTESCTL_COLOR",
      "NO_COLOR", "CLICOLOR_FORCE", "TERM",
    ] + HostSettingName.allCases.map(\.variable)

  /// Runs the program once.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's name.
  ///   - environment: The environment.
  ///   - context: Reads the context file at a path; called only when one is asked for.
  ///   - modules: The list of modules to wire, for what was asked.
  ///   - overrides: What to replace, in tests.
  ///   - end: Called at the end, while the program's objects are still there. A process that ends here need not take them
  ///     apart.
  /// - Returns: How the program ends.
  @MainActor
  package static func run(
    arguments: [String], environment: [String: String], context: (String) -> Definitions,
    modules: (Invocation) -> [any Module], overrides: (inout Overrides) -> Void = { _ in },
    end: (ExitStatus) -> Void = { _ in }
  ) async -> ExitStatus {
    await run(
      arguments: arguments, environment: environment, console: StandardConsole.init, context: context,
      modules: modules, overrides: overrides, end: end)
  }

  @MainActor
  static func run(
    arguments: [String], environment: [String: String], console makeConsole: (ConsoleSettings) -> any Console,
    context: (String) -> Definitions, modules: (Invocation) -> [any Module],
    overrides: (inout Overrides) -> Void = { _ in }, end: (ExitStatus) -> Void = { _ in }
  ) async -> ExitStatus {
    let plain = makeConsole(ConsoleSettings(environment: environment))
    switch CommandLineReader.read(arguments) {
    case .text(let text, let status):
      return report(on: plain) { () throws(ConsoleError) in
        try plain.write(StyledText(trusted: text), to: status == .success ? .output : .error)
        try plain.finish()
        return status
      }
    case .command(let command):
      let console = makeConsole(
        ConsoleSettings(
          hasNoColor: command.global.hasNoColor, hasNoPager: command.global.hasNoPager, environment: environment))
      return await run(
        command, environment: environment, console: console, context: context, modules: modules,
        overrides: overrides, end: end)
    }
  }

  @MainActor
  private static func run<Command: NotesctlCommand>(
    _ command: Command, environment: [String: String], console: any Console,
    context readContext: (String) -> Definitions,
    modules: (Invocation) -> [any Module], overrides: (inout Overrides) -> Void, end: (ExitStatus) -> Void
  ) async -> ExitStatus {
    var command = command
    var status = ExitStatus.success
    var isDebugging = command.global.debug
    do {
      let invocation = try Invocation(
        dataDirectory: command.global.dataDirectory, mockNetwork: command.mockNetwork,
        composition: Command.composition, usesFiles: Command.usesFiles, serverStore: command.serverStore,
        createsServerStore: Command.createsServerStore, serverOptions: command.serverOptions, environment: environment)
      let file = command.global.context ?? environment.nonEmpty("NOTESCTL_CONTEXT")
      let context = file.map(readContext) ?? .none
      isDebugging = isDebugging || LogLevel(of: context) == .debug
      let calls = isDebugging ? CallProfiler() : nil
      let front = CLIModule(invocation: invocation, console: console, calls: calls, components: context.registry)
      let plan = try Self.plan(
        Command.self, [front] + modules(invocation), context, from: file, overrides)
      try await run(&command, plan, calls, console)
    } catch let ending as ExitStatus {
      status = ending
    } catch {
      status = show(error, on: console, debug: isDebugging)
    }
    status = report(on: console) { () throws(ConsoleError) in
      try console.finish()
      return status
    }
    withExtendedLifetime(command) { end(status) }
    return status
  }

  /// Proves what a command is made of, with what a context file says about it.
  private static func plan<Command: NotesctlCommand>(
    _ command: Command.Type, _ modules: [any Module], _ context: Definitions, from file: String?,
    _ overrides: (inout Overrides) -> Void
  ) throws -> Plan<Injector<Command>> {
    let plan: Plan<Injector<Command>>
    do throws(WiringError) {
      plan = try Plan(
        Injector<Command>.self, modules: [CommandModule<Command>()] + modules, context: context,
        profile: context.profile ?? .production, overrides: overrides)
    } catch {
      guard let file else { throw error }
      throw CommandFailure(error, ofContext: file)
    }
    if let file, let failure = CommandFailure(unusedValuesIn: context, of: file, plan.description) { throw failure }
    return plan
  }

  /// Injects into a command, which the argument parser created, and runs it; with `--debug`, says what that took.
  @MainActor
  private static func run<Command: NotesctlCommand>(
    _ command: inout Command, _ plan: Plan<Injector<Command>>, _ calls: CallProfiler?, _ console: any Console
  ) async throws {
    guard let calls else {
      try await plan.build().root(&command)
      return try await command.run(on: command.screen())
    }
    let report = DebugReport(timeline: Timeline(), calls: calls)
    defer { try? console.write(report.text, to: .error) }
    try await plan.build(recording: report.timeline).root(&command)
    try await command.run(on: command.screen())
  }

  /// Puts an error into words on the error stream. A pipe that was closed is no error: its reader has seen enough.
  private static func show(_ error: any Error, on console: any Console, debug: Bool) -> ExitStatus {
    let failure = CommandFailure(describing: error)
    guard let failure else { return .success }
    try? console.finish()
    try? console.write("\(.failure, "notesctl:") \(failure.message)\n", to: .error)
    for hint in failure.hints { try? console.write("  \(hint)\n", to: .error) }
    if debug { try? console.write("  \(.dim, "cause: \(String(reflecting: error))")\n", to: .error) }
    return failure.status
  }

  private static func report(
    on console: any Console, _ action: () throws(ConsoleError) -> ExitStatus
  ) -> ExitStatus {
    do {
      return try action()
    } catch {
      return show(error, on: console, debug: false)
    }
  }
}

extension ExitStatus: Error {}

/// How the graph injects into a command, which the argument parser creates.
struct CommandModule<Command: NotesctlCommand>: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Command.Screen.self)
    binder.injector(for: Command.self) { (command: inout Command, screen: Command.Screen) in
      command.screen.fill(screen)
    }
  }
}
