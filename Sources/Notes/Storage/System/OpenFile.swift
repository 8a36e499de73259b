import Foundation
import NotesDomain

/// A regular file that is open for reading.
final class OpenFile {
  private let place: FilePlace
  private let descriptor: Int32
  /// How many bytes it had when it was opened.
  let size: Int

  init(_ place: FilePlace) throws(FileError) {
    self.place = place
    do throws(PrivateFiles.Failure) {
      let (folder, name) = try OpenFolder.of(place, isCreating: false)
      var flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
      if case .inside = place { flags |= O_NOFOLLOW }
      // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
      descriptor = openat(folder.descriptor, name, flags)
      guard descriptor >= 0 else { throw .current }
    } catch {
      throw FileError(error, reading: place)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path: place.path)
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func bytes(from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    do throws(PrivateFiles.Failure) {
      return try FileBytes.read(descriptor, from: offset, limit: limit)
    } catch {
      throw FileError(error, reading: place)
    }
  }
}
