import NotesTestSupport
import Testing

@testable import NotesArchives

@Suite("Events of XML")
struct XMLEventReaderTests {
  /// Reads all events, as text, with the document in pieces of some bytes.
  private func events(_ document: String, pieces: Int = 1 << 16) throws -> [String] {
    let bytes = Array(document.utf8)
    var reader = try XMLEventReader { offset in Array(bytes.dropFirst(offset).prefix(pieces)) }
    var events: [String] = []
    var text: [UInt8] = []
    func endText() {
      if !text.isEmpty { events.append(String(decoding: text, as: UTF8.self)) }
      text = []
    }
    while let event = try reader.next() {
      if case .text(let bytes) = event {
        text += bytes
        continue
      }
      endText()
      switch event {
      case .start(let name, let attributes):
        events.append("<\(name)\(attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined())>")
      case .end(let name): events.append("</\(name)>")
      case .text: break
      }
    }
    endText()
    return events
  }

  private func error(_ document: String) -> XMLEventReader.Malformed? {
    #expect(throws: XMLEventReader.Malformed.self, "\(document)") { try events(document) }
  }

  @Test("A document has the same events in pieces of every size", arguments: [1, 2, 3, 7, 100_000])
  func pieces(_ size: Int) throws {
    let document = """
      \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
      <!-- a > comment -->
      <!DOCTYPE a SYSTEM "http://example.com/[>'.dtd">
      <a x = "1&amp;2" y='"'><b/>é🍞&lt;<![CDATA[<x>&amp;]]]]><![CDATA[>]]>&#233;&#xE9;&nbsp;<c\t>d</c
      ></a>
      after
      """
    #expect(
      try events(document, pieces: size) == [
        "<a x=1&2 y=\">", "<b>", "</b>", "é🍞<<x>&amp;]]>éé\u{A0}", "<c>", "d", "</c>", "</a>",
      ])
  }

  @Test(
    "References to nothing are text",
    arguments: [
      ("&", "&"), ("a & b", "a & b"), ("&unknown;", "&unknown;"), ("&amp", "&amp"), ("&#x110000;", "&#x110000;"),
      ("&#xD800;", "&#xD800;"), ("&;", "&;"), ("&#;", "&#;"), ("&hearts;&Omega;&yuml;", "♥Ωÿ"), ("&#7;", " "),
    ])
  func references(_ text: String, _ expected: String) throws {
    #expect(try events("<a>\(text)</a>") == ["<a>", expected, "</a>"])
  }

  @Test("Characters that XML forbids are left out")
  func forbidden() throws {
    #expect(try events("<a>x\u{0B}y\r\nz\u{0}</a>") == ["<a>", "xy\nz", "</a>"])
    #expect(try events("<a>x\ry\r\rz\r\n</a>") == ["<a>", "x\ny\n\nz\n", "</a>"])
    let long = String(repeating: "x", count: 131_071)
    #expect(try events("<a>\(long)\r\ny</a>").joined() == "<a>\(long)\ny</a>")
  }

  @Test("The end of a CDATA section in another one, as Evernote writes it, is text")
  func nestedEnd() throws {
    #expect(try events("<a><![CDATA[x]]<![CDATA[>]]>y]]></a>", pieces: 2) == ["<a>", "x]]>y", "</a>"])
  }

  @Test("A document that declares entities is refused")
  func entities() {
    let laughs = "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>"
    #expect(error(laughs)?.detail == "a document type with declarations of its own is not accepted")
    #expect(error("<!DOCTYPE a SYSTEM \"x\" [<!ENTITY y SYSTEM \"file:///etc/passwd\">]><a>&y;</a>") != nil)
  }

  @Test("Entities cannot hide in another encoding")
  func encodings() {
    #expect(error("<?xml version='1.0' encoding='UTF-7'?><a/>")?.detail == "the encoding must be UTF-8")
    #expect(error("<\u{0}a\u{0}/\u{0}>\u{0}") != nil)
    #expect(throws: XMLEventReader.Malformed.self) { try XMLEventReader([0xFF, 0xFE, 0x3C, 0x00]) }
  }

  @Test(
    "An error has its line",
    arguments: [
      ("", 1, "the document is empty"), ("<a>\n<b>\n</a>", 3, "</a> does not close <b>"),
      ("<a>\n", 2, "the document ends inside of <a>"), ("<a\nx>", 2, "the attribute 'x' has no value"),
      ("<a x=1>", 1, "the value of 'x' is not in quotation marks"),
      ("<a>\n\n<![CDATA[", 3, "the document ends inside of a CDATA section"),
      ("<a><!-- ", 1, "the document ends inside of a comment"), ("</a>", 1, "</a> has no start tag"),
      ("<a><></a>", 1, "expected a name"), ("<a x=\"<\"/>", 1, "the value of 'x' contains '<'"),
      ("text", 1, "the document is empty"), ("<a><!ELEMENT b></a>", 1, "unexpected '<!'"),
    ])
  func errors(_ document: String, _ line: Int, _ detail: String) {
    let error = error(document)
    #expect(error?.line == line)
    #expect(error?.detail == detail)
  }

  @Test("After an error, reading continues at the next element of a name")
  func recovery() throws {
    var reader = try XMLEventReader(Array("<all>\n<note><b></note><notes/>\n<note x='1'>y</note></all>".utf8))
    #expect(throws: XMLEventReader.Malformed.self) { while try reader.next() != nil {} }
    #expect(try reader.recover(at: "note"))
    guard case .start("note", let attributes) = try reader.next() else {
      Issue.record("no start tag")
      return
    }
    #expect(attributes == ["x": "1"])
    #expect(reader.line == 3)
    while try reader.next() != nil {}
    #expect(try !reader.recover(at: "note"))
  }

  @Test("A tag and its nesting have limits")
  func limits() {
    #expect(error(String(repeating: "<a>", count: 20_000))?.detail == "the elements are nested too deeply")
    #expect(error("<" + String(repeating: "a", count: 10_000) + ">")?.detail == "a name is too long")
    #expect(error("<a x='" + String(repeating: "y", count: 9 << 20) + "'/>")?.detail == "the value of 'x' is too long")
  }
}
