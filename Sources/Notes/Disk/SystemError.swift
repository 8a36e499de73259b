package import Foundation

/// The error of a failed system call.
package struct SystemError: Error {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package var reason: String { String(cString: strerror(code)) }

  package static var current: SystemError { SystemError(code: errno) }

  /// Runs a closure, and translates the errors of its system calls into those of a port.
  package static func translated<Value, Failure: Error>(
    _ translate: (SystemError) -> Failure, _ body: () throws -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch let error as Failure {
      throw error
    } catch {
      // Adapters throw no other errors.
      throw translate(error as? SystemError ?? SystemError(code: EIO))
    }
  }
}

extension stat {
  /// Reads the status of a file; `nil` on failure, with the error in `errno`.
  package init?(of path: String, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true) {
    self.init()
    guard fstatat(folder, path, &self, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
  }

  /// The kind of file, `S_IFREG` for example.
  package var kind: mode_t { st_mode & S_IFMT }
}
