/// The commit that a release was built from, with `-changed` if there were changes besides; empty for other builds.
///
/// In C, since a manifest cannot define a text for Swift. A definition that changes here compiles one file, and no module.
const char *notesctl_commit(void);
