import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// Well-formed and malformed XML.
@Suite struct XMLTests {
  @Test(arguments: [
    ("a&#x41;&#66;&amp;&lt;", "aAB&<"),
    ("<![CDATA[<b> & ]]>c", "<b> & c"),
    ("one\r\ntwo\rthree", "one\ntwo\nthree"),
    ("<![CDATA[one\r\ntwo]]>", "one\ntwo"),
    ("a<!-- b -->c<?note d?>e", "ace"),
    ("größe 🪚", "größe 🪚"),
  ])
  func `text is unescaped and normalized`(written: String, text: String) throws {
    let context = read("<container><value name=\"x\">\(written)</value></container>")
    #expect(context.problems.map(\.summary) == [])
    guard case .text(let read)? = context.values.first?.value.content else { throw Missing() }
    #expect(read == text)
  }

  @Test func `a line break in an attribute is a space, unless it is a reference`() throws {
    let property = "<property name='label' value='a\n\tb&#10;c'/>"
    let context = read("<container><object id='x' class='Saw'>\(property)</object></container>")
    guard case .text(let read)? = context.definitions.first?.properties.first?.value.content else { throw Missing() }
    #expect(read == "a  b\nc")
  }

  @Test(arguments: [
    ("<container><!-- a -- b --></container>", "1:19", "'--' is not allowed in a comment"),
    ("<container a=\"1\"b=\"2\"/>", "1:17", "expected a space"),
    ("<container>&#0;</container>", "1:12", "'&#0;' is not a valid character"),
    ("<container>a & b</container>", "1:14", "unescaped '&'; write it as &amp;"),
    ("<container/><container/>", "1:13", "second root element"),
    ("text<container/>", "1:1", "text outside of the root element"),
    ("</container>", "1:3", "</container> has no start tag"),
    ("<container a=\"<\"/>", "1:15", "the value of 'a' contains '<'; write it as &lt;"),
    ("<container>]]></container>", "1:12", "']]>' is not allowed in text; write it as ]]&gt;"),
    ("<container>\u{1}</container>", "1:12", "invalid character"),
    ("<container a/>", "1:13", "the attribute 'a' has no value"),
    ("<1/>", "1:2", "expected a name"),
    ("<container>\n<?xml version='1.0'?></container>", "2:1", "'<?xml' is allowed only at the beginning"),
    ("<container><![CDATA[", "1:21", "a CDATA section is not closed"),
  ])
  func `malformed XML is an error with its location`(text: String, position: String, reason: String) {
    let problems = read(text).problems
    #expect(problems.map(\.summary) == ["invalid XML: \(reason)"])
    #expect(problems.first?.location?.description == "demo.xml:\(position)")
  }

  private func read(_ text: String) -> Definitions {
    ContextReader(environment: [:]).read(text, as: .xml, named: "demo.xml")
  }

  private struct Missing: Error {}
}
