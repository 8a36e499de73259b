import Foundation
import NotesDomain

extension FileError {
  /// Why something could not be read.
  init(_ failure: PrivateFiles.Failure, reading place: FilePlace) {
    switch failure.code {
    case ENOENT, ENOTDIR: self = .missing(path: place.path)
    case EISDIR: self = .notAFile(path: place.path)
    default: self = .unreadable(path: place.path, reason: failure.words)
    }
  }

  /// Why something could not be written.
  init(_ failure: PrivateFiles.Failure, writing place: FilePlace) {
    switch failure.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: place.path)
    case EEXIST: self = .exists(path: place.path)
    case EISDIR: self = .notAFile(path: place.path)
    default: self = .unwritable(path: place.path, reason: failure.words)
    }
  }
}

extension PrivateFiles.Failure {
  /// What happened, in words that say more than the system's where it speaks of links and of paths that lead out.
  fileprivate var words: String {
    switch code {
    case ELOOP: "It is a link, or lies behind one"
    case EINVAL: "The path leads out of the folder"
    default: reason
    }
  }
}
