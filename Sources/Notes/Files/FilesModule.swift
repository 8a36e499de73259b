import NotesDomain
import NotesFrontMatter
import NotesFronts
import NotesTransfer
package import Wiring

/// The bindings of what is in files beside the store: folders of Markdown, drafts, templates, settings,
/// credentials, and what the system tells of the network and the battery.
///
/// The adapters are internal. Code that wires the layer needs this module, its settings, and the ports of the domain.
package struct FilesModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind((any MarkdownFolder).self, DiskMarkdownFolder.init).scoped(.singleton)
    binder.bind((any MarkdownDocumentParser).self, YAMLDocumentParser.init).scoped(.singleton)
    binder.bind((any FileAccess).self, DiskFiles.init).scoped(.singleton)
    binder.bind((any FolderObserver).self, SystemFolderObserver.init).scoped(.singleton)
    binder.bind((any ConfigurationFiles).self) { DiskConfigurationFiles() }.scoped(.singleton)
    binder.bind((any NoteTemplateStore).self, FileNoteTemplates.init).scoped(.singleton)
    binder.bind((any DraftStore).self, FileDraftStore.init).scoped(.singleton)
    binder.bind((any ListedNotes).self, FileListedNotes.init).scoped(.singleton)
    binder.bind((any CredentialStore).self, FileCredentialStore.init).scoped(.singleton)
    binder.bind((any AppLifecycle).self, SystemLifecycle.init(settings:credentials:clock:)).scoped(.singleton)
  }
}
