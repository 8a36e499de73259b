// The stack of the current thread, which the C library reports by a function that is hidden from Swift.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "wiring_records.h"

#include <pthread.h>

// The lowest address of the stack; 0 where the system does not report it.
static uintptr_t stack_end(void) {
#if defined(__APPLE__)
  const pthread_t thread = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *address = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &address, &size) != 0) address = NULL;
  pthread_attr_destroy(&attributes);
  return (uintptr_t)address;
#else
  return 0;
#endif
}

ptrdiff_t wiring_remaining_stack(void) {
  // Stored, since the system reads a file to find the stack of the main thread.
  static _Thread_local uintptr_t end = 0;
  if (end == 0) end = stack_end();
  const uintptr_t current = (uintptr_t)__builtin_frame_address(0);
  return end == 0 || end > current ? PTRDIFF_MAX : (ptrdiff_t)(current - end);
}
