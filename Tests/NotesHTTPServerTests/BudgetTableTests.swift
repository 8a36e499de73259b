import Foundation
import NIOCore
import NotesDomain
import NotesHTTPAPI
import Testing

@testable import NotesHTTPServer

/// The table in docs/self-hosting.md.
struct BudgetTableTests {
  @Test func `the page shows the limits of the code`() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/self-hosting.md"), encoding: .utf8)
    for row in rows { #expect(page.contains("\n\(row)\n"), "docs/self-hosting.md needs the row: \(row)") }
  }

  private var rows: [String] {
    let budgets = ResourceBudgets()
    let (host, account, stranger) = (budgets.host, budgets.account, budgets.stranger)
    func row(_ cells: String...) -> String { "| " + cells.joined(separator: " | ") + " |" }
    func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
    func reserved(_ bytes: Int, _ reserve: Int) -> String {
      "\(megabytes(bytes)), of which \(megabytes(reserve)) for accounts with at most \(megabytes(account.modestBytes))"
    }
    func cores(_ count: Int) -> String {
      count == System.coreCount ? "cores" : "cores + \(count - System.coreCount)"
    }
    return [
      row(
        "connections", "\(account.connections)", "\(stranger.connections)", "\(stranger.connectionsInAll)",
        "\(host.connections), of which \(host.reservedConnections) for this machine"),
      row(
        "requests in progress", "\(account.requests)", "\(stranger.requests) sign-ins",
        "\(stranger.requestsInAll) sign-ins", "\(host.requests)"),
      row("long polls", "\(account.watchers)", "none", "none", "as connections"),
      row(
        "bodies of requests in memory", megabytes(account.requestBytes), "\(MessageLimits.signIn / 1024) kB each",
        "\(MessageLimits.signIn * stranger.connectionsInAll / 1024) kB",
        reserved(host.requestBytes, host.reservedRequestBytes)),
      row(
        "responses in memory", megabytes(account.responseBytes), "none", "none",
        reserved(host.responseBytes, host.reservedResponseBytes)),
      row(
        "large requests computed at a time", cores(account.computations), "none", "none", cores(host.computations)),
      row(
        "disk: notes, attachments, and what the server remembers", "\((account.vault.bytes ?? 0) / 1_000_000_000) GB",
        "none", "none", "free space"),
      row(
        "notes, and tombstones besides", "\((account.vault.notes ?? 0) / 1000),000 and four times as many", "none",
        "none", ""),
      row("receipts of devices", "\(account.vault.receipts)", "none", "none", ""),
      row(
        "lines of the log", "\(account.logLines) a minute", "", "\(stranger.logLines) a minute of each kind",
        "\(host.logLines) waiting"),
      row(
        "time for a head, and for a body", "no limit above \(account.bytesPerSecond / 1024) kB/s",
        "\(stranger.patience.components.seconds) s each", "", ""),
    ]
  }
}
