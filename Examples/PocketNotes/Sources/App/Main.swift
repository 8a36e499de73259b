import CLI
import Foundation

@main
enum Main {
  @MainActor
  static func main() async {
    do {
      // The container is built for a command only: `--help` opens no file.
      var parsed = try PocketCommand.parseAsRoot()
      guard let command = parsed as? any FrontCommand else { return try parsed.run() }
      let graph = try Pocket.plan(environment: ProcessInfo.processInfo.environment).buildOnMainActor()
      // Sessions are opened in it until the command ends.
      defer { withExtendedLifetime(graph) {} }
      try await graph.root.run(command)
    } catch {
      PocketCommand.exit(withError: error)
    }
  }
}
