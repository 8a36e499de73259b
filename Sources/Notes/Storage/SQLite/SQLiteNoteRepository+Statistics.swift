import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func statistics() async throws(StoreError) -> NoteStatistics {
    try database.read { database in
      var statistics = NoteStatistics()
      statistics.active = try database.number("SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 0")
      statistics.archived = try database.number("SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 1")
      statistics.trashed = try database.number("SELECT count(*) FROM note WHERE trashed IS NOT NULL")
      statistics.pinned = try database.number(
        """
        SELECT (SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 0 AND pinned = 1)
             + (SELECT count(*) FROM note WHERE trashed IS NULL AND archived = 1 AND pinned = 1)
        """)
      statistics.textBytes = try database.number("SELECT ifnull(sum(length(CAST(body AS BLOB))), 0) FROM note")
      statistics.storeBytes = try database.number(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
      statistics.notebooks = try database.all(
        "SELECT notebook, count(*) FROM note WHERE trashed IS NULL GROUP BY notebook ORDER BY 2 DESC, notebook"
      ) { row in NoteStatistics.Count(Notebook(row.text(0)) ?? .root, notes: Int(row.integer(1))) }
      // Spellings that differ in case are one tag here, as they are for a query.
      statistics.tags = try database.all(
        """
        SELECT min(tag COLLATE BINARY) AS name, count(*) FROM note_tag
        WHERE note NOT IN (SELECT rowid FROM note WHERE trashed IS NOT NULL)
        GROUP BY tag ORDER BY 2 DESC, name COLLATE BINARY
        """
      ) { row in Tag(row.text(0)).map { NoteStatistics.Count($0, notes: Int(row.integer(1))) } }
      .compactMap { $0 }
      return statistics
    }
  }
}
