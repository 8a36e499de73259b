// Views that are made from files, as from NIB files.

// guide: oxic-template-view
import Foundation
import WiringMacros

/// Where templates lie.
@Component
struct TemplateFolder: Sendable {
  let url: URL
}

/// Makes a view from the template of a name, for its owner.
@Component
final class TemplateViewFactory: ObjectFactory {
  private let folder: TemplateFolder
  private let name: String
  private let owner: any ViewController

  init(folder: TemplateFolder, name: String, owner: any ViewController) {
    (self.folder, self.name, self.owner) = (folder, name, owner)
  }

  func makeObject() throws -> MyView {
    let view = MyView()
    view.text = try String(contentsOf: folder.url.appending(path: "\(name).txt"), encoding: .utf8)
    view.owner = owner
    return view
  }
}
// end

// guide: oxic-template-controller
/// A controller that can be made in two ways, and has something to be injected besides.
@Component
final class TemplateController {
  let template: String
  let folder: String
  var service: (any ExampleService)?

  @Inject
  init() {
    (template, folder) = ("TemplateController", "none")
  }

  init(template: String, folder: String) {
    (self.template, self.folder) = (template, folder)
  }
}

/// Makes a controller, and injects nothing into it.
@Component
final class TemplateControllerFactory: ObjectFactory {
  private let template: String

  init(template: String) {
    self.template = template
  }

  func makeObject() -> TemplateController { TemplateController(template: template, folder: "factory") }
}
// end
