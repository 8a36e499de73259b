import Foundation
import NotesDisk

/// The wait for everything that was written to a file system, in one call: one for each of thousands of files takes minutes.
enum FileSystemSync {
  /// Writes all files and folders of the file system that a folder is in to the disk.
  static func run(around folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.current }
    defer { close(descriptor) }
    #if os(Linux)
      typealias Sync = @convention(c) (_ descriptor: CInt) -> CInt
      // Swift's modules of C libraries lack it. Safe: the symbol, where there is one, is int syncfs(int).
      if let symbol = dlsym(nil, "syncfs") {
        guard unsafeBitCast(symbol, to: Sync.self)(descriptor) == 0 else { throw SystemError.current }
        return
      }
    #endif
    // All file systems. Apple's begins to write, and does not wait for the end.
    sync()
  }
}
