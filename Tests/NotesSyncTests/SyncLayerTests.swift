import Testing

@testable import NotesSync

@Suite("The layer Sync") struct SyncLayerTests {}
