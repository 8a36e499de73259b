import Foundation
import NotesDisk
import NotesTransfer
import Synchronization

/// The changes of folders as the system tells them, by inotify on Linux; elsewhere, and where the system can watch no more
/// folders, by looking.
struct SystemFolderObserver: FolderObserver {
  /// The time between two looks at a folder that the system does not watch.
  private static let interval = Duration.seconds(2)

  let folder: any MarkdownFolder
  let clock: any Clock<Duration>

  func changes(in directory: String) throws(MarkdownFolderError) -> AsyncStream<Void> {
    _ = try folder.canonicalPath(of: directory)
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    #if os(Linux)
      if let watch = FolderWatch(directory, changed: { signal.yield() }) {
        signal.onTermination = { _ in watch.stop() }
        return signals
      }
    #endif
    let looking = Task {
      var last = FolderStamp(of: directory)
      while (try? await clock.sleep(for: Self.interval)) != nil {
        let stamp = FolderStamp(of: directory)
        if stamp != last { signal.yield() }
        last = stamp
      }
    }
    signal.onTermination = { _ in looking.cancel() }
    return signals
  }
}

/// The names, sizes and times of all visible files of a folder.
struct FolderStamp: Equatable {
  private var files: [String: [Int64]] = [:]

  /// Looks at a folder; one that cannot be read has no files. O(number of files).
  init(of directory: String) {
    var folders = [directory]
    while let folder = folders.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
        let path = folder + "/" + name
        guard let status = stat(of: path, followsLinks: false) else { continue }
        if status.kind == S_IFDIR { folders.append(path) }
        #if canImport(Darwin)
          let time = status.st_mtimespec
        #else
          let time = status.st_mtim
        #endif
        files[path] = [
          Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec), Int64(truncatingIfNeeded: status.st_ino),
        ]
      }
    }
  }
}

#if os(Linux)
  /// A watch of a folder and its subfolders by inotify (<https://man7.org/linux/man-pages/man7/inotify.7.html>).
  ///
  /// inotify watches single folders. So each folder that appears is watched, too, and is taken for a change: files may have been made in
  /// it before.
  final class FolderWatch: Sendable {
    private static let events = UInt32(
      IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        | IN_ONLYDIR)

    /// The end of a pipe whose closing ends the watch; `nil` when it has ended.
    private let stopper: Mutex<Int32?>

    /// Watches a folder; `nil` where the system cannot.
    ///
    /// - Parameter changed: Called after changes, on a thread of the watch.
    init?(_ directory: String, changed: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      var ends: [Int32] = [-1, -1]
      guard Self.watch(directory, on: descriptor), pipe(&ends) == 0 else {
        close(descriptor)
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let stopped = ends[0]
      stopper = Mutex(ends[1])
      // A thread, which sleeps in the system until something happens.
      Thread.detachNewThread {
        var (isWatched, stamp) = (true, nil as FolderStamp?)
        // A folder that was replaced by another one has to be watched anew, as soon as that is there. Until then, and while the
        // system can watch no more folders, it is looked at.
        while Self.waitForEvents(on: descriptor, until: stopped, milliseconds: isWatched ? -1 : 500) {
          // What happened does not matter: a reader looks. A folder may be new.
          var buffer = [UInt8](repeating: 0, count: 1 << 16)
          while read(descriptor, &buffer, buffer.count) > 0 {}
          let wasWatched = isWatched
          isWatched = Self.watch(directory, on: descriptor)
          let present = isWatched ? nil : FolderStamp(of: directory)
          if wasWatched || isWatched || present != stamp { changed() }
          stamp = present
        }
        close(descriptor)
        close(stopped)
      }
    }

    deinit { stop() }

    /// Ends the watch. Idempotent.
    func stop() {
      stopper.withLock { end in
        if let end { close(end) }
        end = nil
      }
    }

    /// Waits for events, or for a time; -1 is for ever. Returns `false` at the end of the watch.
    private static func waitForEvents(on descriptor: Int32, until stopped: Int32, milliseconds: Int32) -> Bool {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped, events: 0, revents: 0),
      ]
      while poll(&waits, 2, milliseconds) < 0 {
        guard errno == EINTR else { return false }
      }
      return waits[1].revents == 0
    }

    /// Watches all visible subfolders, those that are watched already included. Returns whether the system can.
    private static func watch(_ directory: String, on descriptor: Int32) -> Bool {
      var folders = [directory]
      while let folder = folders.popLast() {
        if inotify_add_watch(descriptor, folder, events) < 0 {
          // Folders may go meanwhile. The system's limit is another matter.
          if errno == ENOSPC || errno == ENOMEM || folder == directory { return false }
          continue
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasPrefix(".") {
          let path = folder + "/" + name
          if stat(of: path, followsLinks: false)?.kind == S_IFDIR { folders.append(path) }
        }
      }
      return true
    }
  }
#endif
