import Testing

@Suite("Guide: when not to use a container")
struct WhenNotGuide {
  // guide: example
  struct Well: Sendable {
    func draw() -> String { "water" }
  }

  struct Kettle: Sendable {
    let well: Well
    func boil() -> String { "hot \(well.draw())" }
  }

  struct Teapot: Sendable {
    let kettle: Kettle
    func pour() -> String { "tea of \(kettle.boil())" }
  }

  // The whole composition root.
  static func teapot() -> Teapot {
    Teapot(kettle: Kettle(well: Well()))
  }
  // end

  @Test func example() {
    // guide: use
    #expect(Self.teapot().pour() == "tea of hot water")
    // end
  }
}
