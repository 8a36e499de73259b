import Synchronization
package import Wiring

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source files of a package on the disk, by which tools show the location of a binding where an editor finds it.
///
/// A binding stores its module and the name of its file, as `#fileID` gives them, and never a path: a program would contain
/// the folders of the machine that built it. Only a message needs the path, and looks for the file then.
package struct SourceTree: Sendable {
  /// The folder to search, for files of modules whose folder is not known.
  private let root: String
  /// The folders of modules, by name.
  private let folders: [String: String]
  /// The paths of all Swift files below the folders and the root, by file name.
  private let paths: [String: [String]]

  /// Lists the Swift files of a package.
  ///
  /// - Parameters:
  ///   - root: The package's folder.
  ///   - folders: The folders of its modules by name, if they are known. If they are, no other folder is searched.
  package init(root: String, folders: [String: String] = [:]) {
    self.root = root
    self.folders = folders
    var paths: [String: [String]] = [:]
    for folder in folders.isEmpty ? [root] : Set(folders.values).sorted() {
      Self.visit(folder) { name, path in paths[name, default: []].append(path) }
    }
    self.paths = paths
  }

  /// The trees that were listed, by root, since each failing test needs one.
  private static let trees = Mutex<[String: SourceTree]>([:])

  /// Returns the tree of the package that contains a file: the Swift files below the nearest folder with a manifest, an Xcode
  /// project or a repository. They are listed once in a process.
  ///
  /// - Returns: `nil` when there is none, as where the program was built on another machine.
  package static func containing(_ path: String) -> SourceTree? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      let names = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
      guard names.contains(where: { $0 == "Package.swift" || $0 == ".git" || $0.hasSuffix(".xcodeproj") }) else {
        continue
      }
      return trees.withLock { trees in
        let root = String(folder)
        let tree = trees[root] ?? SourceTree(root: root)
        trees[root] = tree
        return tree
      }
    }
    return nil
  }

  /// Returns the path of a location's file; `nil` when no file is it for certain.
  package func path(of location: SourceLocation) -> String? {
    // Context files have the path that the program was given.
    let asWritten = location.fileID.hasPrefix("/") ? location.fileID : "\(root)/\(location.fileID)"
    if Self.isFile(asWritten) { return asWritten }
    let parts = location.fileID.split(separator: "/").map(String.init)
    guard let module = parts.first, let name = parts.last, parts.count > 1 else { return nil }
    let candidates = paths[name] ?? []
    // Within a module, file names are unique.
    if !folders.isEmpty {
      guard let folder = folders[module] else { return nil }
      return Self.only(candidates.filter { $0.hasPrefix(folder + "/") })
    }
    let ofModule = candidates.filter {
      $0.dropLast(name.count).split(separator: "/").contains { Self.moduleName(ofTarget: $0) == module }
    }
    return Self.only(ofModule.isEmpty ? candidates : ofModule).flatMap { path in
      Self.contains(location, path) ? path : nil
    }
  }

  /// Returns the module of a target: `my_app` of `my-app`.
  private static func moduleName(ofTarget name: Substring) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private static func only(_ paths: [String]) -> String? { paths.count == 1 ? paths[0] : nil }

  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
  }

  /// Returns whether a file has the line and the column of a location. The file of that name can be one of another package.
  private static func contains(_ location: SourceLocation, _ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.indices.contains(location.line - 1) && lines[location.line - 1].count >= location.column
  }

  /// Calls a closure for each Swift file below a folder. Hidden folders are build folders and those of repositories; links
  /// are not followed.
  private static func visit(_ folder: String, _ body: (_ name: String, _ path: String) -> Void) {
    var folders = [folder]
    while let folder = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        if name.hasSuffix(".swift") {
          body(name, path)
        } else if (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
          == .typeDirectory
        {
          folders.append(path)
        }
      }
    }
  }
}
