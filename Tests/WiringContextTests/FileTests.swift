import Foundation
import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// The order in which files are read, and the problems of files.
@Suite struct FileTests {
  private let reader = ContextReader(environment: ["PART": "part"])
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func names(_ context: Definitions) -> [String?] { context.definitions.map(\.name) }

  // MARK: Imports

  @Test func `imports of any format are read before the importing file, relative to it`() throws {
    try folder.write("part/b.json", #"{"objects": {"b": {"class": "B"}}}"#)
    try folder.write("part/c.xml", #"<container><import file="../d.yml"/><object id="c" class="C"/></container>"#)
    try folder.write("d.yml", "objects: {d: {class: D}}")
    let path = try folder.write("a.yaml", "objects: {a: {class: A}}\nimport: [part/b.json, \"${PART}/c.xml\"]")
    let context = reader.read(contentsOf: path)
    #expect(context.problems == [])
    #expect(names(context) == ["b", "d", "c", "a"])
    #expect(context.definitions[1].location.fileID == folder.path("${PART}/../d.yml"))
  }

  @Test func `a file that is imported twice is read once`() throws {
    try folder.write("common.yaml", "objects: {common: {class: C}}")
    try folder.write("b.yaml", "import: ./common.yaml")
    let path = try folder.write("a.yaml", "import: [common.yaml, b.yaml]")
    #expect(names(reader.read(contentsOf: path)) == ["common"])
  }

  @Test func `a file is not read again through a link`() throws {
    let common = try folder.write("common.yaml", "objects: {common: {class: C}}")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.yaml"), withDestinationPath: common)
    let path = try folder.write("a.yaml", "import: [common.yaml, link.yaml]")
    #expect(names(reader.read(contentsOf: path)) == ["common"])
  }

  @Test func `an optional import can be missing`() throws {
    let path = try folder.write("a.yaml", "import: {file: none.yaml, optional: true}")
    #expect(reader.read(contentsOf: path).problems == [])
  }

  @Test func `an optional import does not excuse a required one of the same file`() throws {
    let path = try folder.write("a.yaml", "import: [{file: none.yaml, optional: true}, none.yaml, none.yaml]")
    #expect(reader.read(contentsOf: path).problems.map(\.code) == [.unreadable])
    let odd = try folder.write("b.yaml", "import: [{file: a.txt, optional: true}, a.txt]")
    #expect(reader.read(contentsOf: odd).problems.count == 1)
  }

  @Test func `a path that cannot be read is shown with unfilled placeholders`() throws {
    let path = try folder.write("a.yaml", "import: [\"${PART}/none.yaml\", \"/${PART}/none.yaml\", \"${PART}.txt\"]")
    #expect(
      reader.read(contentsOf: path).problems.map { folder.hidden(in: $0.summary) } == [
        "'${PART}/none.yaml' cannot be read: there is no such file",
        "'/${PART}/none.yaml' cannot be read: there is no such file",
        "'${PART}.txt' has no known file name extension",
      ])
  }

  @Test func `an optional import that exists must be valid`() throws {
    try folder.write("b.yaml", "objects: 3")
    let path = try folder.write("a.yaml", "import: {file: b.yaml, optional: true}")
    #expect(reader.read(contentsOf: path).problems.map(\.code) == [.badValue])
  }

  @Test(arguments: [("demo", ["demo"]), ("test", ["other"]), (nil, ["other"])] as [(String?, [String])])
  func `an import with a profile is read only in that profile`(profile: String?, expected: [String]) throws {
    try folder.write("demo.yaml", "objects: {demo: {class: D}}")
    try folder.write("other.yaml", "objects: {other: {class: D}}")
    let path = try folder.write(
      "a.yaml", "import: [{file: demo.yaml, profile: demo}, {file: other.yaml, profile: '!demo'}]")
    var reader = reader
    reader.profile = profile.map { Profile($0) }
    #expect(names(reader.read(contentsOf: path)) == expected)
  }

  @Test func `an import in XML lists its profiles`() throws {
    try folder.write("b.yaml", "objects: {b: {class: B}}")
    let path = try folder.write(
      "a.xml", "<container profile='test'><import file='b.yaml' profile='demo, test'/></container>")
    #expect(names(reader.read(contentsOf: path)) == ["b"])
  }

  @Test func `the first file determines the profile`() throws {
    try folder.write("demo.yaml", "objects: {demo: {class: D}}\nprofile: demo")
    let path = try folder.write("a.yaml", "import: {file: demo.yaml, profile: demo}\nprofile: demo")
    let context = reader.read(contentsOf: path)
    #expect(context.profile == "demo")
    #expect(names(context) == ["demo"])
    #expect(context.problems == [])
  }

  // MARK: Problems

  @Test func `the problems of all files are reported at once`() throws {
    try folder.write("b.json", #"{"objects": {"b": {"class": "B", "lasy": true}}}"#)
    try folder.write("c.xml", "<container><object class='C' lazy='no'/></container>")
    try folder.write("d.plist", "bplist00")
    try folder.write("e.yaml", "objects: {")
    try folder.write("f.yaml", "profile: other")
    try folder.write("g.toml", "")
    let path = try folder.write(
      "a.yaml", "import: [b.json, c.xml, d.plist, e.yaml, f.yaml, g.toml, none.yaml]\nobjects: {a: {}}")
    try expectGolden(folder.hidden(in: reader.read(contentsOf: path).report), named: "files-all-at-once")
  }

  @Test func `files that import each other are shown as a cycle`() throws {
    try folder.write("b.yaml", "import: c.xml")
    try folder.write("c.xml", "<container>\n  <import file=\"a.yaml\"/>\n  <object class=\"C\"/>\n</container>")
    let path = try folder.write("a.yaml", "import:\n  - b.yaml\nobjects: {a: {class: A}}")
    let context = reader.read(contentsOf: path)
    #expect(context.definitions.count == 2)
    try expectGolden(folder.hidden(in: context.report), named: "files-circle")
  }

  @Test func `a file that imports itself is reported`() throws {
    let path = try folder.write("a.yaml", "import: a.yaml")
    try expectGolden(folder.hidden(in: reader.read(contentsOf: path).report), named: "files-self")
  }

  @Test func `a missing first file is reported`() throws {
    try expectGolden(reader.read(contentsOf: "none/demo.yaml").report, named: "files-missing")
  }

  @Test func `a long chain of imports is rejected`() throws {
    for number in 0..<70 { try folder.write("\(number).yaml", "import: \(number + 1).yaml") }
    let context = reader.read(contentsOf: folder.path("0.yaml"))
    #expect(context.problems.map(\.code) == [.unreadable])
    try expectGolden(folder.hidden(in: context.report), named: "files-chain")
  }

  // MARK: Unreadable files

  @Test func `a folder is rejected`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("a.yaml"), withIntermediateDirectories: true)
    try expectGolden(
      folder.hidden(in: reader.read(contentsOf: folder.path("a.yaml")).report), named: "files-folder")
  }

