import Testing

@testable import NotesSimulation

@Suite("The layer Simulation") struct SimulationLayerTests {}
