# Makes one C program of the ```c blocks of docs/cookbook.md: of each its functions, then a function with the other
# lines, and a table of these with their headings and what their comments say that they print.
#
# Usage: awk -f tools/cookbook.awk docs/cookbook.md >cookbook.c

function quoted(text)
{
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

function keep_expected(text)
{
    if (!match(text, /\/\* prints: .* \*\//)) return
    expected = expected " " quoted(substr(text, RSTART + 11, RLENGTH - 14)) " \"\\n\""
}

# The line at which the last function ends, whose braces are in the first column.
function last_function(    i, inside, end)
{
    for (i = 1; i <= lines; ++i) {
        if (line[i] ~ /^{/) inside = 1
        if (line[i] == "}" && inside) {
            end = i
            inside = 0
        }
    }
    return end + 0
}

function write_block(    i, body)
{
    body = last_function()
    if (body) printf "#line %d \"%s\"\n", first, FILENAME
    for (i = 1; i <= body; ++i) print line[i]
    ++recipes
    printf "static void recipe_%d(void)\n{\n#line %d \"%s\"\n", recipes, first + body, FILENAME
    for (i = body + 1; i <= lines; ++i) print line[i]
    print "}"
    table = table sprintf("    {%s, recipe_%d,%s},\n", quoted(heading), recipes, expected == "" ? " NULL" : expected)
}

/^### / { heading = substr($0, 5) }
/^```c$/ { on = 1; lines = 0; first = NR + 1; expected = ""; next }
/^```$/ && on { on = 0; write_block(); next }
on { line[++lines] = $0; keep_expected($0) }
BEGIN { print "#include \"cookbook.h\"\n" }
END { printf "\nconst struct recipe recipes[] = {\n%s};\nconst int recipe_count = %d;\n", table, recipes }
