/* What a shared library exports. Everything else in it is hidden.
 *
 * KAMM_API marks the functions of the core library, KAMM_IO_API those of kamm_io. On Windows whoever
 * uses Kamm as DLLs defines KAMM_SHARED, which Kamm's CMake targets do by themselves. */
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

/* Both may be given: as nothing where a library keeps a copy of the other's functions for itself. */
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
