import Wiring

/// One reading: a file or a text, and everything that it imports.
struct ContextLoader {
  private(set) var definitions: Definitions
  private let placeholders: Placeholders
  private var profile: Profile?
  /// The files that were read; each is read once, however many import it.
  private var seen: Set<ContextFile.Identity> = []
  /// The files that are being read, from the first, each with the place of the import that led to it.
  private var open: [(identity: ContextFile.Identity?, path: String, location: SourceLocation?)] = []

  init(_ reader: ContextReader) {
    definitions = Definitions(registry: reader.registry)
    definitions.conversions = .foundation
    placeholders = Placeholders(reader)
    profile = reader.profile
  }

  /// Reads a file, with those that it imports before it.
  mutating func read(_ path: String) {
    read(path, displayPath: path, for: nil)
  }

  /// Reads bytes, with the files that they import before them.
  mutating func read(_ bytes: [UInt8], as format: ContextFormat, named name: String) {
    read(bytes, format, name, displayPath: name, nil, nil)
  }

  private mutating func read(_ path: String, displayPath shown: String, for import: ContextImport?) {
    let location = `import`?.location
    guard let format = ContextFormat(path: path) else {
      return definitions.problems.append(.unknownFormat(shown, at: location))
    }
    let file: ContextFile
    do throws(ContextFile.Failure) {
      file = try ContextFile(path: path)
    } catch {
      if case .missing = error, `import`?.isOptional == true { return }
      return definitions.problems.append(.unreadable(shown, error, at: location))
    }
    if let first = open.firstIndex(where: { $0.identity == file.identity }) {
      let circle = open[first...].map { ($0.path, $0.location) } + [(open[first].path, location)]
      return definitions.problems.append(.importCycle(circle))
    }
    guard seen.insert(file.identity).inserted else { return }
    guard open.count < Limits.maximumImportDepth else { return definitions.problems.append(.importsTooDeep(shown, at: location)) }
    read(file.bytes, format, path, displayPath: shown, file.identity, location)
  }

  private mutating func read(
    _ bytes: [UInt8], _ format: ContextFormat, _ path: String, displayPath shown: String,
    _ identity: ContextFile.Identity?, _ location: SourceLocation?
  ) {
    guard let translation = translation(of: bytes, format, path) else { return }
    definitions.problems += translation.problems
    resolveProfile(translation)
    open.append((identity, shown, location))
    for item in translation.imports where item.isActive(in: profile ?? .production) {
      let isAbsolute = item.path.hasPrefix("/")
      read(
        isAbsolute ? item.path : Self.path(of: item.path, from: path),
        displayPath: isAbsolute ? item.notation : Self.path(of: item.notation, from: path), for: item)
    }
    open.removeLast()
    definitions.scans += translation.scans
    definitions.values += translation.values
    definitions.definitions += translation.definitions
  }

  private mutating func translation(of bytes: [UInt8], _ format: ContextFormat, _ path: String) -> ContextTranslator? {
    do throws(ReadError) {
      // The binary form is no text at all, and has better advice.
      if format == .propertyList, bytes.starts(with: "bplist".utf8) {
        throw ReadError(problem: .binaryPropertyList(path))
      }
      guard bytes.count <= Limits.maximumBytes else { throw ReadError(problem: .unreadable(path, .tooLarge, at: nil)) }
      let source = try SourceText(path: path, bytes: bytes)
      var translation = ContextTranslator(source, placeholders)
      switch format {
      case .json: translation.context(try JSONReader.read(source))
      case .yaml: translation.context(try YAMLReader.read(source))
      case .propertyList: translation.context(try PropertyListReader.read(source))
      case .xml:
        var markup = XMLTranslator(source)
        let node = markup.context(try XMLReader.read(source, as: .xml))
        translation.problems += markup.problems
        if let node { translation.context(node) }
      }
      return translation
    } catch {
      definitions.problems.append(error.problem)
      return nil
    }
  }

  /// The first file says what the context is for, unless the reader was told; the others may only agree.
  private mutating func resolveProfile(_ translation: ContextTranslator) {
    guard let said = translation.profile, let location = translation.profileLocation else { return }
    if open.isEmpty {
      definitions.profile = said
      if profile == nil { profile = said }
    } else if said != profile ?? .production {
      definitions.problems.append(.profileMismatch(said, than: profile ?? .production, at: location))
    }
  }

  /// The path of an imported file: beside the one that imports it.
  private static func path(of file: String, from importing: String) -> String {
    guard let slash = importing.lastIndex(of: "/") else { return file }
    return importing[...slash] + file
  }
}

/// A file that another one wants read, too.
struct ContextImport {
  let path: String
  /// The path as it was written: what a message shows, since what fills it may be a secret.
  let notation: String
  let location: SourceLocation
  /// The profiles in which it is read; in all when empty.
  var profiles: [String] = []
  /// Whether it may be missing.
  var isOptional = false

  /// Whether it is read in a profile.
  func isActive(in profile: Profile) -> Bool {
    let excluded = profiles.filter { $0.hasPrefix("!") }
    guard !excluded.contains("!" + profile.name) else { return false }
    return excluded.count == profiles.count || profiles.contains(profile.name)
  }
}
