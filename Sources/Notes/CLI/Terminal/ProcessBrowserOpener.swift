import Foundation
import NotesDomain

/// Opens addresses by the program that the desktop has for it, or the one that `BROWSER` names.
///
/// The arguments of a process can be read by other people on the machine, so the program gets the path of a file that only this
/// person can read, and that leads to the address.
struct ProcessBrowserOpener: BrowserOpener {
  let command: BrowserCommand
  let directory: URL

  init(command: BrowserCommand) {
    self.command = command
    directory = FileManager.default.temporaryDirectory
  }

  func open(_ address: String) async -> Bool {
    guard let command = command.text else { return false }
    let page = directory.appending(path: "notesctl-\(UUID().uuidString).html")
    let text = """
      <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(address)"><title>notesctl</title>

      """
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(atPath: page.path, contents: Data(text.utf8), attributes: attributes),
      let process = ChildProcess(shell: "\(command) >/dev/null 2>&1", arguments: [page.path])
    else { return false }
    let status = await Task.detached { process.wait() }.value
    // The token in it is worth nothing after the browser has used it; a slow browser still finds the file.
    try? await Task.sleep(for: .seconds(10))
    try? FileManager.default.removeItem(at: page)
    return status == 0
  }
}

/// The command line that opens a file in the browser.
struct BrowserCommand: Sendable, Hashable {
  /// `nil` without a desktop.
  let text: String?

  /// Creates the command of an environment.
  init(environment: [String: String]) {
    #if canImport(Darwin)
      text = environment.nonEmpty("BROWSER") ?? "open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment.nonEmpty($0) != nil }
      text = environment.nonEmpty("BROWSER") ?? (hasDesktop ? "xdg-open" : nil)
    #endif
  }
}
