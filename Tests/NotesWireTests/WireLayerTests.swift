import Testing

@testable import NotesWire

@Suite("The layer Wire") struct WireLayerTests {}
