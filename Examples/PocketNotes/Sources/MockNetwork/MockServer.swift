import Core

/// A server in the process: what a real one would do, without a network.
package actor MockServer {
  private var accounts: [String: Account]
  private let file: ServerFile?

  /// The versions of an account.
  struct Account: Codable {
    /// By the ids of the notes as text, whose order in a file is always the same.
    var versions: [String: ServerVersion] = [:]
    var head = 0
  }

  /// Creates the server.
  ///
  /// - Parameter file: The file that keeps the versions after the program ends; `nil` for a server that forgets them.
  package init(file: ServerFile? = nil) {
    self.file = file
    accounts = [:]
  }

  /// Accepts a version, unless it replaces another one than the present one.
  func push(_ version: PushedVersion, from account: String) throws -> PushReply {
    try changing(account) { account in
      let id = version.note.uuidString
      guard account.versions[id]?.number ?? 0 == version.replaced else { return .outdated }
      account.head += 1
      account.versions[id] = ServerVersion(
        note: version.note, content: version.content, modified: version.modified, number: account.head)
      return .accepted(number: account.head)
    }
  }

  /// Returns the versions after a number.
  func versions(after cursor: Int, limit: Int, of account: String) throws -> ServerPage {
    let newer = try reading(account) { account in
      account.versions.values.filter { $0.number > cursor }.sorted { $0.number < $1.number }
    }
    return ServerPage(versions: Array(newer.prefix(limit)), hasMore: newer.count > limit)
  }

  /// Returns the contents of all notes of an account.
  package func contents(of account: String) -> [Note.ID: Note.Content] {
    let versions = accounts[account, default: Account()].versions.values
    return Dictionary(versions.map { ($0.note, $0.content) }) { $1 }
  }

  private func reading<Value>(_ name: String, _ body: (Account) throws -> Value) throws -> Value {
    try body(try file?.read()[name] ?? accounts[name] ?? Account())
  }

  /// Other programs use the same file, so that each change reads and writes it while it is locked.
  private func changing<Value>(_ name: String, _ change: (inout Account) throws -> Value) throws -> Value {
    guard let file else { return try change(&accounts[name, default: Account()]) }
    return try file.update { accounts in try change(&accounts[name, default: Account()]) }
  }
}
