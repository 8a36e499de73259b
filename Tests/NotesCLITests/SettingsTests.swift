import Testing

@testable import NotesCLI

@Suite struct SettingsTests {
  private func wantsColor(_ environment: [String: String], hasNoColor: Bool = false) -> Bool? {
    ConsoleSettings(hasNoColor: hasNoColor, environment: environment).wantsColor
  }

  @Test func `the option overrides the program's variable, which overrides the common ones`() {
    #expect(wantsColor([:]) == nil)
    #expect(wantsColor(["NO_COLOR": "1"]) == false)
    #expect(wantsColor(["NO_COLOR": ""]) == nil)
    #expect(wantsColor(["TERM": "dumb"]) == false)
    #expect(wantsColor(["CLICOLOR_FORCE": "1"]) == true)
    #expect(wantsColor(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]) == false)
    #expect(wantsColor(["NOTESCTL_COLOR": "always", "NO_COLOR": "1"]) == true)
    #expect(wantsColor(["NOTESCTL_COLOR": "always"], hasNoColor: true) == false)
    #expect(wantsColor(["NOTESCTL_COLOR": "sometimes"]) == nil)
  }

  @Test func `the pager is NOTESCTL_PAGER, then PAGER, then less`() {
    #expect(ConsoleSettings(environment: [:]).pager == "less -FIRX")
    #expect(ConsoleSettings(environment: ["PAGER": "more"]).pager == "more")
    #expect(
      ConsoleSettings(environment: ["NOTESCTL_PAGER": "most", "PAGER": "more"]).pager == "most")
    #expect(ConsoleSettings(environment: ["PAGER": "cat"]).pager == nil)
  }

  @Test func `the editor is NOTESCTL_EDITOR, then VISUAL, then EDITOR, then vi`() {
    #expect(EditorCommand(environment: [:]) == EditorCommand(environment: ["EDITOR": ""]))
    #expect(EditorCommand(environment: [:]).command == "vi")
    #expect(EditorCommand(environment: ["EDITOR": "ed", "VISUAL": "emacs -nw"]).command == "emacs -nw")
    #expect(EditorCommand(environment: ["NOTESCTL_EDITOR": "nano", "VISUAL": "emacs"]).command == "nano")
  }

  @Test func `directories are those of the option, the program's variable, the XDG variables, or the home`() throws {
    let home = ["HOME": "/home/ada"]
    #expect(try Directories(override: nil, environment: home).data == "/home/ada/.local/share/notesctl")
    #expect(try Directories(override: nil, environment: home).state == "/home/ada/.local/state/notesctl")
    let xdg = home.merging(["XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "relative"]) { $1 }
    #expect(try Directories(override: nil, environment: xdg).data == "/data/notesctl")
    #expect(try Directories(override: nil, environment: xdg).state == "/home/ada/.local/state/notesctl")
    let own = xdg.merging(["NOTESCTL_DATA_DIR": "/own"]) { $1 }
    #expect(try Directories(override: nil, environment: own).data == "/own")
    #expect(try Directories(override: "/given", environment: own).data == "/given")
  }
}
