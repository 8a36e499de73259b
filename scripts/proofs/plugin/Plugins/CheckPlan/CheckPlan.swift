import Foundation
import PackagePlugin

/// Checks the plan of a program before the program is built.
@main
struct CheckPlan: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    // Empty, and compiled with the target, which therefore waits for the check. An old one must not count for a program that has
    // forgotten to answer.
    let receipt = context.pluginWorkDirectoryURL.appending(path: "CheckedPlan.swift")
    let tool = try context.tool(named: "\(target.name)-wiring").url
    let check = """
      rm -f "$0"; "$@" || exit 1
      test -e "$0" || { echo "error: $1 did not answer; begin its main with WiringCommand.runIfRequested"; exit 1; }
      """
    return [
      .buildCommand(
        displayName: "Checking the plan of \(target.name)", executable: URL(filePath: "/bin/sh"),
        arguments: [
          "-c", check, receipt.path, tool.path, "wiring", "--receipt", receipt.path, "check", "--sources",
          context.package.directoryURL.path,
        ], inputFiles: [tool], outputFiles: [receipt])
    ]
  }
}
