/* XML files of parameters, as TORCS and Speed Dreams have them: params.dtd of TORCS.
 *
 * The format needs a small part of XML: elements and their attributes, without text between them. This reader takes that part
 * and refuses what it doesn't know. A library would be one more dependency of each package, for 16 kB of tags. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/error.h"
#include "../fields/fields.h"
#include "import_ini.h"

enum { DEPTH = 8, PATH = 128 };

struct reader {
    struct ini *ini;
    char *at;
    int line, depth; /* depth: of the open elements */
    char *paths;     /* free room for paths */
    const char *section[DEPTH + 1];
    const char *element[DEPTH + 1];
    kamm_error *error;
    kamm_result result;
};

/* An element's attributes; those of no use here are left out. */
struct tag {
    const char *name, *value, *unit;
    int is_empty; /* ends with "/>" */
};

static void fail(struct reader *r, const char *what)
{
    if (!r->result)
        r->result = kamm_fail(r->error, KAMM_ERROR_FORMAT, "", "%.300s:%d: %s", r->ini->path,
                              r->line, what);
}

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static int is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == ':' || c == '.' || (unsigned char)c >= 128;
}

/* Moves over the text up to the mark, and behind it; the file has to have it. */
static void skip_to(struct reader *r, const char *mark, const char *what)
{
    const char *end = strstr(r->at, mark);
    if (!end) fail(r, what);
    if (!end) return;
    for (; r->at < end; ++r->at) r->line += *r->at == '\n';
    r->at += strlen(mark);
}

static void skip_space(struct reader *r)
{
    for (; is_space(*r->at); ++r->at) r->line += *r->at == '\n';
}

/* A name, which ends where the next one writes its 0. */
static char *take_name(struct reader *r)
{
    char *name = r->at;
    while (is_name(*r->at)) ++r->at;
    if (r->at == name) fail(r, "a name is wanted");
    return name;
}

/* -- Attributes -- */

