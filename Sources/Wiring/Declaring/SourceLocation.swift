/// A place in the user's code.
public struct SourceLocation: Sendable, Hashable {
  /// The module and the file, as in `NotesStorage/StorageModule.swift`. Never an absolute path, so that messages do not
  /// depend on where the code was built.
  public let fileID: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
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

/// A place as the compiler passes it: without an allocation, since every binding carries one.
@usableFromInline struct CallSite: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: Int
  @usableFromInline let column: Int

  @inlinable
  init(_ fileID: StaticString, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  var location: SourceLocation { SourceLocation(fileID: fileID.description, line: line, column: column) }
}
