import Foundation
import NotesDomain

/// Credentials in a file that nobody but its owner can read. One that others can read is refused, since it must be taken for
/// known to them.
struct FileCredentialStore: CredentialStore {
  /// The most bytes of such a file.
  private static let limit = 4096

  let settings: CredentialSettings

  func load() throws(CredentialError) -> Credentials? {
    guard let (file, credentials) = try read() else { return nil }
    guard file.permissions & 0o077 == 0 else { throw .exposed(path: settings.path, mode: file.permissions) }
    guard let credentials else { throw .damaged(path: settings.path) }
    return credentials
  }

  func salvage() -> Credentials? {
    (try? read())?.credentials
  }

  /// The file, if it is this user's, and what stands in it; `nil` when there is none.
  private func read() throws(CredentialError) -> (file: FileContents, credentials: Credentials?)? {
    let path = settings.path
    let file: FileContents
    do throws(FileContents.Failure) {
      file = try FileContents(path: path, limit: Self.limit)
    } catch {
      switch error {
      case .system(let failure) where failure.code == ENOENT: return nil
      // What a link at this place leads to is anybody's choice.
      case .system(let failure) where failure.code == ELOOP: throw .wrongOwner(path: path)
      case .notAFile: throw .wrongOwner(path: path)
      case .tooLarge: throw .damaged(path: path)
      case .system: throw .failed(path: path, detail: error.reason)
      }
    }
    guard file.owner == geteuid() else { throw .wrongOwner(path: path) }
    return (file, file.text(0..<file.bytes.count).flatMap(CredentialFileFormat.decode))
  }

  func save(_ credentials: Credentials) throws(CredentialError) {
    let folder = settings.path.parentPath
    do throws(SystemError) {
      try PrivateFiles.makeFolder(folder)
      let (temporary, descriptor) = try PrivateFiles.makeFile(beginning: folder + "/.credentials-", ending: "")
      do throws(SystemError) {
        // The server has forgotten the password by then: what is lost now means signing in once more.
        try PrivateFiles.fill(descriptor, with: [CredentialFileFormat.encode(credentials)], isDurable: true)
        guard rename(temporary, settings.path) == 0 else { throw .current }
        try PrivateFiles.syncFolder(folder)
      } catch {
        unlink(temporary)
        throw error
      }
    } catch {
      throw .failed(path: settings.path, detail: error.reason)
    }
  }

  func remove() throws(CredentialError) {
    guard unlink(settings.path) == 0 || errno == ENOENT else {
      throw .failed(path: settings.path, detail: SystemError.current.reason)
    }
  }
}

/// Where this device keeps what it needs to speak to its server.
package struct CredentialSettings: Sendable, Hashable {
  /// The file. It is made when somebody signs in, and nobody else can read it.
  package var path: String

  /// Creates settings.
  ///
  /// - Parameter path: The file.
  package init(path: String) {
    self.path = path
  }
}

/// Credentials as a file holds them: a line for each value, its name first.
///
/// ```text
/// # Keep this secret: whoever has the token can read and change all of your notes.
/// version: 1
/// server: https://notes.example.org
/// account: ada
/// vault: 0c9e5f7a
/// device: 019a0c3e5f7a7c31
/// token: notes_…
/// ```
enum CredentialFileFormat {
  private static let version = "1"

  static func encode(_ credentials: Credentials) -> String {
    """
    # Keep this secret: whoever has the token can read and change all of your notes.
    version: \(version)
    server: \(credentials.server)
    account: \(credentials.account)
    vault: \(credentials.vault.name)
    device: \(credentials.device)
    token: \(credentials.token.text)

    """
  }

  /// Reads what ``encode(_:)`` writes. Names that are not known are passed over.
  ///
  /// - Returns: `nil` when something is missing, stands there twice, or makes no sense.
  static func decode(_ text: String) -> Credentials? {
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      guard let colon = line.firstRange(of: ": "),
        values.updateValue(String(line[colon.upperBound...]), forKey: line[..<colon.lowerBound]) == nil
      else { return nil }
    }
    guard values["version"] == version, let server = values["server"].flatMap({ try? ServerAddress($0) }),
      let account = values["account"].flatMap(AccountName.init), let vault = values["vault"].flatMap(VaultID.init),
      let device = values["device"].flatMap(SignedInDeviceID.init),
      let token = values["token"].flatMap({ DeviceToken($0) })
    else { return nil }
    return Credentials(server: server, account: account, vault: vault, device: device, token: token)
  }
}
