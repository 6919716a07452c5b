/* Exported symbols. A shared library hides all others.
 *
 * KAMM_API marks the functions of the core library, KAMM_IO_API those of kamm_io. On Windows, programs that use Kamm's
 * DLLs define KAMM_SHARED. Kamm's CMake targets define it automatically. */
#ifndef KAMM_EXPORT_H
#define KAMM_EXPORT_H

#if defined(_WIN32) && defined(KAMM_SHARED)
#define KAMM_EXPORTED __declspec(dllexport)
#define KAMM_IMPORTED __declspec(dllimport)
#elif defined(__GNUC__)
#define KAMM_EXPORTED __attribute__((visibility("default")))
#define KAMM_IMPORTED
#else
#define KAMM_EXPORTED
#define KAMM_IMPORTED
#endif

/* A build may define both macros itself: as empty, if a library contains a private copy of Kamm's functions. */
#ifndef KAMM_API
#ifdef KAMM_BUILDS_CORE
#define KAMM_API KAMM_EXPORTED
#else
#define KAMM_API KAMM_IMPORTED
#endif
#endif

#ifndef KAMM_IO_API
#ifdef KAMM_BUILDS_IO
#define KAMM_IO_API KAMM_EXPORTED
#else
#define KAMM_IO_API KAMM_IMPORTED
#endif
#endif

#endif
