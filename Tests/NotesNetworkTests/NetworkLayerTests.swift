import Testing

@testable import NotesNetwork

@Suite("The layer Network") struct NetworkLayerTests {}
