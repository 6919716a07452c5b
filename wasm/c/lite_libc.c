/* Parts of libc that the lite module needs, in a tenth of libc's own room: memory, and texts of
 * messages. */
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Memory: free pieces in the order of their addresses, the first that is large enough is taken (Knuth, The Art of
 * Computer Programming, 2.5, algorithms A and B). A piece lies behind its head, at a multiple of 16. */
struct piece {
    struct piece *next; /* of free ones */
    size_t size;        /* with the head */
    uint64_t padding;
};

enum { UNIT = 16, PAGE = 65536 };

static struct piece *first_free;
extern unsigned char __heap_base;

/* Takes a piece back, joined with free ones at either side of it. */
static void give_back(struct piece *piece)
{
    struct piece **at = &first_free, *before = NULL;
    while (*at && *at < piece) before = *at, at = &before->next;
    piece->next = *at;
    *at = piece;
    if ((char *)piece + piece->size == (char *)piece->next) {
        piece->size += piece->next->size;
        piece->next = piece->next->next;
    }
    if (before && (char *)before + before->size == (char *)piece) {
        before->size += piece->size;
        before->next = piece->next;
    }
}

/* More memory; what is left of the first page comes with the first of it. */
static int grow(size_t size)
{
    static int has_grown;
    size_t pages = size / PAGE + 2;
    size_t from = __builtin_wasm_memory_grow(0, pages), start = from * PAGE;
    if (from == (size_t)-1) return 0;
    if (!has_grown) start = ((size_t)&__heap_base + UNIT - 1) / UNIT * UNIT;
    has_grown = 1;
    struct piece *piece = (struct piece *)start;
    piece->size = (from + pages) * PAGE - start;
    give_back(piece);
    return 1;
}

/* Cuts `size` bytes, a multiple of UNIT with the head, from the end of a piece, or takes it whole. */
static struct piece *cut(struct piece **at, size_t size)
{
    struct piece *piece = *at;
    if (piece->size < size + 2 * sizeof *piece) {
        *at = piece->next;
        return piece;
    }
    piece->size -= size;
    piece = (struct piece *)((char *)piece + piece->size);
    piece->size = size;
    return piece;
}

static struct piece *head_of(void *memory) { return (struct piece *)memory - 1; }

void *malloc(size_t size)
{
    if (size > PTRDIFF_MAX - PAGE) return NULL;
    size = (size + sizeof(struct piece) + UNIT - 1) / UNIT * UNIT;
    for (;;) {
        for (struct piece **at = &first_free; *at; at = &(*at)->next)
            if ((*at)->size >= size) return cut(at, size) + 1;
        if (!grow(size)) return NULL;
    }
}

void free(void *memory)
{
    if (memory) give_back(head_of(memory));
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    void *memory = malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t size)
{
    void *larger = malloc(size);
    if (!larger || !memory) return larger;
    size_t before = head_of(memory)->size - sizeof(struct piece);
    memcpy(larger, memory, before < size ? before : size);
    free(memory);
    return larger;
}

/* What is skipped in front, a multiple of UNIT, becomes a free piece. */
void *aligned_alloc(size_t alignment, size_t size)
{
    char *memory = malloc(size + alignment);
    size_t skip = -(size_t)memory & (alignment - 1);
    if (!memory || !skip) return memory;
    struct piece *front = head_of(memory), *piece = (struct piece *)((char *)front + skip);
    piece->size = front->size - skip;
    front->size = skip;
    give_back(front);
    return piece + 1;
}

/* Texts, as printf's "%s %.20s %.*s %c %d %zu %llu %g %.3g %.1f" have them. */
struct text {
    char *to;
    size_t room, length; /* what would be written, if it had the room */
};

static void put(struct text *text, char letter)
{
    if (text->length + 1 < text->room) text->to[text->length] = letter;
    ++text->length;
}

static void put_text(struct text *text, const char *from, int most)
{
    for (int i = 0; from[i] && i != most; ++i) put(text, from[i]);
}

/* Writes a number with at least that many digits. */
static void put_whole(struct text *text, uint64_t value, int digits)
{
    char reversed[24];
    int count = 0;
    while (value || count < digits || !count)
        reversed[count++] = (char)('0' + value % 10), value /= 10;
    while (count) put(text, reversed[--count]);
}

