package class Part {
  private let clock: any Clock
  private let log: any Log
  package var number: Int { clock.number }

  package init(clock: any Clock, log: any Log) {
    self.clock = clock
    self.log = log
  }
}

package final class PageHeader: Part, Header {}
package final class PageTitle: Part, Title {}
package final class PageMenu: Part, Menu {}
package final class PageSearch: Part, Search {}
package final class PageFeed: Part, Feed {}
package final class PageEditor: Part, Editor {}
package final class PagePreview: Part, Preview {}
package final class PageSidebar: Part, Sidebar {}
package final class PageStatus: Part, Status {}
package final class PageFooter: Part, Footer {}

package final class WidePage: Page {
  private let header: any Header
  private let title: any Title
  private let menu: any Menu
  private let search: any Search
  private let feed: any Feed
  private let editor: any Editor
  private let preview: any Preview
  private let sidebar: any Sidebar
  private let status: any Status
  private let footer: any Footer
  package var number: Int { header.number }

  package init(
    header: any Header, title: any Title, menu: any Menu, search: any Search, feed: any Feed,
    editor: any Editor, preview: any Preview, sidebar: any Sidebar, status: any Status, footer: any Footer
  ) {
    self.header = header
    self.title = title
    self.menu = menu
    self.search = search
    self.feed = feed
    self.editor = editor
    self.preview = preview
    self.sidebar = sidebar
    self.status = status
    self.footer = footer
  }
}
