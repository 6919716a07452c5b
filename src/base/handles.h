/* Which objects of a program were destroyed: in builds with KAMM_CHECK_HANDLES (Debug and sanitizers), a call with one
 * of them, or its second destruction, is reported to the assert hook and does nothing. What is remembered are
 * addresses, so that no memory that was given back is read; an address that is allocated again is alive. The address
 * sanitizer finds what no public function is asked for. Other builds check for NULL alone. */
#ifndef KAMM_BASE_HANDLES_H
#define KAMM_BASE_HANDLES_H

/* 1: this build does. */
int kamm_checks_handles(void);

#ifdef KAMM_CHECK_HANDLES
/* Notes that an object is about to be released, or that memory is an object, or anything else, from now
 * on. */
void kamm_note_destroyed(const void *handle);
void kamm_note_allocated(const void *handle);
int kamm_is_destroyed(const void *handle);
#else
static inline void kamm_note_destroyed(const void *handle) { (void)handle; }
static inline void kamm_note_allocated(const void *handle) { (void)handle; }
static inline int kamm_is_destroyed(const void *handle) { return (void)handle, 0; }
#endif

#endif
