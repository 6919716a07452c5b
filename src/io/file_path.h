/* File paths as the machine writes them: with / everywhere, on Windows with \ and drive letters too. */
#ifndef KAMM_IO_FILE_PATH_H
#define KAMM_IO_FILE_PATH_H

enum { KAMM_PATH_TEXT = 512 };

/* The path's last part; the whole of it if it names no folder or drive. */
const char *kamm_file_name(const char *path);

/* Writes the place that `path` means in the file `beside` ("": the working folder). Returns 0 if it
 * is too long. */
int kamm_path_beside(const char *beside, const char *path, char result[KAMM_PATH_TEXT]);

#endif
