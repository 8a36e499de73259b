// Tells the thread sanitizer about contended locks of Synchronization.Mutex.
//
// An uncontended lock and unlock are inlined into the program, and so instrumented. The paths for contention are in
// libswiftSynchronization, which is not: without this, the sanitizer reports a race for nearly every lock for which a thread
// had to wait. Suppressing these reports would hide races: scripts/sanitize checks with race.swift that one is still found.
//
// For LD_PRELOAD. The functions are those of the library, with Swift's calling convention, under their mangled names.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Missing in programs without the sanitizer, such as those that start the others.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*LockFunction)(uint32_t thread, SELF void *mutex);
typedef SWIFT void (*UnlockFunction)(SELF void *mutex);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

static LockFunction next_lock;
static UnlockFunction next_unlock;

// Before any thread exists.
__attribute__((constructor)) static void find(void) {
  next_lock = (LockFunction)dlsym(RTLD_NEXT, LOCK);
  next_unlock = (UnlockFunction)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
  next_lock(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
  if (__tsan_release) __tsan_release(mutex);
  next_unlock(mutex);
}
