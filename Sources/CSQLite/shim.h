#include <sqlite3.h>

/// Keeps the write-ahead log when the last connection closes.
///
/// `sqlite3_db_config` is variadic, which Swift cannot call.
static inline int notes_keep_log_at_close(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Binds a copy of a text of a given length, which may contain zero bytes.
///
/// `SQLITE_TRANSIENT` is a cast, which Swift cannot import, and a null pointer would bind NULL instead of an empty text.
static inline int notes_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text ? text : "", bytes, SQLITE_TRANSIENT);
}

/// Binds a copy of bytes. A null pointer would bind NULL instead of an empty blob.
static inline int notes_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Reads the beginning of a database's file through SQLite's own file handle. Fills missing bytes with zeros.
///
/// In C, since several Swift modules import SQLite's header, and the types of the handle belong to one of them.
static inline int notes_read_beginning(sqlite3 *connection, void *bytes, int count, sqlite3_int64 *size) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  code = file->pMethods->xFileSize(file, size);
  if (code != SQLITE_OK || *size == 0) return code;
  code = file->pMethods->xRead(file, bytes, count, 0);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}
