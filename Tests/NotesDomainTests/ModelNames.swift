import NotesDomain

/// A file of a note. Swift Testing also has an `Attachment`, and its macros do not accept a module-qualified name.
typealias NoteAttachment = NotesDomain.Attachment

/// A tag of a note. Swift Testing also has a `Tag`, and its macros do not accept a module-qualified name.
typealias NoteTag = NotesDomain.Tag
