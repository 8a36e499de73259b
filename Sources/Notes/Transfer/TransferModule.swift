package import Wiring

/// The bindings of what moves notes and attachments between the store and files: import, export, mirror.
///
/// The files themselves are ports of this layer, such as ``MarkdownFolder``, which adapters implement.
package struct TransferModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.bind(BlobTransfer.init)
    binder.bind(DocumentImporter.init)
    binder.bind(FolderImporter.init)
    binder.bind(FolderExporter.init)
    binder.bind(FolderMirror.init)
    binder.bind(FolderMirror.Settings.self, to: FolderMirror.Settings())
  }
}