  @Test func `a pipe is rejected without waiting for it`() throws {
    #expect(mkfifo(folder.path("a.yaml"), 0o600) == 0)
    #expect(reader.read(contentsOf: folder.path("a.yaml")).problems.map(\.code) == [.unreadable])
  }

  @Test func `a file that others can change is read, unless it is refused, and so is one that it imports`() throws {
    // Given
    let path = try folder.write("a.yaml", "import: [b.yaml]")
    let imported = try folder.write("b.yaml", "values: {}")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: imported)
    var careful = reader
    careful.refusesForeignFiles = true
    // When
    let context = careful.read(contentsOf: path)
    // Then
    #expect(reader.read(contentsOf: path).problems.isEmpty)
    #expect(context.problems.map(\.code) == [.unreadable])
    #expect(context.report.contains("another user of this machine can change it"))
  }

  @Test func `a file that is too large is not read`() throws {
    let path = try folder.writeHole("a.yaml", bytes: 1 << 40)
    try expectGolden(folder.hidden(in: reader.read(contentsOf: path).report), named: "files-too-large")
  }

  @Test func `bytes that are not UTF-8 are reported with their location`() throws {
    let bytes = Array("objects:\n  ü: ".utf8) + [0xFF]
    try expectGolden(reader.read(bytes, as: .yaml, named: "demo.yaml").report, named: "files-not-utf-8")
  }

  @Test(arguments: Sample.all) func `a byte order mark is ignored`(sample: Sample) throws {
    let bytes = try sample.bytes()
    let marked = reader.read([0xEF, 0xBB, 0xBF] + bytes, as: sample.format, named: sample.name)
    #expect(
      marked.outline(hasPositions: true)
        == reader.read(bytes, as: sample.format, named: sample.name).outline(hasPositions: true))
  }
}
