/// A file that is the same for all pages, and has nothing of the notes.
enum WebAsset: String, CaseIterable {
  case style = "/assets/notes.css"
  case script = "/assets/notes.js"
  case icon = "/assets/notes.svg"

  init?(path: String) { self.init(rawValue: path) }

  var file: WebFile {
    switch self {
    case .style: WebFile(bytes: PackageResources.notes_css, type: "text/css; charset=utf-8")
    case .script: WebFile(bytes: PackageResources.notes_js, type: "text/javascript; charset=utf-8")
    case .icon: WebFile(bytes: PackageResources.notes_svg, type: "image/svg+xml")
    }
  }
}
