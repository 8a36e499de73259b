import NotesDomain

/// A tag of a note. Swift Testing has a `Tag` too, and its macros do not take a name with a module in front.
typealias NoteTag = NotesDomain.Tag
