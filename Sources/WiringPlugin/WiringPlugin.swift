import Foundation
import PackagePlugin

/// `swift package wiring`: builds the program of a package and lets it show its own plan.
///
/// A plan is a value of the program, so that only the program can say it. The plugin chooses the executable that depends on
/// WiringTools, and passes the folders of its modules, in which the program finds the files of its locations.
@main
struct WiringPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let name = extractor.extractOption(named: "product").last
    guard let product = product(named: name, of: context.package) else { return }
    guard let program = try build(product) else { return }
    let receipt = context.pluginWorkDirectoryURL.appending(path: "receipt-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: receipt) }
    let process = Process()
    process.executableURL = program
    process.arguments =
      ["wiring", "--receipt", receipt.path] + extractor.remainingArguments + moduleOptions(product)
    try process.run()
    process.waitUntilExit()
    guard FileManager.default.fileExists(atPath: receipt.path) else {
      // A program that ignores its arguments must not count as a valid plan.
      return Diagnostics.error(
        "\(product.name) did not answer (status \(process.terminationStatus)); begin its main with: "
          + "WiringCommand.runIfRequested { try Plan(…) }")
    }
    guard process.terminationReason == .exit else {
      return Diagnostics.error("\(product.name) ended by signal \(process.terminationStatus)")
    }
    // SwiftPM ends with status 1.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// Returns the executable to run; reports why there is none.
  private func product(named name: String?, of package: Package) -> ExecutableProduct? {
    let all = package.products(ofType: ExecutableProduct.self)
    let candidates = all.filter { $0.mainTarget.recursiveTargetDependencies.contains { $0.name == "WiringTools" } }
    let names = candidates.map(\.name).sorted().joined(separator: ", ")
    if let name {
      if let product = candidates.first(where: { $0.name == name }) { return product }
      let reason = all.contains { $0.name == name } ? "does not depend on WiringTools" : "is no executable product"
      Diagnostics.error("'\(name)' \(reason)\(names.isEmpty ? "" : "; those that answer are: \(names)")")
      return nil
    }
    if candidates.count == 1 { return candidates[0] }
    Diagnostics.error(
      candidates.isEmpty
        ? "no executable of \(package.displayName) depends on WiringTools: add the product to its target, and begin its "
          + "main with: WiringCommand.runIfRequested { try Plan(…) }"
        : "several executables depend on WiringTools; choose one of them with --product: \(names)")
    return nil
  }

  /// Builds a product and returns its program; prints the log of a failed build.
  private func build(_ product: ExecutableProduct) throws -> URL? {
    let result = try packageManager.build(
      .product(product.name), parameters: .init(configuration: .inherit, logging: .concise, echoLogs: false))
    guard result.succeeded else {
      print(result.logText)
      Diagnostics.error("\(product.name) does not build")
      return nil
    }
    let programs = result.builtArtifacts.filter { $0.kind == .executable }
    let program = programs.first { $0.url.lastPathComponent == product.name } ?? programs.first
    if program == nil { Diagnostics.error("the build of \(product.name) made no program") }
    return program?.url
  }

  /// The options that name the folder of each module of a program.
  private func moduleOptions(_ product: ExecutableProduct) -> [String] {
    ([product.mainTarget] + product.mainTarget.recursiveTargetDependencies)
      .compactMap { $0 as? SwiftSourceModuleTarget }
      .flatMap { ["--module", "\($0.moduleName)=\($0.directoryURL.path)"] }
  }
}
