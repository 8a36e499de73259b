import NotesCLI
import NotesEncryption
import NotesViewModels
import NotesWeb
import Wiring

/// A part of the program that can be left out, with what it adds to each layer. docs/features.md follows one through the code.
enum ProgramFeature: CaseIterable {
  /// End-to-end encryption of what leaves this device.
  case encryption

  /// Its commands.
  var commands: CommandFeature {
    switch self {
    case .encryption: .encryption
    }
  }

  /// The modules that it adds to those of a device.
  var modules: [any Module] {
    switch self {
    case .encryption: [EncryptionModule(), EncryptionViewModelModule()]
    }
  }

  /// The modules that it adds to those of the front in a browser.
  var webModules: [any Module] {
    switch self {
    case .encryption: [EncryptionWebModule()]
    }
  }
}