/* The character of a reference: "&amp;", "&#233;" below 128; 0: another one. */
static char referred(const char *text, size_t length)
{
    static const struct {
        const char *name;
        char c;
    } entities[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    if (length > 1 && length < 6 && *text == '#') {
        long code = text[1] == 'x' ? strtol(text + 2, NULL, 16) : strtol(text + 1, NULL, 10);
        return code > 0 && code < 128 ? (char)code : 0;
    }
    for (size_t i = 0; i < sizeof entities / sizeof *entities; ++i)
        if (strlen(entities[i].name) == length && !strncmp(entities[i].name, text, length))
            return entities[i].c;
    return 0;
}

/* The text up to the closing quote, with its references replaced in place. */
static char *take_quoted(struct reader *r)
{
    char quote = *r->at, *from = r->at + 1, *to = from, *start = from;
    for (; *from && *from != quote && *from != '<'; ++from) {
        r->line += *from == '\n';
        *to = *from;
        if (*from == '&') {
            size_t length = strcspn(from + 1, ";\"'<&");
            char c = from[1 + length] == ';' ? referred(from + 1, length) : 0;
            if (!c) fail(r, "an unknown & reference; &amp; &lt; &gt; &quot; and &apos; are read");
            if (r->result) return start;
            *to = c;
            from += length + 1;
        }
        ++to;
    }
    if (*from != quote || !quote) fail(r, "an attribute's closing quote is missing");
    if (r->result) return start;
    r->at = from + 1;
    *to = 0;
    return start;
}

static void take_attribute(struct reader *r, struct tag *tag)
{
    char *name = take_name(r), *end = r->at;
    skip_space(r);
    if (*r->at != '=') fail(r, "an attribute is wanted, as name=\"mass\"");
    if (r->result) return;
    ++r->at;
    skip_space(r);
    if (*r->at != '"' && *r->at != '\'') fail(r, "an attribute's value has to be in quotes");
    if (r->result) return;
    const char *value = take_quoted(r);
    *end = 0;
    if (!strcmp(name, "name")) tag->name = value;
    if (!strcmp(name, "val")) tag->value = value;
    if (!strcmp(name, "unit")) tag->unit = value;
}

/* What follows an element's name, up to ">". */
static struct tag take_tag(struct reader *r)
{
    struct tag tag = {.unit = ""};
    while (!r->result) {
        skip_space(r);
        if (*r->at == '>') break;
        tag.is_empty = *r->at == '/' && r->at[1] == '>';
        if (tag.is_empty) break;
        take_attribute(r, &tag);
    }
    r->at += r->result ? 0 : 1 + tag.is_empty;
    return tag;
}

/* -- Elements -- */

static void put(struct reader *r, const char *section, const char *key, const struct tag *tag,
                int line)
{
    if (r->result) return;
    r->ini->values[r->ini->count++] = (struct ini_value){
        .section = section, .key = key, .value = tag->value, .unit = tag->unit, .line = line};
}

/* The path of a section within the open one. */
static const char *path_of(struct reader *r, const char *name)
{
    const char *outer = r->section[r->depth];
    char *path = r->paths;
    int length = snprintf(path, PATH, "%s%s%s", outer, *outer ? "/" : "", name);
    if (length >= PATH) fail(r, "the names of nested sections are longer than 127 characters");
    r->paths += PATH;
    return path;
}

static void open_element(struct reader *r, const char *element, const struct tag *tag, int line)
{
    int is_section = !strcmp(element, "section");
    int is_value = !strcmp(element, "attnum") || !strcmp(element, "attstr");
    const char *section = r->section[r->depth];
    if (!r->depth && strcmp(element, "params") != 0) fail(r, "the root has to be <params>");
    if ((is_section || is_value) && !tag->name) fail(r, "the attribute name is missing");
    if (is_value && !tag->value) fail(r, "the attribute val is missing");
    if (is_value) put(r, section, tag->name, tag, line);
    if (!r->depth && tag->name)
        put(r, "", "name", &(struct tag){.value = tag->name, .unit = ""}, line);
    if (is_section && !r->result) section = path_of(r, tag->name);
    if (tag->is_empty || r->result) return;
    if (r->depth >= DEPTH) {
        fail(r, "more than 8 elements within each other");
        return;
    }
    ++r->depth;
    r->section[r->depth] = section;
    r->element[r->depth] = element;
}

static void close_element(struct reader *r)
{
    char *name = take_name(r), *end = r->at;
    skip_space(r);
    if (*r->at != '>') fail(r, "> is wanted after the name of a closing tag");
    *end = 0;
    if (!r->result && (!r->depth || strcmp(name, r->element[r->depth]) != 0))
        fail(r, "this tag closes an element that isn't open");
    if (r->result) return;
    ++r->at;
    --r->depth;
}

static void take_element(struct reader *r)
{
    int line = r->line;
    char *name = take_name(r), *end = r->at;
    if (*end != '>' && *end != '/' && !is_space(*end)) fail(r, "a space or > is wanted");
    struct tag tag = take_tag(r);
    char element[16];
    static const char *const known[] = {"params", "section", "attnum", "attstr"};
    snprintf(element, sizeof element, "%.*s", (int)(end - name < 15 ? end - name : 15), name);
    for (int i = 0; i < 4; ++i)
        if (!strcmp(element, known[i])) {
            open_element(r, known[i], &tag, line);
            return;
        }
    fail(r, "an unknown element; <params>, <section>, <attnum> and <attstr> are read");
}

static void take_markup(struct reader *r)
{
    const char *start = r->at;
    if (!strncmp(start, "<!--", 4)) {
        skip_to(r, "-->", "a comment isn't closed by -->");
    } else if (!strncmp(start, "<?", 2)) {
        skip_to(r, "?>", "an instruction isn't closed by ?>");
    } else if (!strncmp(start, "<!DOCTYPE", 9)) {
        const char *inner = strchr(start, '['), *end = strchr(start, '>');
        if (inner && end && inner < end)
            fail(r, "a DOCTYPE with declarations of its own isn't read");
        skip_to(r, ">", "the DOCTYPE isn't closed by >");
    } else if (start[1] == '/') {
        r->at += 2;
        close_element(r);
    } else {
        r->at += 1;
        take_element(r);
    }
}

static void read_all(struct reader *r)
{
    int roots = 0;
    while (!r->result) {
        for (; *r->at && *r->at != '<'; ++r->at) r->line += *r->at == '\n';
        if (!*r->at) break;
        int was = r->depth;
        take_markup(r);
        roots += !was && r->depth == 1;
        if (roots > 1) fail(r, "a second root");
    }
    if (r->depth) fail(r, "the file ends within an element");
    if (!roots) fail(r, "there is no <params>");
}

/* -- File -- */

static size_t count_of(const char *text, const char *mark)
{
    size_t count = 1;
    for (; (text = strstr(text, mark)); ++text) ++count;
    return count;
}

static size_t tag_count(const char *text) { return count_of(text, "<"); }

kamm_result kamm_parameters_load(const char *path, struct ini *ini, kamm_error *error)
{
    kamm_result result = kamm_ini_open(path, ini, tag_count, error);
    if (result) return result;
    ini->paths = kamm_allocate_array(count_of(ini->text, "<section"), PATH);
    struct reader reader = {.ini = ini, .at = ini->text, .line = 1, .paths = ini->paths};
    reader.section[0] = "";
    reader.error = error;
    if (ini->paths)
        read_all(&reader);
    else
        reader.result = kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", path);
    if (reader.result) kamm_ini_free(ini);
    return reader.result;
}
