import Foundation
package import NotesDomain

extension FileError {
  /// Runs a closure and translates its errors to those of reading a file.
  package static func translated<Value>(reading file: FileLocation, _ read: () throws -> Value) throws(FileError)
    -> Value
  {
    try SystemError.translated(
      { error -> FileError in
        switch error.code {
        case ENOENT, ENOTDIR: .missing(path: file.path)
        case EISDIR: .notAFile(path: file.path)
        default: .unreadable(path: file.path, reason: error.fileReason)
        }
      }, read)
  }

  /// Runs a closure and translates its errors to those of writing a file.
  package static func translated<Value>(writing file: FileLocation, _ write: () throws -> Value) throws(FileError)
    -> Value
  {
    try SystemError.translated(
      { error -> FileError in
        switch error.code {
        case ENOSPC, EDQUOT: .diskFull(path: file.path)
        case EEXIST: .exists(path: file.path)
        case EISDIR: .notAFile(path: file.path)
        default: .unwritable(path: file.path, reason: error.fileReason)
        }
      }, write)
  }
}

extension SystemError {
  /// The message, which is more precise than the system's for links and for paths that lead out of a folder.
  fileprivate var fileReason: String {
    switch code {
    case ELOOP: "It is a symbolic link, or behind one"
    case EINVAL: "The path leads out of the folder"
    default: reason
    }
  }
}
