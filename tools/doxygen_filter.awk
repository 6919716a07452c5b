# Headers as Doxygen reads them: plain comments become documentation, and a comment above several
# declarations in a row is said of each.
#
# Usage: awk -f tools/doxygen_filter.awk HEADER

# What Doxygen would take for a link.
function escaped(line) {
    gsub(/#if/, "\\#if", line)
    return line
}

# The first comment is the file's; one that begins a line belongs to what follows, one behind code to that.
function documentation(line) {
    if (NR == 1) sub(/\/\*/, "/** @file\n *", line)
    else if (line ~ /^[ \t]*\/\*/) sub(/\/\*/, "/**", line)
    else sub(/\/\*/, "/**<", line)
    return escaped(line)
}

within {
    line = escaped($0)
    if (outside) comment = comment "\n" line
    if (/\*\//) within = 0
    print line
    next
}

/\/\*/ {
    within = !/\*\//
    line = documentation($0)
    outside = /^\/\*/
    if (outside) {
        comment = line
        declared = 0
    }
    print line
    next
}

/^[ \t]*$/ {
    comment = ""
    declared = 0
}

# What comes right behind a type is what its comment tells of.
/^(}|typedef .*;)/ { declared = 1 }

/^(KAMM|KAMM_IO)_API/ {
    if (declared && comment != "") print comment
    declared = 1
}

{ print }
