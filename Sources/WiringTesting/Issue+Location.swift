import Testing
import Wiring
import WiringTools

extension Issue {
  /// Records an issue for each problem of a plan, at its own location.
  ///
  /// - Parameter sourceLocation: The location in the test, for problems whose file is not found.
  static func record(_ problems: [Problem], orAt sourceLocation: Testing.SourceLocation) {
    guard !problems.isEmpty else { return }
    let sources = SourceTree.containing(sourceLocation.path)
    for problem in problems {
      record(
        Comment(rawValue: problem.description),
        sourceLocation: Testing.SourceLocation(problem.location, in: sources) ?? sourceLocation)
    }
  }

  /// Records an issue at the location of a binding; if its file is not found, at that of a test.
  static func record(_ text: String, at location: Wiring.SourceLocation, orAt test: Test?) {
    let sources = test.flatMap { SourceTree.containing($0.sourceLocation.path) }
    if let sourceLocation = Testing.SourceLocation(location, in: sources) ?? test?.sourceLocation {
      record(Comment(rawValue: text), sourceLocation: sourceLocation)
    } else {
      record(Comment(rawValue: text))
    }
  }
}

extension Testing.SourceLocation {
  /// Creates the location of a binding, with the path by which editors find its file.
  ///
  /// - Returns: `nil` when the file is not found, as where the tests run on another machine than they were built on.
  init?(_ location: Wiring.SourceLocation?, in sources: SourceTree?) {
    guard let location, location.line > 0, location.column > 0, let path = sources?.path(of: location) else {
      return nil
    }
    // A context file may be without a folder, which an issue demands.
    let fileID = location.fileID.contains("/") ? location.fileID : "Context/\(location.fileID)"
    self.init(fileID: fileID, filePath: path, line: location.line, column: location.column)
  }

  /// The path of the file.
  var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
