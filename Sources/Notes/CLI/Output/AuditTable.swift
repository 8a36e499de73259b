import NotesDomain
import NotesHosting
import NotesViewModels

/// The log of a server's accounts in aligned columns: time, event, account, address, and device or count.
struct AuditTable {
  let times: TimeText

  func text(_ entries: [AuditEntry]) -> StyledText {
    // Labels of devices come last, since any client chooses them.
    let rows = entries.map { [Self.name(of: $0.event.kind), Self.account(of: $0.event), Self.origin(of: $0.event)] }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text: StyledText = ""
    for (entry, row) in zip(entries, rows) {
      text += "\(.dim, times.short(entry.time))  \(row[0].padded(to: widths[0]))  "
      text += "\(.title, row[1].padded(to: widths[1]))  "
      let details = [entry.event.device, entry.count > 1 ? "\(entry.count) times" : nil].compactMap(\.self)
      // No trailing spaces after the last column.
      text += details.isEmpty ? "\(row[2])" : "\(row[2].padded(to: widths[2]))  \(details.joined(separator: "  "))"
      text += "\n"
    }
    return text
  }

  private static func name(of kind: AuditEvent.Kind) -> String {
    switch kind {
    case .signIn: "sign-in"
    case .signInRefused: "sign-in refused"
    case .rateLimited: "rate limited"
    case .revocation: "device revoked"
    case .expiry: "device expired"
    case .passwordChange: "password changed"
    case .passwordChangeRefused: "password change refused"
    case .accountAddition: "account added"
    case .accountRemoval: "account removed"
    case .passwordReset: "password reset"
    case .keyringRemoval: "keyring removed"
    case .purge: "purged"
    case .backup: "backed up"
    case .restore: "restored"
    }
  }

  private static func account(of event: AuditEvent) -> String {
    event.account?.text ?? (event.kind.isRefusal ? "unknown" : "-")
  }

  private static func origin(of event: AuditEvent) -> String {
    event.peer ?? (event.kind.isRefusal ? "many addresses" : "operator")
  }
}
