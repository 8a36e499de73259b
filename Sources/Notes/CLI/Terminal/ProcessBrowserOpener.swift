import Foundation
import NotesDomain
import NotesFronts

/// Opens addresses by the program that the desktop has for it, or the one that `BROWSER` names.
///
/// The arguments of a process can be read by other people on the machine, so the program gets the path of a page that leads to
/// the address, and that only this person can read.
struct ProcessBrowserOpener: BrowserOpener {
  /// The time in which a browser that has to start reads the page.
  static let patience = Duration.seconds(30)

  let command: BrowserCommand
  let clock: any Clock<Duration>
  /// The folder of the page. The system empties it if this program is killed before it removes the page.
  var directory = FileManager.default.temporaryDirectory

  init(command: BrowserCommand, clock: any Clock<Duration>) {
    self.command = command
    self.clock = clock
  }

  func open(_ address: String) async -> Bool {
    guard let command = command.text, let page = RedirectionPage(to: address, in: directory) else { return false }
    defer { page.remove() }
    guard let process = ChildProcess(shell: "\(command) </dev/null >/dev/null 2>&1", arguments: [page.path]) else {
      return false
    }
    let (endings, ended) = AsyncStream.makeStream(of: Int32.self)
    // On a thread of its own: a browser may run until the person closes it.
    DispatchQueue.global().async { ended.yield(process.wait()) }
    return await withTaskGroup(of: Bool?.self) { group in
      // Most programs only tell a running browser, which reads the page after their end.
      group.addTask { await endings.first { _ in true }.flatMap { $0 == 0 ? nil : false } }
      group.addTask { [clock] in
        try? await clock.sleep(for: Self.patience)
        return true
      }
      for await result in group {
        guard let result else { continue }
        group.cancelAll()
        return result
      }
      return true
    }
  }
}

/// A page in a file that leads a browser to an address.
private struct RedirectionPage {
  let path: String

  /// Writes the page. `nil` if that fails.
  init?(to address: String, in directory: URL) {
    path = directory.appending(path: "notesctl-\(UUID().uuidString).html").path
    // Never a file that another person has put there, and at no time one that another person can read.
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let page = """
      <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=\(address)"><title>notesctl</title>

      """
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: Data(page.utf8))
      try file.close()
    } catch {
      remove()
      return nil
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
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
