"""The mutants of C files: small changes of the code, each of which a test of what is right should find.

They are made on tokens: of the bodies of functions, of initialisers, and of macros that name a number. Code that
computes nothing is left out: other directives, declarations, and the arguments of calls that write a text. There are
six kinds, each a function below. A binary operator has a space on both sides, as .clang-format lays it out; that
tells it from others.
"""
import hashlib
import itertools
import re
from dataclasses import dataclass
from pathlib import Path

FLOORS = ['part', 'rungs', 'vehicle', 'run', 'world', 'driver', 'lab', 'env']
TOKEN = re.compile(r'''(?P<space>\s+|/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
    |(?P<number>\.?\d(?:[eE][+-]|[\w.])*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<mark>->|\+\+|--|<<=|>>=|[-+*/%&|^!=<>]=|&&|\|\||<<|>>|.)''', re.X | re.S | re.M)
NAMED_NUMBER = re.compile(r'^[ \t]*#[ \t]*define[ \t]+\w+[ \t]+(.*)$', re.M)
OPENING, CLOSING = '([{', ')]}'
NO_OPERANDS = {'return', 'case', 'else', 'sizeof', 'do', 'goto'}
ENDS_TERM = {'+', '-', ',', ';', ':', '?', '&&', '||', '<', '>', '<=', '>=', '==', '!=', '&', '|', '<<', '>>', '^'}
FLIPPED = {'<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '!=', '!=': '==', '&&': '||', '||': '&&'}
SIGNS = {'+': '-', '-': '+', '+=': '-=', '-=': '+='}
PAIRS = [('left', 'right'), ('front', 'rear'), ('min_real', 'max_real'), ('fmin', 'fmax'), ('fminf', 'fmaxf'), ('sin', 'cos')]
PARTNERS = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
MEMBERS = {'x': 'y', 'y': 'x', 'z': 'x'} | {a: b for pair in PAIRS[:2] for a, b in (pair, pair[::-1])}


@dataclass
class Token:
    kind: str
    text: str
    at: int
    end: int
    spaced: bool = False  # a space on both sides


@dataclass(frozen=True)
class Mutant:
    path: str
    line: int
    kind: str
    at: int
    end: int
    new: str
    code: str  # the line as it is
    changed: str  # … and as the mutant has it
    which: int  # of the lines that are written alike
    tokens: tuple = ()  # the first that it changes, and the one behind; none outside of functions

    @property
    def key(self):
        """The same as long as the line is, wherever it moves to."""
        said = [self.path, self.kind, self.code, self.changed, str(self.which)]
        return hashlib.sha256('\0'.join(said).encode()).hexdigest()[:16]

    def apply(self, text):
        return text[:self.at] + self.new + text[self.end:]


def tokens_of(text):
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != 'space':
            around = text[match.start() - 1:match.start()], text[match.end():match.end() + 1]
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end(), all(c.isspace() for c in around)))
    return found


def partners_of(tokens):
    """{index of a bracket: index of the other}"""
    partner, opened = {}, []
    for i, token in enumerate(tokens):
        if token.text in OPENING:
            opened.append(i)
        elif token.text in CLOSING and opened:
            partner[i] = opened.pop()
            partner[partner[i]] = i
    return partner


def code_of(tokens, partner):
    """Indices of the tokens of computations; those of functions come with True, those of initialisers with False."""
    i = 0
    while i < len(tokens):
        if tokens[i].text == '{' and i in partner and i > 0 and tokens[i - 1].text in ')=':
            body, end = tokens[i - 1].text == ')', partner[i]
            told = {k for j in range(i, end) if tells(tokens, partner, j) for k in range(j, partner[j])}
            yield from ((j, body) for j in range(i + 1, end) if j not in told)
            i = end
        elif tokens[i].text in OPENING and i in partner:
            i = partner[i]
        i += 1


def tells(tokens, partner, i):
    """The bracket of a call that has a text among its arguments: a message, a name."""
    return (tokens[i].text == '(' and i in partner and tokens[i - 1].kind == 'name' and
            tokens[i - 1].text not in ('if', 'while', 'for', 'switch', 'return') and
            any(token.kind == 'text' for token in tokens[i:partner[i]]))


def end_of_term(tokens, partner, i, ends):
    """The index behind the operand that begins at i."""
    while tokens[i].text not in CLOSING and not (tokens[i].text in ends and (tokens[i].spaced or tokens[i].text in ',;:')):
        i = partner.get(i, i) + 1 if tokens[i].text in OPENING else i + 1
    return i


def sign(tokens, partner, i):
    token, before = tokens[i], tokens[i - 1]
    if token.text in SIGNS and token.spaced:
        yield i, i + 1, SIGNS[token.text]
    elif token.text == '-' and before.text not in NO_OPERANDS | {')', ']'} and before.kind == 'mark':
        yield i, i + 1, ''


def constant(tokens, partner, i):
    """One of 10 % more; not the 0.5 that flags are compared with, which may be anything between 0 and 1."""
    if tokens[i].text == '0.5f' and tokens[i - 1].text in ('>', '<'):
        return
    match = re.fullmatch(r'(\d*\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)([fF]?)', tokens[i].text)
    if tokens[i].kind == 'number' and match and float(match[1]) != 0:
        number = f'{float(match[1]) * 1.1:.9g}'
        yield i, i + 1, number + ('' if re.search('[.e]', number) else '.0') + match[2]


def dropped(tokens, partner, i):
    """A term of a sum, a factor, or what is added to a variable."""
    token = tokens[i]
    if token.text in '+-' and token.spaced:
        yield i, end_of_term(tokens, partner, i + 1, ENDS_TERM), ''
    elif token.text in '*/' and token.spaced:
        yield i, end_of_term(tokens, partner, i + 1, ENDS_TERM | {'*', '/', '%'}), ''
    elif token.text in ('+=', '-=', '*=', '/='):
        yield i, end_of_term(tokens, partner, i + 1, {';', ','}), ''


