/* Sources of a report: each value that the vehicle's file states, with the text that its `sources` or `source` have
 * for it. Values of one object with the same source share a row. */
#include "fields/fields.h"
#include "lab/car_report.h"

#include <string.h>

enum { SHOWN = 60 };

struct table {
    FILE *out;
    kamm_field_path path;
};

static const cJSON *text_at(const cJSON *object, const char *key)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(found) ? found : NULL;
}

/* The source of a key; "*" and the one text stand for all keys of an object and those in it. */
static const char *source_of(const cJSON *object, const char *key, const char *outer)
{
    const cJSON *sources = cJSON_GetObjectItemCaseSensitive(object, "sources");
    const cJSON *own = key ? text_at(sources, key) : NULL, *all = text_at(sources, "*");
    const cJSON *one = text_at(object, "source");
    return own ? own->valuestring : all ? all->valuestring : one ? one->valuestring : outer;
}

static int is_numbers(const cJSON *json)
{
    return cJSON_IsArray(json) && cJSON_GetArraySize(json) > 0 && cJSON_IsNumber(json->child);
}

/* What has a row: numbers, lists of them, words. */
static int is_value(const cJSON *item)
{
    static const char *const others[] = {"$schema", "sources", "source", "name"};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strcmp(item->string, others[i]) == 0) return 0;
    return cJSON_IsNumber(item) || cJSON_IsString(item) || cJSON_IsBool(item) || is_numbers(item);
}

static void write_value(FILE *out, const cJSON *item)
{
    char *text = cJSON_IsString(item) ? NULL : cJSON_PrintUnformatted(item);
    kamm_write_escaped(out, item->string);
    fputs(" = ", out);
    if (text && strlen(text) > SHOWN)
        fprintf(out, "%d numbers", cJSON_GetArraySize(item));
    else
        kamm_write_escaped(out, text ? text : cJSON_IsString(item) ? item->valuestring : "");
    cJSON_free(text);
}

/* By the words of shipped files and of `kamm new`. */
static int is_estimate(const char *source)
{
    static const char *const words[] = {"stimate", "usual for", "assumed", "general knowledge"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strstr(source, words[i])) return 1;
    return 0;
}

/* Begins a row: the object's path and its source come behind the values. */
static void write_row(struct table *t, const cJSON *object, const cJSON *first, const char *outer)
{
    const char *source = source_of(object, first->string, outer);
    fputs("<tr><td>", t->out);
    kamm_write_escaped(t->out, t->path.length ? t->path.text : "vehicle");
    fputs("</td><td>", t->out);
    for (const cJSON *item = first; item; item = item->next) {
        const char *own = is_value(item) ? source_of(object, item->string, outer) : NULL;
        if (item != first && (!own || strcmp(own, source) != 0)) continue;
        if (item != first) fputs(", ", t->out);
        write_value(t->out, item);
    }
    fprintf(t->out, "</td><td>%s",
            is_estimate(source) ? "<span class='mark'>estimate</span> " : "");
    kamm_write_escaped(t->out, *source ? source : "none stated");
    fputs("</td></tr>\n", t->out);
}

/* Whether an item before has the same source, and so has it in its row. */
static int is_written(const cJSON *object, const cJSON *wanted, const char *outer)
{
    const char *source = source_of(object, wanted->string, outer);
    for (const cJSON *item = object->child; item != wanted; item = item->next)
        if (is_value(item) && strcmp(source_of(object, item->string, outer), source) == 0) return 1;
    return 0;
}

static void write_object(struct table *t, const cJSON *object, const char *outer);

static void write_list(struct table *t, const cJSON *list, const char *outer)
{
    int index = 0;
    for (const cJSON *item = list->child; item; item = item->next) {
        size_t before = kamm_path_index(&t->path, index++);
        if (cJSON_IsObject(item)) write_object(t, item, outer);
        kamm_path_cut(&t->path, before);
    }
}

static void write_object(struct table *t, const cJSON *object, const char *outer)
{
    for (const cJSON *item = object->child; item; item = item->next)
        if (is_value(item) && !is_written(object, item, outer)) write_row(t, object, item, outer);
    for (const cJSON *item = object->child; item; item = item->next) {
        if (strcmp(item->string, "sources") == 0) continue;
        const char *around = source_of(object, item->string, outer);
        size_t before = kamm_path_name(&t->path, item->string, strlen(item->string));
        if (cJSON_IsObject(item)) write_object(t, item, around);
        if (cJSON_IsArray(item)) write_list(t, item, around);
        kamm_path_cut(&t->path, before);
    }
}

static void write_car(const struct reported_car *car, FILE *out)
{
    struct table table = {.out = out};
    fputs("<h3>", out);
    kamm_write_escaped(out, car->file->def.name);
    fputs("</h3>\n", out);
    if (!car->json) {
        fputs("<p>There is no file, so no sources.</p>\n", out);
        return;
    }
    fputs("<table class='sources'><thead><tr><th>Group</th><th>Values, as the file has them</th>"
          "<th>Source</th></tr></thead><tbody>\n",
          out);
    write_object(&table, car->json, "");
    fputs("</tbody></table>\n", out);
}

void kamm_write_report_sources(const struct report *report)
{
    fputs("<h2>Sources and estimates</h2>\n", report->out);
    for (int i = 0; i < report->count; ++i) write_car(&report->cars[i], report->out);
}
