import Testing

@testable import NotesServer

@Suite("The layer Server") struct ServerLayerTests {}
