/// Which file an import record is about.
struct ImportRecordKey: Hashable, Sendable {
  let directory: String
  let path: String
}
