import PackagePlugin

/// Checks the plan of a program before the program is built.
@main
struct CheckPlan: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    // Empty, and compiled with the target, which therefore waits for the check.
    let receipt = context.pluginWorkDirectoryURL.appending(path: "CheckedPlan.swift")
    return [
      .buildCommand(
        displayName: "Checking the plan of \(target.name)",
        executable: try context.tool(named: "\(target.name)-wiring").url,
        arguments: ["wiring", "--receipt", receipt.path, "check", "--sources", context.package.directoryURL.path],
        outputFiles: [receipt])
    ]
  }
}
