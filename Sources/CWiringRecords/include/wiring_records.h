#ifndef WIRING_RECORDS_H
#define WIRING_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A record that a macro generates for a component or a proxy; `ComponentRecord` in Swift.
typedef struct {
  uint32_t kind;
  uint32_t flags;
  bool (*_Nonnull accessor)(void *_Nonnull out);
  uintptr_t reserved1;
  uintptr_t reserved2;
} wiring_component_record;

/// The records of the program, which are contiguous.
typedef struct {
  const wiring_component_record *_Nonnull first;
  ptrdiff_t count;
} wiring_component_record_list;

/// Returns the records of the program.
wiring_component_record_list wiring_component_records(void);

// The classes of the program; see wiring_classes.c.

/// Returns the number of types in the program, of all kinds.
ptrdiff_t wiring_type_count(void);

/// Returns the descriptor of the type at an index.
const void *_Nullable wiring_type_descriptor(ptrdiff_t index);

/// Returns the descriptor of the class at an index; NULL for another kind of type, and for a generic class.
const void *_Nullable wiring_class_descriptor(ptrdiff_t index);

/// Returns the descriptor of the superclass of a class; NULL for a root class, and where one of the two is generic.
const void *_Nullable wiring_superclass_descriptor(const void *_Nonnull descriptor);

/// Returns the descriptor of a class by its metadata; NULL for metadata of another kind.
const void *_Nullable wiring_descriptor_of_class(const void *_Nonnull metadata);

/// Returns the metadata of a class, which is instantiated on demand. Neither the class nor its superclasses may be generic.
const void *_Nullable wiring_class_metadata(const void *_Nonnull descriptor);

// The conformances of the program; see wiring_conformances.c.

/// Returns the number of conformances in the program; 0 where other images could add conformances.
ptrdiff_t wiring_conformance_count(void);

/// Returns the descriptor of the protocol of a conformance.
const void *_Nullable wiring_conformance_protocol(ptrdiff_t index);

/// Returns the descriptor of the type of a conformance; NULL for a type of another language.
const void *_Nullable wiring_conformance_type(ptrdiff_t index);

/// Returns the descriptor of a nongeneric class, a struct or an enum; NULL for other types.
const void *_Nullable wiring_descriptor_of_type(const void *_Nonnull metadata);

/// Returns whether a type is a class with a superclass.
bool wiring_has_superclass(const void *_Nonnull descriptor);

/// Returns the number of protocols of a type such as `any P & Q`; 0 for other types.
ptrdiff_t wiring_protocol_count(const void *_Nonnull metadata);

/// Returns the descriptor of one of these protocols.
const void *_Nullable wiring_protocol(const void *_Nonnull metadata, ptrdiff_t index);

// The stack; see wiring_stack.c.

/// Returns the size in bytes of the unused part of the current thread's stack; PTRDIFF_MAX where it is unknown.
ptrdiff_t wiring_remaining_stack(void);

#endif
