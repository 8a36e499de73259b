import CBuildInfo
import NotesPersistence

/// The facts behind the version that a report of a fault needs: the commit of a release, SQLite, and the platform.
let buildDetails: [String] = {
  let commit = String(cString: notesctl_commit())
  let platform = ["SQLite \(PersistenceModule.sqliteVersion)", "\(architecture) \(system)"]
  return commit.isEmpty ? platform : ["commit \(commit)"] + platform
}()

#if arch(x86_64)
  private let architecture = "x86_64"
#elseif arch(arm64)
  private let architecture = "arm64"
#else
  private let architecture = "other processor"
#endif

#if os(Linux)
  private let system = "Linux"
#elseif os(macOS)
  private let system = "macOS"
#else
  private let system = "other system"
#endif
