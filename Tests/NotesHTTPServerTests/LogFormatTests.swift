import Logging
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct LogFormatTests {
  private let hostile = "two\nlines \u{1B}[31mred\" \u{202E}x\u{7F}"

  @Test func `a text line is one line, whatever its values`() {
    let line = LogFormat.text.line(of: [("message", "request"), ("agent", hostile), ("empty", "")])
    #expect(line == #"message=request agent="two\u000alines \u001b[31mred\" \u202ex\u007f" empty="""# + "\n")
  }

  @Test func `a JSON line is an object on one line`() {
    let line = LogFormat.json.line(of: [("message", "request"), ("agent", "🍞\\")])
    #expect(line == #"{"message":"request","agent":"\ud83c\udf5e\\"}"# + "\n")
  }

  @Test func `events below the level are not written`() {
    let log = MemoryLog()
    var settings = HTTPServerSettings()
    settings.logLevel = .warning
    let server = ServerLog(settings: settings, wallClock: FixedClock(), output: log).server
    server.info("quiet")
    server.warning("loud", metadata: ["why": "a reason"])
    #expect(log.lines == [#"time=2026-03-14T09:26:53.589Z level=warning message=loud why="a reason""#])
  }
}
