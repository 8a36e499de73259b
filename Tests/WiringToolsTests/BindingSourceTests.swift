import Foundation
import Testing
import Wiring

@testable import WiringTools

@Suite struct BindingSourceTests {
  @Test(arguments: [
    ("bind(Till.self, Till.init)", "Till"), ("bind((any Clock).self, WallClock.init).scoped(.singleton)", "WallClock"),
    ("bind((any Clock).self, Time.Wall<Real>.init(zone:other:))", "Time.Wall<Real>"),
    ("bind((any Store).self, DiskStore.wired)", "DiskStore"),
    ("decorate(\n  (any Store).self,\n  LoggingStore.init(inner:log:))", "LoggingStore"),
    ("contribute(to: (any Price).self, named: \"a, b)\", Daily.init)", "Daily"), ("bind(async: Stock.init)", "Stock"),
    ("bind((any Cache).self, LRU<String, Image>.init)", "LRU<String, Image>"), ("bind(Self.self, Self.init)", nil),
    ("bind((any Clock).self, // not (Old.init,\n  New.init)", "New"),
    ("bind((any Clock).self,//Old.init,\r\n  New.init)", "New"),
    ("bind((any Clock).self, /* Old.init, */ New.init)", "New"),
    ("contribute(to: (any Price).self, named: \"a\\\", )\", Daily.init)", "Daily"),
    ("bind(async: { (a: A) -> B in B(a) })", nil), ("bind((any Order).self, { $0 < $1 ? Old.init : New.init })", nil),
    ("bind((any Clock).self) { WallClock() }", nil), ("bind((any Clock).self, { WallClock.init() })", nil),
    ("bind((any Clock).self, to: clock)", nil), ("bind((any Clock).self, make.init)", nil),
    ("bind((any Clock).self, WallClock.init", nil), ("", nil), ("x = 1", nil),
  ])
  func `the type of an initializer reference is read, and nothing else`(call: String, type: String?) {
    let types = BindingSourceReader.arguments(of: call).compactMap(BindingSourceReader.initializedType)
    #expect(types.first == type)
  }

  @Test func `an editor is known by its name, or given as an address`() throws {
    let location = SourceLocation(path: "App/Main.swift", line: 3, column: 7)
    let known = try EditorLink("vscode").address(of: location, in: "/home/ada/my app/Mäin.swift")
    #expect(known == "vscode://file/home/ada/my%20app/M%C3%A4in.swift:3:7")
    let given = try EditorLink("editor://open?at={line}&file={path}").address(of: location, in: "/a\"><b")
    #expect(given == "editor://open?at=3&file=/a%22%3E%3Cb")
  }

  @Test(arguments: [
    "emacs", "", "vscode://", "javascript://{path}", "JavaScript://{path}", "data://{path}", "a b://{path}",
  ])
  func `an address that opens no file is refused`(name: String) {
    #expect(throws: UsageError.self) { try EditorLink(name) }
  }

  /// The page of a shop, whose sources are there.
  private func page(_ options: [String]) throws -> String {
    let files = ["Package.swift": "", "Sources/Shop/Shop.swift": "    bind((any Clock).self, WallClock.init)\n\n\n"]
    return try withFolder(of: files) { root in
      let arguments = ["--sources", root, "graph", "--format", "html"] + options
      return WiringCommand.output(of: arguments, plan: { try .shop() }).text.replacing(root, with: "/shop")
    }
  }

  @Test func `a page names the implementation behind a protocol, and has no path unless it is asked for`() throws {
    let plain = try page([])
    #expect(plain.contains(#"{"implementation": "WallClock"}"#))
    #expect(!plain.contains("/shop/Sources"))
    let linked = try page(["--editor", "zed"])
    #expect(linked.contains(#""editor": "zed://file/shop/Sources/Shop/Shop.swift:1:5""#))
  }

  @Test func `an editor is an option of the page alone`() {
    for arguments in [["check", "--editor", "zed"], ["graph", "--editor", "zed"]] {
      #expect(WiringCommand.output(of: arguments, plan: { try .shop() }).status == 64)
    }
  }
}
