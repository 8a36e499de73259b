import Wiring
import WiringDefinitions

/// Loads a file or a text with all of its imports.
struct ContextLoader {
  private(set) var definitions: Definitions
  private let placeholders: Placeholders
  private var profile: Profile?
  private let refusesForeign: Bool
  /// The files that were read. Each is read once, even if imported several times.
  private var loadedFiles: Set<ContextFile.Identity> = []
  /// The files that are being read, outermost first.
  private var importStack: [OpenFile] = []

  private struct OpenFile {
    let identity: ContextFile.Identity?
    let path: String
    let displayPath: String
    /// The location of its import.
    let location: SourceLocation?
    let translation: ContextTranslator
    var nextImport = 0
    /// The paths that were imported.
    var imported: Set<String> = []
  }

  init(_ reader: ContextReader) {
    definitions = Definitions(registry: reader.registry)
    definitions.conversions = .foundation
    placeholders = Placeholders(reader)
    profile = reader.profile
    refusesForeign = reader.refusesForeignFiles
  }

  /// Loads a file after its imports.
  mutating func load(_ path: String) {
    open(path, displayPath: path)
    loadOpenFiles()
  }

  /// Loads bytes after their imports.
  mutating func load(_ bytes: [UInt8], format: ContextFormat, path: String) {
    open(bytes, format: format, path: path, displayPath: path)
    loadOpenFiles()
  }

  /// Loads the open files, the innermost first. It does not recurse, so that the depth of imports takes no stack.
  private mutating func loadOpenFiles() {
    while let file = importStack.last {
      guard file.nextImport < file.translation.imports.count else {
        importStack.removeLast()
        definitions.scans += file.translation.scans
        definitions.values += file.translation.values
        definitions.definitions += file.translation.definitions
        continue
      }
      let index = importStack.count - 1
      importStack[index].nextImport += 1
      let item = file.translation.imports[file.nextImport]
      guard item.isActive(in: profile ?? .production), !file.imported.contains(item.path) else { continue }
      let isAbsolute = item.path.hasPrefix("/")
      let isFound = open(
        isAbsolute ? item.path : Self.path(of: item.path, relativeTo: file.path),
        displayPath: isAbsolute ? item.notation : Self.path(of: item.notation, relativeTo: file.displayPath),
        importedBy: item)
      // A missing file that is optional here may be required elsewhere.
      if isFound { importStack[index].imported.insert(item.path) }
    }
  }

  /// Opens a file, unless it was loaded before.
  ///
  /// - Returns: `false` if an optional file is missing.
  @discardableResult
  private mutating func open(_ path: String, displayPath: String, importedBy item: ContextImport? = nil) -> Bool {
    let location = item?.location
    guard let format = ContextFormat(path: path) else {
      definitions.problems.append(.unknownFormat(displayPath, at: location))
      return true
    }
    let file: ContextFile
    do throws(ContextFile.Failure) {
      file = try ContextFile(path: path, refusesForeign: refusesForeign) { loadedFiles.contains($0) }
    } catch {
      if case .missing = error, item?.isOptional == true { return false }
      definitions.problems.append(.unreadable(displayPath, error, at: location))
      return true
    }
    if let first = importStack.firstIndex(where: { $0.identity == file.identity }) {
      let cycle =
        importStack[first...].map { ($0.displayPath, $0.location) } + [(importStack[first].displayPath, location)]
      definitions.problems.append(.importCycle(cycle))
      return true
    }
    guard let bytes = file.bytes else { return true }
    loadedFiles.insert(file.identity)
    guard importStack.count < Limits.maximumImportDepth else {
      definitions.problems.append(.importsTooDeep(displayPath, at: location))
      return true
    }
    open(
      bytes, format: format, path: path, displayPath: displayPath, identity: file.identity, importedAt: location)
    return true
  }

  private mutating func open(
    _ bytes: [UInt8], format: ContextFormat, path: String, displayPath: String,
    identity: ContextFile.Identity? = nil, importedAt location: SourceLocation? = nil
  ) {
    // Messages have the path with its placeholders unfilled.
    guard let translation = translation(of: bytes, format: format, path: displayPath) else { return }
    definitions.problems += translation.problems
    resolveProfile(translation)
    importStack.append(
      OpenFile(
        identity: identity, path: path, displayPath: displayPath, location: location, translation: translation))
  }

  private mutating func translation(of bytes: [UInt8], format: ContextFormat, path: String) -> ContextTranslator? {
    do throws(ReadError) {
      // Before the check for UTF-8, since a binary property list has a better fix.
      if format == .propertyList, bytes.starts(with: "bplist".utf8) {
        throw ReadError(
          "'\(path)' is a binary property list, and only the XML form is supported", at: nil,
          fix: "convert it: plutil -convert xml1 \(path), or plistutil -i \(path) -o \(path) -f xml")
      }
      guard bytes.count <= Limits.maximumBytes else { throw ReadError(.unreadable(path, .tooLarge, at: nil)) }
      let source = try SourceText(path: path, bytes: bytes)
      var translation = ContextTranslator(source, placeholders)
      switch format {
      case .json: translation.context(try JSONReader.read(source))
      case .yaml: translation.context(try YAMLReader.read(source))
      case .propertyList: translation.context(try PropertyListReader.read(source))
      case .xml:
        var elements = XMLTranslator(source)
        let node = elements.context(try XMLReader.read(source, as: .xml))
        translation.problems += elements.problems
        if let node { translation.context(node) }
      }
      return translation
    } catch {
      definitions.problems.append(error.problem)
      return nil
    }
  }

  /// Adopts the profile of the first file unless the reader has one. Imported files must have the same profile, or none.
  private mutating func resolveProfile(_ translation: ContextTranslator) {
    guard let declared = translation.profile, let location = translation.profileLocation else { return }
    if importStack.isEmpty {
      definitions.profile = declared
      if profile == nil { profile = declared }
    } else if declared != profile ?? .production {
      definitions.problems.append(.profileMismatch(declared, expected: profile ?? .production, at: location))
    }
  }

  private static func path(of file: String, relativeTo importing: String) -> String {
    guard let slash = importing.lastIndex(of: "/") else { return file }
    return importing[...slash] + file
  }
}

/// An import of another file.
struct ContextImport {
  let path: String
  /// The path with its placeholders unfilled, for messages: a filled one can contain a secret.
  let notation: String
  let location: SourceLocation
  /// The profiles in which the file is imported, or with `!` is not; empty for all.
  var profiles: [String] = []
  /// Whether the file can be missing.
  var isOptional = false

  func isActive(in profile: Profile) -> Bool {
    let excluded = profiles.filter { $0.hasPrefix("!") }
    guard !excluded.contains("!" + profile.name) else { return false }
    return excluded.count == profiles.count || profiles.contains(profile.name)
  }
}
