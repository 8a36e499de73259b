/// A place in the user's code.
public struct SourceLocation: Sendable, Hashable {
  /// The module and the file, as in `NotesPersistence/PersistenceModule.swift`, never an absolute path, so that messages do not
  /// depend on where the code was built; for a context file its path as it was given.
  public let fileID: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// A place in a file that is no source code.
  ///
  /// - Parameters:
  ///   - path: The file, as the user named it.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  package init(path: String, line: Int, column: Int) {
    self.init(fileID: path, line: line, column: column)
  }

  init(fileID: String, line: Int, column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }
}

extension SourceLocation: CustomStringConvertible, Comparable {
  /// The place as `file:line:column`.
  public var description: String { "\(fileID):\(line):\(column)" }

  /// The place as `file:line`.
  package var short: String { "\(fileID):\(line)" }

  /// Orders places by file, line and column.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.fileID, left.line, left.column) < (right.fileID, right.line, right.column)
  }
}

/// A place as the compiler passes it: without an allocation, and copied without counting, since every binding carries one.
@usableFromInline struct CallSite: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: Int
  @usableFromInline let column: Int
  /// The file of a place that the compiler did not pass: its number among the ``FileNameTable``, from 1.
  @usableFromInline let file: Int

  @inlinable
  init(_ fileID: StaticString, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
    file = 0
  }

  /// A place in a context file.
  init(_ location: SourceLocation) {
    fileID = ""
    line = location.line
    column = location.column
    file = FileNameTable.shared.number(of: location.fileID)
  }

  var location: SourceLocation {
    SourceLocation(
      fileID: file == 0 ? fileID.description : FileNameTable.shared.name(of: file), line: line, column: column)
  }
}

/// The context files that places lie in, each once and for good, so that a place can name its file by a number.
final class FileNameTable: Sendable {
  static let shared = FileNameTable()

  private let names = ConditionMutex<[String]>([])

  /// The number of a file, from 1.
  func number(of name: String) -> Int {
    names.withLock {
      // The last ones first: places come file by file.
      if let index = names.value.lastIndex(of: name) { return index + 1 }
      names.value.append(name)
      return names.value.count
    }
  }

  /// The file of a number.
  func name(of number: Int) -> String { names.withLock { names.value[number - 1] } }
}
