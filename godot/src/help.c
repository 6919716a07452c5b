#include "help.h"

#include <kamm/error.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that grows. Once memory is missing it stays NULL. */
struct text {
    char *at;
    size_t length, room;
    int failed;
};

static struct text head, methods, members, signals;

static void append_bytes(struct text *text, const char *bytes, size_t count)
{
    if (text->failed) return;
    if (text->length + count + 1 > text->room) {
        size_t room = 2 * text->room + count + 1024;
        char *more = kamm_allocate(room);
        if (more && text->at) memcpy(more, text->at, text->length);
        kamm_release(text->at);
        text->at = more;
        text->room = room;
        text->failed = !more;
        if (!more) return;
    }
    memcpy(text->at + text->length, bytes, count);
    text->length += count;
    text->at[text->length] = 0;
}

/* Appends a text, with what XML reads as its own replaced. */
static void append(struct text *text, const char *words)
{
    for (; *words; ++words) {
        const char *as = *words == '<'   ? "&lt;"
                         : *words == '>' ? "&gt;"
                         : *words == '&' ? "&amp;"
                         : *words == '"' ? "&quot;"
                                         : NULL;
        if (as)
            append_bytes(text, as, strlen(as));
        else
            append_bytes(text, words, 1);
    }
}

/* Appends a format whose %s are such texts. */
static void append_xml(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    for (; *format; ++format)
        if (format[0] == '%' && format[1] == 's') {
            append(text, va_arg(arguments, const char *));
            ++format;
        } else
            append_bytes(text, format, 1);
    va_end(arguments);
}

const char *help_type(enum gd_type type)
{
    switch (type) {
    case GD_BOOL: return "bool";
    case GD_INT: return "int";
    case GD_FLOAT: return "float";
    case GD_STRING: return "String";
    case GD_VECTOR3: return "Vector3";
    case GD_TRANSFORM3D: return "Transform3D";
    case GD_PACKED_STRING_ARRAY: return "PackedStringArray";
    default: return "void";
    }
}

static const char *argument_type(const struct gd_argument *argument)
{
    return argument->type == GD_OBJECT ? argument->class_name : help_type(argument->type);
}

static void append_arguments(struct text *text, const struct gd_argument *arguments, int count)
{
    for (int i = 0; i < count; ++i) {
        char index[12];
        snprintf(index, sizeof index, "%d", i);
        append_xml(text, "<param index=\"%s\" name=\"%s\" type=\"%s\" />", index, arguments[i].name,
                   argument_type(&arguments[i]));
    }
}

void help_begin(const struct gd_class *class)
{
    append_xml(
        &head,
        "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<class name=\"%s\" inherits=\"Node3D\"><brief_description>%s"
        "</brief_description><description>%s</description><tutorials></tutorials>",
        class->name, class->brief, class->help);
}

void help_method(const struct gd_method *method)
{
    append_xml(&methods, "<method name=\"%s\"><return type=\"%s\" />", method->name,
               help_type(method->returns));
    append_arguments(&methods, method->arguments, method->argument_count);
    append_xml(&methods, "<description>%s</description></method>\n", method->help);
}

void help_property(const char *name, enum gd_type type, const char *help)
{
    append_xml(&members, "<member name=\"%s\" type=\"%s\" setter=\"\" getter=\"\">%s</member>\n",
               name, help_type(type), help);
}

void help_signal(const char *name, const char *help, const struct gd_argument *arguments, int count)
{
    append_xml(&signals, "<signal name=\"%s\">", name);
    append_arguments(&signals, arguments, count);
    append_xml(&signals, "<description>%s</description></signal>\n", help);
}

static void append_section(const char *name, struct text *section)
{
    append_xml(&head, "<%s>", name);
    if (section->at) append_bytes(&head, section->at, section->length);
    append_xml(&head, "</%s>", name);
    head.failed |= section->failed;
    kamm_release(section->at);
    *section = (struct text){0};
}

char *help_end(void)
{
    append_section("methods", &methods);
    append_section("members", &members);
    append_section("signals", &signals);
    append_xml(&head, "</class>\n");
    char *text = head.failed ? NULL : head.at;
    if (head.failed) kamm_release(head.at);
    head = (struct text){0};
    return text;
}