/* value 10^by: exact enough for the few digits of a message. */
static double scaled(double value, int by)
{
    for (; by > 0; --by) value *= 10;
    for (; by < 0; ++by) value /= 10;
    return value;
}

/* digits 10^-decimals. */
static void put_decimal(struct text *text, uint64_t digits, int decimals, int strip)
{
    uint64_t one = 1;
    for (; strip && decimals && digits % 10 == 0; --decimals) digits /= 10;
    for (int i = 0; i < decimals; ++i) one *= 10;
    put_whole(text, digits / one, 1);
    if (!decimals) return;
    put(text, '.');
    put_whole(text, digits % one, decimals);
}

static void put_general(struct text *text, double value, int precision)
{
    int exponent = 0;
    if (precision < 1) precision = 1;
    while (value > 0 && scaled(value, -exponent) >= 10) ++exponent;
    while (value > 0 && scaled(value, -exponent) < 1) --exponent;
    double digits = rint(scaled(value, precision - 1 - exponent));
    if (digits >= scaled(1, precision)) digits = rint(digits / 10), ++exponent;
    if (exponent >= -4 && exponent < precision) {
        put_decimal(text, (uint64_t)digits, precision - 1 - exponent, 1);
        return;
    }
    put_decimal(text, (uint64_t)digits, precision - 1, 1);
    put(text, 'e');
    put(text, exponent < 0 ? '-' : '+');
    put_whole(text, (uint64_t)abs(exponent), 2);
}

static void put_number(struct text *text, double value, char kind, int precision)
{
    if (precision < 0) precision = 6;
    if (signbit(value)) put(text, '-'), value = -value;
    if (isnan(value) || isinf(value))
        put_text(text, isnan(value) ? "nan" : "inf", -1);
    else if (kind == 'f' && value < 1e12)
        put_decimal(text, (uint64_t)rint(scaled(value, precision)), precision, 0);
    else
        put_general(text, value, precision);
}

static void put_integer(struct text *text, int64_t value)
{
    if (value < 0) put(text, '-');
    put_whole(text, value < 0 ? -(uint64_t)value : (uint64_t)value, 1);
}

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list values)
{
    struct text text = {to, room, 0};
    for (; *format; ++format) {
        int precision = -1, longs = 0;
        if (*format != '%') {
            put(&text, *format);
            continue;
        }
        if (*++format == '.' && *++format == '*')
            precision = va_arg(values, int), ++format;
        else if (format[-1] == '.')
            for (precision = 0; *format >= '0' && *format <= '9'; ++format)
                precision = 10 * precision + *format - '0';
        for (; *format == 'l' || *format == 'z'; ++format) longs += *format == 'l';
        switch (*format) {
        case 's': put_text(&text, va_arg(values, const char *), precision); break;
        case 'c': put(&text, (char)va_arg(values, int)); break;
        case 'd':
            put_integer(&text, longs > 1 ? va_arg(values, int64_t) : va_arg(values, int));
            break;
        case 'u':
            put_whole(&text, longs > 1 ? va_arg(values, uint64_t) : va_arg(values, unsigned), 1);
            break;
        case 'f':
        case 'g': put_number(&text, va_arg(values, double), *format, precision); break;
        default: put(&text, *format);
        }
    }
    if (room) to[text.length < room ? text.length : room - 1] = 0;
    return (int)text.length;
}

int snprintf(char *restrict to, size_t room, const char *restrict format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(to, room, format, values);
    va_end(values);
    return length;
}

/* libc's would close files: at the end of the program, which the linker takes each call from outside for. */
void __wasm_call_dtors(void) {}
_Noreturn void abort(void) { __builtin_trap(); }

/* For sine and cosine of more than a million radians, which no drive has: 0 in place of the rest of turns, for which
 * libc has a table of 2 / pi with 690 words. */
int __rem_pio2_large(double *x, double *rest, int exponent, int parts, int precision)
{
    (void)x, (void)exponent, (void)parts, (void)precision;
    rest[0] = rest[1] = 0;
    return 0;
}
