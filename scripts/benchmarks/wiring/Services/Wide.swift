public class Part {
  private let clock: any Clock
  private let log: any Log
  public var number: Int { clock.number }

  public init(clock: any Clock, log: any Log) {
    self.clock = clock
    self.log = log
  }
}

public final class PageHeader: Part, Header {}
public final class PageTitle: Part, Title {}
public final class PageMenu: Part, Menu {}
public final class PageSearch: Part, Search {}
public final class PageFeed: Part, Feed {}
public final class PageEditor: Part, Editor {}
public final class PagePreview: Part, Preview {}
public final class PageSidebar: Part, Sidebar {}
public final class PageStatus: Part, Status {}
public final class PageFooter: Part, Footer {}

public final class WidePage: Page {
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
  public var number: Int { header.number }

  public init(
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
