"""Many mutants in one build: the program has each of them beside the code as it is, and a variable says which of them counts.

(KAMM_MUTANT(7) ? (a - b) : (a + b)) stands for an expression that a mutant changes. So the core is compiled and linked once for all
mutants, and a test that runs with KAMM_MUTANT=7 runs on the seventh. With KAMM_MUTANTS_REACHED=FILE a program notes in FILE which of
them it has met; that tells which tests reach them. Code that runs before a program begins, such as initialisers of what is static,
can't be chosen.
"""
import re

import mutants

ASSIGNMENTS = {'=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>='}
STARTS = {',', ';', '?', ':', 'return', 'case', 'else', 'do'}
HEADS = {'if', 'for', 'while', 'switch'}
SWITCH_FILE = 'src/base/mutant_switch.c'
DECLARED = 'extern unsigned char *kamm_mutants; int kamm_mutant_met(int); '
SWITCH = r'''
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MUTANTS = %d };
static unsigned char chosen[MUTANTS + 1];
static int notes;
unsigned char *kamm_mutants = chosen;
int kamm_mutant_met(int number);

/* A program that notes has 1 for each that it has not met; children of a process share the file. */
int kamm_mutant_met(int number)
{
    if (notes) kamm_mutants[number] = 0;
    return !notes;
}

static void __attribute__((constructor)) choose(void)
{
    const char *number = getenv("KAMM_MUTANT"), *file = getenv("KAMM_MUTANTS_REACHED");
    if (number) chosen[atoi(number)] = 1;
    int opened = file ? open(file, O_RDWR) : -1;
    if (opened < 0) return;
    void *place = mmap(NULL, sizeof chosen, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    close(opened);
    if (place == MAP_FAILED) abort();
    kamm_mutants = place;
    notes = 1;
}
'''


def around(mutant, text):
    """Begin and end of an expression with what it changes, which a program can choose while it runs; () where there is none."""
    tokens = mutants.tokens_of(text)
    if not mutant.tokens: # of a macro that names a number
        return (mutant.at, mutant.end) if mutants.NAMED_NUMBER.match(text, text.rfind('\n', 0, mutant.at) + 1) else ()
    return expression_around(text, tokens, mutants.partners_of(tokens), *mutant.tokens)


def expression_around(text, tokens, partner, left, right):
    if any(token.text == ',' and outermost(tokens, partner, left, i) for i, token in enumerate(tokens[left:right], left)):
        left = next(i for i in range(left, 0, -1) if tokens[i].text == '(' and partner[i] >= right) # all arguments
        right = partner[left] + 1
    while not begins_expression(tokens, partner, left):
        left = partner[left - 1] if tokens[left - 1].text in mutants.CLOSING else left - 1
    while tokens[right].text not in mutants.CLOSING and tokens[right].text not in (',', ';', '?', ':'):
        right = partner[right] + 1 if tokens[right].text in mutants.OPENING else right + 1
    if is_declared(tokens, left, right) or is_constant(tokens, partner, left):
        return ()
    begin, end = tokens[left].at, tokens[right - 1].end
    return () if re.search(r'^[ \t]*#', text[begin:end], re.M) else (begin, end)


def outermost(tokens, partner, left, i):
    """Whether no bracket that opens between them is open at i."""
    return not any(tokens[j].text in mutants.OPENING and partner[j] > i for j in range(left, i))


def begins_expression(tokens, partner, i):
    before = tokens[i - 1]
    if before.text == ')':
        return tokens[partner[i - 1] - 1].text in HEADS
    if before.text == '}':
        return is_block(tokens, partner, partner[i - 1])
    return before.text in mutants.OPENING or before.text in STARTS or before.text in ASSIGNMENTS


def is_block(tokens, partner, i):
    """The bracket of statements, not of an initialiser."""
    if tokens[i - 1].text != ')':
        return tokens[i - 1].text in ('else', 'do', ';', '{', '}', ':')
    return tokens[partner[i - 1] - 1].kind == 'name' and tokens[partner[i - 1] - 1].text not in mutants.NO_OPERANDS


def is_declared(tokens, left, right):
    """A declaration, a designator, or the size of an array."""
    if tokens[left].text == '.' or tokens[left - 1].text == '[' and mutants.declares(tokens, left - 1):
        return True
    names = [a.kind == b.kind == 'name' and a.text not in mutants.NO_OPERANDS for a, b in zip(tokens[left:right], tokens[left + 1:right])]
    return any(names) and tokens[left].text not in mutants.OPENING


def is_constant(tokens, partner, i):
    """Within the initialiser of something static."""
    while i > 0 and tokens[i - 1].text != ';':
        before = tokens[i - 1]
        if before.text == 'static':
            return True
        if before.text in '{}' and is_block(tokens, partner, i - 1 if before.text == '{' else partner[i - 1]):
            return False
        i = partner[i - 1] if before.text in mutants.CLOSING else i - 1
    return i == 0


def on_one_line(code):
    return ' '.join(re.sub(r'//[^\n]*|/\*.*?\*/', ' ', code, flags=re.S).split())


def switched(text, numbered, alone=None):
    """The text of a file with these of its mutants, as {number: mutant}, and one that is no choice; the lines stay. An outer expression has
    the inner ones as well."""
    edits = [(alone.at, 2, 0, 0, alone.end, alone.new)] if alone else []
    for number, mutant in numbered.items():
        begin, end = around(mutant, text)
        changed = on_one_line(text[begin:mutant.at] + mutant.new + text[mutant.end:end])
        edits.append((begin, 1, -end, number, begin, f'((kamm_mutants[{number}] && kamm_mutant_met({number})) ? ({changed}) : ('))
        edits.append((end, 0, -begin, -number, end, '))'))
    for at, *_, end, code in sorted(edits, reverse=True):
        text = text[:at] + code + text[end:]
    return DECLARED + '\n#line 1\n' + text


def switch_of(count):
    return SWITCH % count