def off_by_one(tokens, partner, i):
    token, before, behind = tokens[i], tokens[i - 1], tokens[i + 1]
    if token.text in ('<', '<=') and token.spaced and in_loop_head(tokens, partner, i):
        yield i, i + 1, '<=' if token.text == '<' else '<'
    elif re.fullmatch(r'\d+u?', token.text) and before.text != 'case' and (before.text, behind.text) != ('{', '}') and not (
            before.text == '[' and declares(tokens, i - 1)):
        yield i, i + 1, re.sub(r'\d+', lambda digits: str(int(digits[0]) + 1), token.text)


def declares(tokens, i):
    """The bracket of an array's size: a type or another size stands before."""
    while tokens[i - 1].text == ']':
        i = max(j for j in range(i) if tokens[j].text == '[')
    type_ = tokens[i - 2]
    return type_.kind == 'name' and type_.text not in NO_OPERANDS or type_.text == '*' and not type_.spaced


def in_loop_head(tokens, partner, i):
    return any(tokens[j].text == 'for' and partner.get(j + 1, 0) > i for j in range(max(i - 40, 0), i))


def swapped(tokens, partner, i):
    """Indices, sides, axes, and what a mask picks."""
    token, before, behind = tokens[i], tokens[i - 1], tokens[i + 1]
    if token.text == '[' and tokens[partner[i] + 1].text == '[' and not declares(tokens, i):
        first, second = (i + 1, partner[i]), (partner[i] + 2, partner[partner[i] + 1])
        texts = [''.join(t.text for t in tokens[a:b]) for a, b in (first, second)]
        if texts[0] != texts[1]:
            yield i, second[1] + 1, f'[{texts[1]}][{texts[0]}]'
    elif before.text in ('.', '->') and token.text in MEMBERS:
        yield i, i + 1, MEMBERS[token.text]
    elif token.text in PARTNERS and before.text not in ('.', '->'):
        yield i, i + 1, PARTNERS[token.text]
    elif token.text == 'pick' and behind.text == '(':
        ends = [end_of_term(tokens, partner, i + 2, {','})]
        ends += [end_of_term(tokens, partner, ends[0] + 1, {','})]
        texts = [' '.join(t.text for t in tokens[a:b]) for a, b in ((ends[0] + 1, ends[1]), (ends[1] + 1, partner[i + 1]))]
        yield ends[0] + 1, partner[i + 1], ', '.join(texts[::-1])


def flipped(tokens, partner, i):
    token = tokens[i]
    if token.text in FLIPPED and token.spaced and not in_loop_head(tokens, partner, i):
        yield i, i + 1, FLIPPED[token.text]


KINDS = [sign, constant, dropped, off_by_one, swapped, flipped]


def mutants_of(path, text):
    """All of them, in the order of the file."""
    tokens = tokens_of(text)
    partner = partners_of(tokens)
    seen = {}
    for i, body in code_of(tokens, partner):
        for kind in KINDS if body else [sign, constant]:
            for first, behind, new in kind(tokens, partner, i):
                at = tokens[first].at, tokens[behind - 1].end
                yield mutant(path, text, *at, kind.__name__, new, seen, (first, behind) if body else ())
    for defined in NAMED_NUMBER.finditer(text):
        tokens = tokens_of(defined[1])
        for i in range(len(tokens)):
            for _, _, new in constant(tokens, {}, i):
                at = defined.start(1) + tokens[i].at, defined.start(1) + tokens[i].end
                yield mutant(path, text, *at, 'constant', new, seen)


def mutant(path, text, at, end, kind, new, seen, place=()):
    line = text.count('\n', 0, at)
    begin, stop = text.rfind('\n', 0, at) + 1, (text + '\n').index('\n', end)
    changed = ' '.join((text[begin:at] + new + text[end:stop]).split())
    code = ' '.join(text[begin:stop].split())
    which = seen[kind, code, changed] = seen.get((kind, code, changed), -1) + 1
    # Keeps the number of lines: the names of lines in messages and coverage are to stay.
    new += '\n' * (text.count('\n', at, end) - new.count('\n'))
    return Mutant(path, line + 1, kind.replace('_', ' '), at, end, new, code, changed, which, place)


def files_of(root, path):
    """The C files below it, as paths from the root."""
    place = (root / path).resolve()
    if not place.exists():
        raise FileNotFoundError(f'{path}: there is no such file or folder')
    found = [place] if place.is_file() else sorted(p for p in place.rglob('*') if p.suffix in ('.c', '.h'))
    return [str(p.relative_to(root.resolve())) for p in found]


def chosen(root, paths, seed):
    """All mutants, in an order that the seed makes: the paths take turns, and of each the kinds, as there are many more of some."""
    orders = [in_turns(root, path, seed) for path in paths or [f'src/{floor}' for floor in FLOORS]]
    found = [m for row in itertools.zip_longest(*orders) for m in row if m]
    return list({(m.path, m.key): m for m in found}.values())


def in_turns(root, path, seed):
    ranks, order = {}, []
    found = [m for file in files_of(root, path) for m in mutants_of(file, Path(root, file).read_text())]
    for m in sorted(found, key=lambda m: hashlib.sha256(f'{seed} {m.key}'.encode()).digest()):
        rank = ranks[m.kind] = ranks.get(m.kind, -1) + 1
        order.append((rank, len(order), m))
    return [m for _, _, m in sorted(order, key=lambda ranked: ranked[:2])]
