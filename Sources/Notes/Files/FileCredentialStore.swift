import Foundation
import NotesDisk
import NotesDomain

/// The credentials in a file that only its owner can read. Refuses a file that others can read: they may know the token.
struct FileCredentialStore: CredentialStore {
  /// Enough for the earlier keys of two full keyrings: a device that is lost can fill one.
  private static let maximumBytes = 16_000_000

  let settings: CredentialSettings

  @concurrent
  func load() async throws(CredentialError) -> Credentials? {
    guard let (file, credentials) = try read() else { return nil }
    guard file.permissions & 0o077 == 0 else { throw .exposed(path: settings.path, mode: file.permissions) }
    guard let credentials else { throw .damaged(path: settings.path) }
    return credentials
  }

  @concurrent
  func salvage() async -> Credentials? { (try? read())?.credentials }

  /// Reads the file and checks its owner; returns `nil` when it is missing. Damaged credentials are `nil`.
  private func read() throws(CredentialError) -> (file: FileContents, credentials: Credentials?)? {
    let path = settings.path
    let file: FileContents
    do {
      file = try FileContents(path: path, limit: Self.maximumBytes)
    } catch {
      switch error {
      case .system(let error) where error.code == ENOENT: return nil
      // Another user may have created the link, or may change its target.
      case .system(let error) where error.code == ELOOP: throw .wrongOwner(path: path)
      case .notAFile: throw .wrongOwner(path: path)
      case .tooLarge: throw .damaged(path: path)
      case .system: throw .failed(path: path, detail: error.reason)
      }
    }
    guard file.owner == geteuid() else { throw .wrongOwner(path: path) }
    return (file, file.text().flatMap(CredentialFileFormat.decode))
  }

  @concurrent
  func save(_ credentials: Credentials) async throws(CredentialError) {
    let bytes = CredentialFileFormat.encode(credentials)
    // Nothing is written that could not be read again.
    guard bytes.count <= Self.maximumBytes else {
      throw .failed(path: settings.path, detail: "the keys of the vault are too many")
    }
    try SystemError.translated({ CredentialError.failed(path: settings.path, detail: $0.reason) }) {
      try PrivateFiles.makeFolder(settings.path.parentPath)
      // Durable, since the server issued the token already: losing it means signing in again.
      try PrivateFiles.write([bytes], to: settings.path, isDurable: true)
    }
  }

  @concurrent
  func remove() async throws(CredentialError) {
    guard unlink(settings.path) == 0 || errno == ENOENT else {
      throw .failed(path: settings.path, detail: SystemError.current.reason)
    }
  }
}

/// The path of the credentials file.
package struct CredentialSettings: Sendable, Hashable {
  /// The path of the file. It is created at sign-in, readable by its owner only.
  package var path: String

  package init(path: String) { self.path = path }
}

/// The format of the credentials file: one line for each value, with its name.
enum CredentialFileFormat {
  private static let version = "1"

  static func encode(_ credentials: Credentials) -> String {
    """
    # Keep this secret: anyone with the token can read and change all of your notes.
    version: \(version)
    server: \(credentials.server)
    account: \(credentials.account)
    vault: \(credentials.vault.name)
    device: \(credentials.device)
    token: \(credentials.token.text)

    """ + (credentials.keys.map { "keys: \(encode($0))\n" } ?? "")
  }

  /// Returns the keys, the current one first: each with its id and its secret in hexadecimal, separated by spaces.
  private static func encode(_ keys: VaultKeys) -> String {
    ([keys.current] + keys.earlier).map { "\($0.id):\(Hexadecimal.encode($0.secret))" }.joined(separator: " ")
  }

  private static func decodeKeys(_ text: String, of vault: VaultID) -> VaultKeys? {
    var keys: [VaultKey] = []
    for part in text.split(separator: " ", omittingEmptySubsequences: false) {
      let halves = part.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, let id = VaultKeyID(String(halves[0])),
        let secret = Hexadecimal.decode(halves[1].utf8, count: VaultKey.count),
        let key = VaultKey(id: id, secret: secret)
      else { return nil }
      keys.append(key)
    }
    return keys.first.map { VaultKeys(vault: vault, current: $0, earlier: Array(keys.dropFirst())) }
  }

  /// Decodes what ``encode(_:)`` writes. Ignores unknown names.
  ///
  /// - Returns: `nil` when a value is missing, duplicate or invalid.
  static func decode(_ text: String) -> Credentials? {
    var values: [Substring: String] = [:]
    for line in text.linesAtFeeds where !line.isEmpty && line.first != "#" {
      guard let colon = line.firstRange(of: ": "),
        values.updateValue(String(line[colon.upperBound...]), forKey: line[..<colon.lowerBound]) == nil
      else { return nil }
    }
    guard values["version"] == version, let server = values["server"].flatMap({ try? ServerAddress($0) }),
      let account = values["account"].flatMap(AccountName.init), let vault = values["vault"].flatMap(VaultID.init),
      let device = values["device"].flatMap(SignedInDeviceID.init),
      let token = values["token"].flatMap({ DeviceToken($0) })
    else { return nil }
    let keys = values["keys"].map { decodeKeys($0, of: vault) }
    if case .some(.none) = keys { return nil }
    return Credentials(
      server: server, account: account, vault: vault, device: device, token: token, keys: keys ?? nil)
  }
}
