/// A location in the user's code.
public struct SourceLocation: Sendable, Hashable {
  /// The module and the file, as in `NotesPersistence/PersistenceModule.swift`; for a context file the path that was
  /// passed.
  ///
  /// Never an absolute path, so that messages do not depend on the directory of the build.
  public let fileID: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// Creates a location in a file other than source code.
  package init(path: String, line: Int, column: Int) {
    self.init(fileID: path, line: line, column: column)
  }

  package init(fileID: String, line: Int, column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible, Comparable {
  /// The location as `file:line:column`.
  public var description: String { "\(fileID):\(line):\(column)" }

  /// The location as `file:line`.
  package var short: String { "\(fileID):\(line)" }

  /// Orders locations by file, line and column.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.fileID, left.line, left.column) < (right.fileID, right.line, right.column)
  }
}

/// A location as the compiler passes it: no allocation and no reference counting, since every binding stores one.
@usableFromInline package struct CallSite: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: Int
  @usableFromInline let column: Int
  /// The index, from 1, in the ``FileNameTable``, of a file that the compiler did not pass; 0 otherwise.
  @usableFromInline let file: Int

  @inlinable
  package init(_ fileID: StaticString, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
    file = 0
  }

  /// Creates a location in a context file.
  package init(_ location: SourceLocation) {
    fileID = ""
    line = location.line
    column = location.column
    file = FileNameTable.shared.number(of: location.fileID)
  }

  package var location: SourceLocation {
    SourceLocation(
      fileID: file == 0 ? fileID.description : FileNameTable.shared.name(of: file), line: line, column: column)
  }
}

/// A table of the names of context files, which are never removed, so that a location can store its file as a number.
final class FileNameTable: Sendable {
  static let shared = FileNameTable()

  private let names = ConditionMutex<[String]>([])

  /// Returns the number of a file, from 1, and adds the file if necessary.
  func number(of name: String) -> Int {
    names.withLock {
      // From the end: locations are created file by file.
      if let index = names.value.lastIndex(of: name) { return index + 1 }
      names.value.append(name)
      return names.value.count
    }
  }

  /// Returns the file of a number.
  func name(of number: Int) -> String { names.withLock { names.value[number - 1] } }
}
