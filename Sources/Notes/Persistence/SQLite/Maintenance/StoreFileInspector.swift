import Foundation
import NotesDisk
import NotesDomain

/// The checks of a device's files: their owners, permissions, space, and what killed processes left.
struct StoreFileInspector: Sendable {
  /// The age from which on a temporary file belongs to no running process, in seconds.
  private static let leftoverAge = 3600

  let store: StoreSettings
  let others: InspectedFiles
  let wallClock: any WallClock
  /// Returns the free space on the disk of a file in bytes; `nil` when unknown.
  var freeBytes: @Sendable (_ path: String) -> Int? = DiskSpace.free

  init(store: StoreSettings, others: InspectedFiles, wallClock: any WallClock) {
    (self.store, self.others, self.wallClock) = (store, others, wallClock)
  }

  /// Returns the findings about existing files.
  func findings() -> [StoreFinding] { permissions() + leftovers() + space() }

  private var folder: String { store.path.folderPath }

  private func permissions() -> [StoreFinding] {
    let stores = [store.path] + StoreBackups.reservedEndings.map { store.path + $0 }
    // The credentials' own store checks their file.
    let files = stores + (others.drafts.map { paths(in: $0) { $0.ends(with: ".md") } } ?? []) + replacedStores
    let folders = [folder] + others.folders
    return Set(folders).sorted().flatMap { permission(of: $0, isFolder: true) }
      + files.flatMap { permission(of: $0, isFolder: false) }
  }

  private func permission(of path: String, isFolder: Bool) -> [StoreFinding] {
    guard let status = stat(of: path) else { return [] }
    guard status.st_uid == geteuid() || geteuid() == 0 else { return [.wrongOwner(path: path)] }
    let mode = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
    // A chosen folder may be one that others can list. Who can change names in it can put other files there.
    let forbidden: UInt16 = isFolder ? (mode & 0o1000 == 0 ? 0o022 : 0) : 0o077
    return mode & forbidden == 0 ? [] : [.exposed(path: path, mode: mode, isFolder: isFolder)]
  }

  private func leftovers() -> [StoreFinding] {
    let now = wallClock.now().millisecondsSince1970 / 1000
    let folders = Set([folder] + others.folders).sorted()
    let files = folders.flatMap { folder in
      paths(in: folder) { $0.begins(with: ".notesctl-") }.filter { path in
        guard let status = stat(of: path, followsLinks: false), status.kind == S_IFREG else { return false }
        return now - Int64(status.contentChange.seconds) > Int64(Self.leftoverAge)
      }
    }
    return files.map { .leftover(path: $0, bytes: StoreBackups.bytes(of: $0)) }
      + replacedStores.map { .replacedStore(path: $0, bytes: StoreBackups.bytes(of: $0)) }
  }

  private func space() -> [StoreFinding] {
    guard stat(of: folder) != nil, let free = freeBytes(folder) else { return [] }
    let bytes = StoreBackups.bytes(of: store.path)
    if free < 4 * DiskSpace.reserve { return [.lowSpace(path: folder, freeBytes: free)] }
    return free < bytes + DiskSpace.reserve
      ? [.noSpaceForCopy(path: folder, freeBytes: free, storeBytes: bytes)] : []
  }

  private var replacedStores: [String] {
    let beginning = URL(filePath: store.path).lastPathComponent + ".replaced-"
    return paths(in: folder) { $0.rest(after: beginning)?.utf8.allSatisfy { 0x30...0x39 ~= $0 } ?? false }
  }

  private func paths(in folder: String, where isWanted: (String) -> Bool) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(isWanted).sorted().map { folder + "/" + $0 }
  }
}

/// The files of a device that are checked beside its store.
package struct InspectedFiles: Sendable, Hashable {
  /// The folder of the drafts; `nil` for none.
  package var drafts: String?
  /// The file with the credentials; `nil` for none.
  package var credentials: String?

  package init(drafts: String? = nil, credentials: String? = nil) {
    self.drafts = drafts
    self.credentials = credentials
  }

  fileprivate var folders: [String] { [drafts, credentials?.folderPath].compactMap(\.self) }
}
