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
  private func read() throws(CredentialError) -> (file: FileBytes, credentials: Credentials?)? {
    let path = settings.path
    let file: FileBytes
    do throws(FileBytes.Failure) {
      file = try FileBytes(path: path, limit: Self.limit)
    } catch {
      switch error {
      case .system(let failure) where failure.code == ENOENT: return nil
      // What a link at this place leads to is anybody's choice.
      case .system(let failure) where failure.code == ELOOP: throw .notOurs(path: path)
      case .notAFile: throw .notOurs(path: path)
      case .tooLarge: throw .damaged(path: path)
      case .system: throw .failed(path: path, detail: error.reason)
      }
    }
    guard file.owner == geteuid() else { throw .notOurs(path: path) }
    return (file, file.text(0..<file.bytes.count).flatMap(CredentialText.decode))
  }

  func save(_ credentials: Credentials) throws(CredentialError) {
    let folder = settings.path.parentPath
    do throws(PrivateFiles.Failure) {
      try PrivateFiles.makeFolder(folder)
      let (temporary, descriptor) = try PrivateFiles.makeFile(beginning: folder + "/.credentials-", ending: "")
      do throws(PrivateFiles.Failure) {
        // The server has forgotten the password by then: what is lost now means signing in once more.
        try PrivateFiles.fill(descriptor, with: [CredentialText.encode(credentials)], isDurable: true)
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
      throw .failed(path: settings.path, detail: PrivateFiles.Failure.current.reason)
    }
  }
}
