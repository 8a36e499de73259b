import NotesHTTPServer
import Testing
import Wiring

struct HTTPServerModuleTests {
  @Test func `the layer has a module`() {
    let module: any Module = HTTPServerModule()
    #expect(module is HTTPServerModule)
  }
}
