import NotesDomain
import NotesFronts
import NotesViewModels
import Wiring

extension ConfigurationFileError: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .writableByOthers(let path):
      [
        "make it yours: chown \"$(id -u)\" FILE && chmod go-w FILE, where FILE is \(ShellQuoting.quotedIfNeeded(path))"
      ]
    case .malformed: ["see 'notesctl config edit'"]
    case .unreadable, .unwritable: []
    }
  }
}

extension ConfigurationFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .editor(.notFound): ["choose another: NOTESCTL_EDITOR=nano notesctl config edit"]
    case .editor(.failed): ["'notesctl config path' prints its path"]
    case .editor(.noTerminal): ["'notesctl config path' prints the path of the file"]
    }
  }
}

extension TemplateFailure: CommandRemedies {
  var remedies: [StyledText] {
    switch self {
    case .unknown(_, let available) where available.isEmpty:
      ["a template is a file in the folder 'notesctl/templates' of your configuration"]
    case .unknown(let name, let available):
      [
        Spelling.nearest(to: name, among: available, within: 2).map { "did you mean '\($0)'?" }
          ?? "available: \(available.joined(separator: ", "))"
      ]
    }
  }
}

extension NoteTemplateError: CommandRemedies {
  var remedies: [StyledText] {
    if case .notUTF8 = self { ["convert it first: iconv -f latin1 -t utf-8"] } else { [] }
  }
}

extension FuzzyFinderError: CommandRemedies {
  var remedies: [StyledText] { ["choose from a list instead: notesctl pick --no-fzf"] }
}
