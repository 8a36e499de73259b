import Testing
import Wiring
import WiringContext

/// XML as it is written, and as it cannot be.
@Suite struct MarkupTests {
  @Test(arguments: [
    ("a&#x41;&#66;&amp;&lt;", "aAB&<"),
    ("<![CDATA[<b> & ]]>c", "<b> & c"),
    ("one\r\ntwo\rthree", "one\ntwo\nthree"),
    ("<![CDATA[one\r\ntwo]]>", "one\ntwo"),
    ("a<!-- b -->c<?note d?>e", "ace"),
    ("größe 🪚", "größe 🪚"),
  ])
  func `text is what is written`(written: String, text: String) throws {
    let context = read("<container><value name=\"x\">\(written)</value></container>")
    #expect(context.problems.map(\.summary) == [])
    guard case .text(let read)? = context.values.first?.value.content else { throw Missing() }
    #expect(read == text)
  }

  @Test func `a line's end in an attribute is a space, unless it is a reference`() throws {
    let property = "<property name='label' value='a\n\tb&#10;c'/>"
    let context = read("<container><object id='x' class='Saw'>\(property)</object></container>")
    guard case .text(let read)? = context.definitions.first?.properties.first?.value.content else { throw Missing() }
    #expect(read == "a  b\nc")
  }

  @Test(arguments: [
    ("<container><!-- a -- b --></container>", "1:19", "a comment has '--' in it"),
    ("<container a=\"1\"b=\"2\"/>", "1:17", "a space is missing"),
    ("<container>&#0;</container>", "1:12", "'&#0;' is no character"),
    ("<container>a & b</container>", "1:14", "a '&' stands alone; write it as &amp;"),
    ("<container/><container/>", "1:13", "a second root element"),
    ("text<container/>", "1:1", "text stands outside of the root element"),
    ("</container>", "1:3", "</container> ends nothing"),
    ("<container a=\"<\"/>", "1:15", "the value of 'a' has a '<'; write it as &lt;"),
    ("<container>]]></container>", "1:12", "']]>' ends nothing; write it as ]]&gt;"),
    ("<container>\u{1}</container>", "1:12", "a character is not allowed"),
    ("<container a/>", "1:13", "the attribute 'a' has no value"),
    ("<1/>", "1:2", "a name is missing"),
    ("<container>\n<?xml version='1.0'?></container>", "2:1", "'<?xml' stands at the beginning alone"),
    ("<container><![CDATA[", "1:21", "it ends before a CDATA section does"),
  ])
  func `what is not well-formed is refused, with its place`(text: String, place: String, reason: String) {
    let problems = read(text).problems
    #expect(problems.map(\.summary) == ["this is not XML: \(reason)"])
    #expect(problems.first?.location?.description == "demo.xml:\(place)")
  }

  private func read(_ text: String) -> Definitions {
    ContextReader(environment: [:]).read(text, as: .xml, named: "demo.xml")
  }

  private struct Missing: Error {}
}
