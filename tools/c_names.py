"""Names that a C file declares at file scope: functions, objects, types, enumerators, tags ("struct NAME"), macros."""
import re

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|[{}()\[\];,=]|[^\s\w]|\d\w*")
NAME = re.compile(r"[A-Za-z_]\w*$")
WORDS = set("""auto char const double enum extern float for if inline int long register return short signed sizeof
    static struct switch typedef union unsigned void volatile while _Alignas _Atomic _Bool _Noreturn _Static_assert
    __attribute__ _Thread_local""".split())


def macros(text):
    """All that it defines, once each."""
    return list(dict.fromkeys(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.M)))


def all_names(text):
    """Returns the names of file scope and of macros, once each."""
    defined = macros(text)
    return list(dict.fromkeys(defined + [name for name in file_scope(text) if name not in defined]))


def is_tag(name):
    return name.startswith("struct ")


def word(name):
    return name.split()[-1]


def words(text):
    """All that it names in code, directives as well."""
    return set(re.findall(r"[A-Za-z_]\w*", NOT_CODE.sub(" ", text)))


def file_scope(text):
    text = DIRECTIVE.sub("", NOT_CODE.sub(" ", text))
    tokens = TOKEN.findall(text)
    found = []
    for declaration in declarations(tokens):
        found += names_of(declaration)
    return list(dict.fromkeys(found))


def declarations(tokens):
    """Each up to its semicolon, or a function up to its body, which is left out."""
    one, depth, at = [], 0, 0
    while at < len(tokens):
        token = tokens[at]
        if depth == 0 and token == "{" and "(" in one and "=" not in one and one[-1] in ")]":
            yield one
            one, at = [], end_of(tokens, at)
            continue
        depth += (token in "{([") - (token in "})]")
        if depth == 0 and token == ";":
            yield one
            one = []
        else:
            one.append(token)
        at += 1


def end_of(tokens, at):
    """Returns the place behind the bracket that closes the one there."""
    depth = 0
    while True:
        depth += (tokens[at] in "{([") - (tokens[at] in "})]")
        at += 1
        if depth == 0:
            return at


def names_of(declaration):
    found, flat = [], []
    at = 0
    while at < len(declaration):  # bodies of types and initialisers are looked into, then left out
        token = declaration[at]
        if token in ("struct", "union", "enum"):
            tag = at + 1
            if tag < len(declaration) and NAME.match(declaration[tag]):
                at = tag
            if at + 1 < len(declaration) and declaration[at + 1] == "{":
                if at == tag:
                    found.append("struct " + declaration[tag])
                end = end_of(declaration, at + 1)
                if token == "enum":
                    found += enumerators(declaration[at + 2:end - 1])
                at = end - 1
            flat.append("int")
        elif token in ("__attribute__", "_Alignas") and declaration[at + 1] == "(":
            at = end_of(declaration, at + 1) - 1
        elif token == "{":
            at = end_of(declaration, at) - 1
            flat.append("{}")
        else:
            flat.append(token)
        at += 1
    return found + declared(flat)


def enumerators(body):
    found, depth, expected = [], 0, True
    for token in body:
        depth += (token in "({[") - (token in ")}]")
        if expected and NAME.match(token):
            found.append(token)
            expected = False
        elif token == "," and depth == 0:
            expected = True
    return found


def declared(flat):
    """Returns the names in a declaration without bodies, ahead of parameters, sizes, initialisers and commas."""
    while len(flat) > 1 and flat[0].isupper() and flat[1] == "(":  # a macro that stands for declarations
        flat = flat[end_of(flat, 1):]
    found, at, skipping = [], 0, False
    while at < len(flat):
        token = flat[at]
        if token == "(" and at + 1 < len(flat) and flat[at + 1] == "*" and not skipping:
            end = end_of(flat, at)  # (*name)(…), (*name)[…]
            found += [one for one in flat[at:end] if NAME.match(one) and one not in WORDS][:1]
            at, skipping = end, True
            continue
        following = flat[at + 1] if at + 1 < len(flat) else ";"
        if not skipping and NAME.match(token) and token not in WORDS and following in ("(", "[", "=", ",", ";"):
            found.append(token)
            skipping = True
        if token == "," and skipping:
            skipping = False
        at = end_of(flat, at) if token in "([" else at + 1
    return found


def renamed(text, names):
    """Renames some names of file scope. Members keep theirs, where they are declared and used, and so do comments and
    texts."""
    if not names:
        return text
    bodies = bodies_of_types(text)
    known = "|".join(sorted({re.escape(word(name)) for name in names}))
    before = r"(?P<tag>\b(?:struct|union|enum)\s+)?(?P<member>\.|->)?"
    token = re.compile(rf"(?:{NOT_CODE.pattern})|{before}\b(?P<name>{known})\b", re.S)

    def replace(found):
        name = found["name"]
        if not name or found["member"]:
            return found[0]
        if found["tag"]:
            return found["tag"] + names.get("struct " + name, name)
        within = any(begin < found.start() < end for begin, end in bodies)
        ends_declarator = re.match(r"\s*[;,\[):]", text[found.end():found.end() + 9])
        is_size = re.search(r"[\[+/-]\s*$", text[max(0, found.start() - 9):found.start()])
        is_member = within and ends_declarator and not is_size
        return found[0] if is_member else names.get(name, name)

    return token.sub(replace, text)


def bodies_of_types(text):
    """Where the members of structs and unions are declared."""
    blank = NOT_CODE.sub(lambda found: " " * len(found[0]), text)
    found = []
    for start in re.finditer(r"\b(?:struct|union)\b\s*\w*\s*{", blank):
        depth, at = 1, start.end()
        while depth:
            depth += (blank[at] == "{") - (blank[at] == "}")
            at += 1
        found.append((start.end(), at))
    return found
