/// What the tables of a server look like, version by version.
struct ServerSchema: StoreSchema {
  /// `nsrv` in ASCII.
  let applicationID = 0x6E73_7276

  let layout = StoreLayout.oneLongRun

  let scripts = [
    PackageResources._001_server_sql, PackageResources._002_accounts_sql, PackageResources._003_blobs_sql,
    PackageResources._004_sizes_sql,
  ]
}
