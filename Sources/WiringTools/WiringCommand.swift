public import Wiring

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The commands by which a program shows its own plan: `check`, `graph`, `explain` and `diff`.
///
/// One line at the beginning of `main` answers them:
///
/// ```swift
/// WiringCommand.runIfRequested { try Plan(App.self, modules: appModules) }
/// ```
///
/// `shop wiring check` then prints the problems of the plan as a compiler does, so that editors and continuous integration
/// mark the lines. `swift package wiring check` builds the program first. No object of the program is created.
///
/// A program that must not contain the commands, because it is shipped or has a command of that name, has an executable of
/// its own for them, with the same line and modules.
public enum WiringCommand {
  /// The result of a command.
  public struct Output: Sendable, Hashable {
    /// The text for standard output.
    public var text = ""
    /// The text for standard error.
    public var errors = ""
    /// The exit status: 0; 1 for a plan with problems, or an unknown key; 64 for wrong arguments.
    public var status: Int32 = 0
  }

  /// Runs a command, prints its output, and exits, if the program's first argument is `wiring`. Otherwise returns without
  /// calling the closure.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program, with its name.
  ///   - plan: Creates the plan as the program does. It should not build the graph.
  public static func runIfRequested<Root>(
    _ arguments: [String] = CommandLine.arguments, plan: () throws -> Plan<Root>
  ) {
    guard arguments.dropFirst().first == "wiring" else { return }
    let program = arguments[0].split(separator: "/").last.map(String.init) ?? "wiring"
    let output = output(of: Array(arguments.dropFirst(2)), program: program, plan: plan)
    let isComplete = write(output.text, to: STDOUT_FILENO) && write(output.errors, to: STDERR_FILENO)
    exit(isComplete ? output.status : max(output.status, 1))
  }

  /// Runs a command and returns its output, for programs that read arguments in their own way. Prints nothing.
  ///
  /// - Parameters:
  ///   - arguments: The command with its arguments, as in `["explain", "any Clock"]`.
  ///   - program: The name of the program, for the title of a page.
  ///   - plan: Creates the plan.
  public static func output<Root>(
    of arguments: [String], program: String = "wiring", plan: () throws -> Plan<Root>
  ) -> Output {
    var arguments = arguments[...]
    // The plugin passes a file, by whose existence it knows that the program has this command.
    if arguments.first == "--receipt", let receipt = arguments.dropFirst().first {
      _ = FileManager.default.createFile(atPath: receipt, contents: nil)
      arguments = arguments.dropFirst(2)
    }
    do throws(UsageError) {
      let request = try Request(Array(arguments))
      guard request.action != .help else { return Output(text: Request.usage) }
      let old = try request.oldGraph()
      return Answer(request: request, program: program, old: old).output(evaluate(plan))
    } catch {
      return Output(errors: "error: \(error.message.onOneLine)\n\n\(Request.usage)", status: 64)
    }
  }

  private static func evaluate<Root>(_ plan: () throws -> Plan<Root>) -> Evaluation {
    do {
      let plan = try plan()
      return .plan(plan.description, warnings: plan.warnings)
    } catch let error as WiringError {
      return .problems(error.graph)
    } catch {
      return .failure(String(describing: error))
    }
  }

  /// Writes all of a text. Foundation's `FileHandle` traps on a full disk.
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)
    while !bytes.isEmpty {
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, bytes, bytes.count)
      #elseif canImport(Glibc)
        let count = Glibc.write(descriptor, bytes, bytes.count)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, bytes, bytes.count)
      #else
        let count = Android.write(descriptor, bytes, bytes.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }
}

/// The result of creating a plan.
enum Evaluation: Sendable {
  case plan(GraphDescription, warnings: [Problem])
  /// The graph of an invalid plan, with its problems.
  case problems(GraphDescription)
  /// The message of an error that is not the plan's.
  case failure(String)
}

/// The answer to a request.
struct Answer {
  let request: Request
  let program: String
  /// The text of the older graph; empty for requests without one.
  let old: String

