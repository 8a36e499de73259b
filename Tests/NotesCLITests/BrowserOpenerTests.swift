import Foundation
import NotesTestSupport
import Testing

@testable import NotesCLI

/// The opener with a script for a browser, which records what it gets.
@Suite final class BrowserOpenerTests {
  private static let address = "http://127.0.0.1:8378/?token=0123"
  private let folder = FileManager.default.temporaryDirectory.appending(path: "notesctl-\(UUID().uuidString)")
  /// Suspends every sleep.
  private let clock = ManualClock { _ in true }

  init() throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "pages"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns an opener whose browser is a script.
  private func opener(_ script: String) throws -> ProcessBrowserOpener {
    let browser = folder.appending(path: "browser").path
    try "#!/bin/sh\ncd '\(folder.path)'\n\(script)\n".write(toFile: browser, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
    // Read by a shell: a file that was just written cannot be executed while a child of another test has it open.
    return opener(command: "sh '\(browser)' --new-window")
  }

  private func opener(command: String?) -> ProcessBrowserOpener {
    let environment = command.map { ["BROWSER": $0] } ?? [:]
    var opener = ProcessBrowserOpener(command: BrowserCommand(environment: environment), clock: clock)
    opener.directory = folder.appending(path: "pages")
    return opener
  }

  private static func opening(by opener: ProcessBrowserOpener) -> Task<Bool, Never> {
    Task { await opener.open(address) }
  }

  private func recorded(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private var pages: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "pages").path) }
  }

  @Test func `the browser gets a page that only the owner can read, and no argument has the token`() async throws {
    // It fails, so that nothing waits for a browser that reads the page later.
    let opener = try opener(
      """
      printf '%s\\n' "$@" >arguments
      cat /proc/$PPID/cmdline >shell 2>&1
      ls -l "$2" >mode
      cat "$2" >page
      exit 1
      """)
    #expect(await !opener.open(Self.address))
    let arguments = try recorded("arguments").split(separator: "\n")
    #expect(arguments.count == 2 && arguments.first == "--new-window")
    #expect(try recorded("mode").hasPrefix("-rw------- "))
    #expect(try recorded("page").contains("content=\"0; url=\(Self.address)\""))
    for name in ["arguments", "shell"] { #expect(try !recorded(name).contains("token"), "\(name)") }
  }

  @Test func `the page is removed at once if there is no browser`() async throws {
    #expect(try await !opener("exit 3").open(Self.address))
    #expect(await !opener(command: "/no/such/browser").open(Self.address))
    #expect(try pages.isEmpty)
  }

  @Test func `a browser that has to start finds the page, until the time is over`() async throws {
    let opener = try opener("exit 0")
    let opening = Self.opening(by: opener)
    await clock.waitForSleeper()
    #expect(try pages.count == 1)
    clock.advance(by: ProcessBrowserOpener.patience)
    #expect(await opening.value)
    #expect(try pages.isEmpty)
  }

  @Test func `the page is removed when the front stops, also while the browser runs`() async throws {
    let pipe = folder.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let opening = Self.opening(by: try opener("exec cat pipe"))
    await clock.waitForSleeper()
    opening.cancel()
    _ = await opening.value
    #expect(try pages.isEmpty)
    // The browser runs until the test writes.
    try FileHandle(forWritingTo: URL(filePath: pipe)).close()
  }

  @Test func `a folder that cannot be written is as no browser`() async {
    var opener = opener(command: "true")
    opener.directory = URL(filePath: "/no/such/folder")
    #expect(await !opener.open(Self.address))
  }

  #if os(Linux)
    @Test(
      arguments: [
        ([:], nil), (["DISPLAY": ":0"], "xdg-open"), (["WAYLAND_DISPLAY": "wayland-0"], "xdg-open"),
        (["BROWSER": "firefox", "DISPLAY": ":0"], "firefox"), (["BROWSER": ""], nil),
      ] as [([String: String], String?)])
    func `the browser is that of the environment, or of the desktop`(environment: [String: String], command: String?) {
      #expect(BrowserCommand(environment: environment).text == command)
    }
  #endif
}
