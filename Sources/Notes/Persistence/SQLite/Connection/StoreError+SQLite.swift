import Foundation
import GRDB
import NotesDisk
import NotesDomain

extension DatabaseError {
  /// Returns the error of a stored value that this program cannot read.
  static func corrupt(_ message: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: message)
  }
}

extension StoreError {
  /// Translates a result code of SQLite (<https://www.sqlite.org/rescode.html>).
  init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    switch error.extendedResultCode {
    case .SQLITE_IOERR_CORRUPTFS:
      self = .corrupt(path: path, detail: detail)
      return
    case .SQLITE_IOERR_SHMSIZE:
      // In practice the shared memory file fails to grow on a full disk only.
      self = .diskFull(path: path)
      return
    default: break
    }
    switch error.resultCode {
    case .SQLITE_CORRUPT: self = .corrupt(path: path, detail: detail)
    case .SQLITE_NOTADB: self = .notAStore(path: path)
    case .SQLITE_READONLY: self = .readOnly(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_CANTOPEN: self = .cannotCreate(path: path, reason: detail)
    case .SQLITE_PERM, .SQLITE_AUTH: self = .permissionDenied(path: path)
    default: self = .failed(path: path, detail: detail)
    }
  }

  /// Translates an error of creating a store.
  private init(_ error: SystemError, path: String) {
    switch error.code {
    case EACCES, EPERM: self = .permissionDenied(path: path)
    case EROFS: self = .readOnly(path: path)
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .cannotCreate(path: path, reason: error.reason)
    }
  }

  /// Runs a closure and translates its errors to those of the store at a path.
  static func translated<Value>(at path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error, at: path) }
  }

  /// Translates any error to one of the store at a path.
  init(_ error: any Error, at path: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as DatabaseError: self.init(error, path: path)
    case let error as SystemError: self.init(error, path: path)
    case let error as PayloadDecodingError:
      self = .corrupt(path: path, detail: "A stored note cannot be read: \(error)")
    default: self = .failed(path: path, detail: String(describing: error))
    }
  }

  /// Returns the same error for another file: an error of a temporary copy is one of its original.
  func withPath(_ path: String) -> StoreError {
    switch self {
    case .missing: .missing(path: path)
    case .notAStore: .notAStore(path: path)
    case .corrupt(_, let detail): .corrupt(path: path, detail: detail)
    case .foreignLog: .foreignLog(path: path)
    case .newerVersion(_, let found, let supported): .newerVersion(path: path, found: found, supported: supported)
    case .readOnly: .readOnly(path: path)
    case .permissionDenied: .permissionDenied(path: path)
    case .locked: .locked(path: path)
    case .unreachable(_, let detail): .unreachable(path: path, detail: detail)
    case .restored: .restored(path: path)
    case .diskFull: .diskFull(path: path)
    case .cannotCreate(_, let reason): .cannotCreate(path: path, reason: reason)
    case .failed(_, let detail): .failed(path: path, detail: detail)
    case .exists, .exceeds: self
    }
  }
}
