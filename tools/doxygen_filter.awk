# Headers as Doxygen reads them: plain comments become documentation, and a comment above several declarations in a row
# documents each of them. A header is a topic, whose title its first comment begins with, up to a colon or full stop.
# "/* -- TITLE -- */" begins a topic within it.
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

NR == 1 {
    file = FILENAME
    sub(/^.*include\//, "", file)
    topic = file
    gsub(/[^a-z0-9_]/, "_", topic)
    title = $0
    sub(/^\/\* */, "", title)
    sub(/[:.]( .*|$)/, "", title)
}

# Behind the include guard, so that it is read once.
/^#define KAMM_[A-Z0-9_]*_H$/ && !sections && title != "" {
    print
    print "/** @defgroup " topic " " title "\nDeclared in " file ".\n@{ */"
    opened = 1
    next
}

/^\/\* -- .* -- \*\/$/ {
    if (sections++) print "/** @} */"
    name = $0
    gsub(/^\/\* -- | -- \*\/$/, "", name)
    print "/** @defgroup " topic "_" sections " " name "\n@{ */"
    comment = ""
    declared = 0
    next
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

END {
    if (sections) print "/** @} */"
    if (opened) print "/** @} */"
}
