import NotesDomain
import NotesTestSupport
import Testing

@Suite("Templates") struct NoteTemplateTests {
  /// Expands a text on Saturday, 2026-03-14, at 09:26.
  private func expanded(_ text: String, title: String = "Rye") -> ExpandedTemplate {
    NoteTemplate(path: "/templates/x.md", text: text).expanded(title: title, at: FixedClock.start, in: UTC())
  }

  @Test(arguments: [
    ("# {{title}}", "# Rye"), ("{{date}} {{time}}", "2026-03-14 09:26"), ("{{weekday}}", "Saturday"),
    ("{{ date }}", "2026-03-14"), ("{{date+1}} {{date-14}}", "2026-03-15 2026-02-28"),
    ("{{weekday+2}}", "Monday"), ("a{{title}}b{{title}}c", "aRyebRyec"), ("{{date", "{{date"), ("{{}", "{{}"),
    ("}} {{title}}", "}} Rye"), ("", ""), ("one\n{{title}}\n", "one\nRye\n"),
    ("{{title}}\r\n\r\n{{time}}\r\n", "Rye\r\n\r\n09:26\r\n"),
  ])
  func `placeholders are replaced by their values`(text: String, expected: String) {
    let expanded = expanded(text)
    #expect(expanded.text == expected && expanded.unknown.isEmpty)
  }

  @Test(arguments: ["tilte", "Date", "date+", "date+x", "date+123456", "date 1", "title+1", ""])
  func `an unknown placeholder stays, and is named once`(name: String) {
    let expanded = expanded("{{\(name)}} {{title}} {{\(name)}}")
    #expect(expanded.text == "{{\(name)}} Rye {{\(name)}}" && expanded.unknown == [name])
  }

  @Test func `the day is that of the local time zone`() {
    struct Kiritimati: TimeZoneOffsets {
      func secondsEastOfUTC(at time: Timestamp) -> Int { 14 * 3600 }
    }
    let template = NoteTemplate(path: "x", text: "{{date}} {{time}}")
    let evening = Timestamp(iso8601: "2026-03-14T20:30:00Z") ?? FixedClock.start
    #expect(template.expanded(title: "", at: evening, in: Kiritimati()).text == "2026-03-15 10:30")
  }

  @Test func `a title with a placeholder is not expanded again`() {
    #expect(expanded("{{title}}", title: "{{date}}").text == "{{date}}")
  }

  @Test(arguments: [
    ("title: {{title}}", #"title: "Rye: the \"best\"""#), (#"title: "{{title}}""#, #"title: "Rye: the \"best\"""#),
    ("title: On {{title}}", #"title: "On Rye: the \"best\"""#), ("tags: [bread]", "tags: [bread]"),
    ("title: '{{title}}'", #"title: 'Rye: the "best"'"#),
  ])
  func `a title in front matter is quoted where YAML needs it`(line: String, expected: String) {
    let expanded = expanded("---\n\(line)\n---\ntitle: {{title}}", title: #"Rye: the "best""#)
    #expect(expanded.text == "---\n\(expected)\n---\ntitle: Rye: the \"best\"")
  }

  @Test func `an apostrophe is doubled between apostrophes, and plain titles are not quoted`() {
    #expect(expanded("---\ntitle: '{{title}}'\n---\n", title: "Ada's").text == "---\ntitle: 'Ada''s'\n---\n")
    #expect(expanded("---\ntitle: {{title}}\n---\n", title: "Rye bread").text == "---\ntitle: Rye bread\n---\n")
  }
}
