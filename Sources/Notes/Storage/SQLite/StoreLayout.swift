/// How a kind of store lies on the disk and in memory: it follows from how it is used.
struct StoreLayout: Sendable {
  /// Many short runs of a program: half a note stays empty at the end of each page on average, which with SQLite's usual
  /// 4 KB is a seventh of the file; and the log is short, since each start reads all of it.
  static let manyRuns = StoreLayout(pageBytes: 32_768, logPages: 32, cacheKilobytes: 49_152)

  /// One run that goes on: ids come in any order, and each is a page of an index in the log, so that pages are small; the
  /// log may grow, since it is copied less often then; and what memory is worth keeping is kept by the system.
  static let oneLongRun = StoreLayout(pageBytes: 8192, logPages: 2048, cacheKilobytes: 4096)

  /// How many bytes a page has, from when the file is made.
  let pageBytes: Int
  /// From how many pages on the log is copied into the file.
  let logPages: Int32
  /// How much of the file is kept in memory at most. A limit, not a reservation.
  let cacheKilobytes: Int
}
