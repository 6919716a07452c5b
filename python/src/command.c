/* The kamm command, within this extension: as a program of its own it would have a second copy of all kernels. */
#include "core.h"

int cli_main(int count, char **words); /* cli/cli.h */

/* run_command(words): the exit status. */
PyObject *kamm_run_command(PyObject *module, PyObject *sequence)
{
    (void)module;
    struct names names;
    if (kamm_take_names(sequence, "words", &names) < 0) return NULL;
    char **words = PyMem_Calloc((size_t)names.count + 2, sizeof *words);
    if (!words) {
        kamm_drop_names(&names);
        return PyErr_NoMemory();
    }
    words[0] = "kamm";
    for (int i = 0; i < names.count; ++i) words[i + 1] = (char *)names.text[i]; /* only read */
    int status;
    Py_BEGIN_ALLOW_THREADS status = cli_main(names.count + 1, words);
    Py_END_ALLOW_THREADS PyMem_Free(words);
    kamm_drop_names(&names);
    return PyLong_FromLong(status);
}