  func output(_ evaluation: Evaluation) -> WiringCommand.Output {
    switch evaluation {
    case .failure(let message):
      return WiringCommand.Output(errors: "error: the plan was not created: \(message)\n", status: 1)
    case .plan(let graph, let warnings):
      guard case .check(_, let isStrict) = request.action else { return show(graph) }
      return checked(graph, warnings, status: isStrict && !warnings.isEmpty ? 1 : 0)
    case .problems(let graph):
      if case .check = request.action { return checked(graph, graph.problems, status: 1) }
      var output = show(graph)
      // The data and the page have the problems.
      if !request.action.includesProblems { output.errors += lines(graph.problems).joined() }
      output.status = max(output.status, 1)
      return output
    }
  }

  private func checked(_ graph: GraphDescription, _ problems: [Problem], status: Int32) -> WiringCommand.Output {
    let bindings = graph.bindings.filter { $0.module != "Wiring" }
    let modules = Set(bindings.map(\.module)).count
    let size = "\(Self.count(bindings.count, "binding")) in \(Self.count(modules, "module"))"
    let errors = status == 0 ? 0 : problems.count
    var counts = [Self.count(errors, "error")]
    if problems.count > errors { counts.append(Self.count(problems.count - errors, "warning")) }
    let summary = "\(size): \(counts.joined(separator: ", "))\n"
    return WiringCommand.Output(text: lines(problems).joined() + summary, status: status)
  }

  /// The lines of diagnostics, each with its end.
  private func lines(_ problems: [Problem]) -> [String] {
    guard !problems.isEmpty else { return [] }
    let sources = SourceTree(root: request.root, folders: request.folders)
    var (isStrict, format) = (false, Request.CheckFormat.text)
    if case .check(let requested, let strict) = request.action { (format, isStrict) = (requested, strict) }
    return problems.flatMap { problem in
      let diagnostic = Diagnostic(problem, isStrict: isStrict, in: sources)
      return format == .github ? [diagnostic.workflowCommand] : diagnostic.lines
    }.map { $0 + "\n" }
  }

  private func show(_ graph: GraphDescription) -> WiringCommand.Output {
    switch request.action {
    case .help, .check: return WiringCommand.Output()
    case .graph(.text, _): return WiringCommand.Output(text: graph.text)
    case .graph(.dot, _): return WiringCommand.Output(text: graph.dot)
    case .graph(.mermaid, _): return WiringCommand.Output(text: graph.mermaid)
    case .graph(.json, _): return WiringCommand.Output(text: graph.json)
    case .graph(.html, let editor):
      var reader = BindingSourceReader(SourceTree(root: request.root, folders: request.folders), editor: editor)
      return WiringCommand.Output(text: GraphPage(graph: graph, title: program, sources: reader.read(graph)).text)
    case .explain(let name): return explain(name, in: graph)
    case .diff(let file, let format):
      do throws(GraphDifference.Unreadable) {
        let difference = try GraphDifference(from: old, to: graph)
        return WiringCommand.Output(text: format == .markdown ? difference.markdown : difference.text)
      } catch {
        return WiringCommand.Output(errors: "error: \(file) \(error)\n", status: 1)
      }
    }
  }

  /// Explains the keys of a name. A shell removes the quotes of a qualifier, so that names count without them too.
  private func explain(_ name: String, in graph: GraphDescription) -> WiringCommand.Output {
    let names = Set(graph.bindings.map(\.key.description)).sorted()
    func unquoted(_ name: String) -> String { name.filter { $0 != "\"" } }
    var explanations = graph.explain(named: name)
    if explanations.isEmpty {
      explanations = names.filter { unquoted($0) == unquoted(name) }.flatMap { graph.explain(named: $0) }
    }
    guard explanations.isEmpty else {
      return WiringCommand.Output(text: explanations.map { "\($0)\n" }.joined(separator: "\n"))
    }
    let similar = names.filter { $0.lowercased().contains(name.lowercased()) }
    let near = similar.isEmpty ? Spelling.near(name, in: names) : similar
    let hints = near.prefix(5).map { "  did you mean '\($0)'?\n" }
    return WiringCommand.Output(
      errors: "error: the plan has no key '\(name.onOneLine)'\n"
        + (hints.isEmpty ? "  'wiring graph' lists all keys\n" : hints.joined()), status: 1)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
