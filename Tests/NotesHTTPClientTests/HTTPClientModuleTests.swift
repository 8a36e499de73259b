import NotesHTTPClient
import Testing
import Wiring

struct HTTPClientModuleTests {
  @Test func `the layer has a module`() {
    let module: any Module = HTTPClientModule()
    #expect(module is HTTPClientModule)
  }
}
