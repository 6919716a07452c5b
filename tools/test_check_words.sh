#!/bin/sh
# Shows that check_words.py can fail: a sound tree passes, each kind of offence is found.
set -eu
. "$(dirname -- "$0")/test_tree.sh"

ten='one two three four five six seven eight nine ten'
code='    int many = 0; and more words of code than a sentence may have, as this line is no prose at all and is not counted here.'

sound_tree()
{
    rm -rf "${tree:?}"/*
    write include/kamm/cars.h "/* Cars: $ten" " * $ten five more of these." " * And $ten." ' *' \
        ' *     a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e' ' */' \
        'enum { CARS }; /* NULL is ignored. */' '    FIELD(x, "m", "A text, "\' '          "in two parts")'
    write docs/start.md '# Start' "A $ten $ten eight more words of it." '' '```c' "$code" '```' "| $ten $ten $ten $ten |" \
        '- The wind blows from the left, `rig` is code, and a sweep of parameters takes a minute.'
    write src/io/read.c 'fail("%s: a value is missing", name); /* the caller reads it */'
    write python/kamm/cars.py '"""Cars of a batch."""' 'name = "whoever" # the user'
    write viewer/src/head.ts 'show("Release the pedal"); // releases it' 'const whoever = /[/"]\/\*/;'
    write wasm/src/types.ts '/** Cars of a world. */'
}

# offends WHAT MESSAGE FILE LINE…: the file must be complained of with the message.
offends()
{
    what=$1 message=$2 file=$3
    shift 2
    sound_tree
    write "$@"
    if found=$(python3 "$tools/check_words.py" "$tree"); then
        echo "not found: $what" && exit 1
    fi
    case $found in
    "$file:"*"$message"*) ;;
    *) echo "$what gave: $found" && exit 1 ;;
    esac
}

sound_tree
python3 "$tools/check_words.py" "$tree"
offends 'a private word of a page' 'disengaged' docs/start.md 'The clutch is parted.'
offends 'a private word beside code' 'disengaged' docs/start.md 'The `clutch` is parted.'
offends 'a long sentence of a header' 'of 26 words' include/kamm/cars.h "/* $ten $ten one two three four five six. */"
offends 'a long sentence over lines' 'of 26 words' include/kamm/cars.h "/* $ten" " * $ten one two three" ' * four five six. */'
offends 'a long sentence of a member' 'of 26 words' include/kamm/cars.h 'int x;' "    /* $ten $ten 1 2 3 4 5 6 */" 'int y;'
offends 'a long text of a table' 'of 26 words' include/kamm/fields.h "FIELD(x, \"$ten \"\\" "      \"$ten \" \"1 2 3 4 5 6\")"
offends 'a long item of a list' 'of 26 words' include/kamm/cars.h '/* These:' " *  - $ten $ten 1 2 3 4 5 6 */"
offends 'a long line' '121 columns' include/kamm/cars.h "$(printf '%121s' ';')"
offends 'a long sentence of a page' 'of 31 words' docs/start.md "A $ten $ten $ten."
offends 'a long sentence over lines of a page' 'of 31 words' docs/start.md "A $ten" "$ten" "$ten."
offends 'a long item of a page' 'of 31 words' README.md "1. A $ten $ten $ten."
offends 'a private word of a header' 'infinite' include/kamm/cars.h '/* A mass without end. */'
offends 'a private word over lines' 'infinite' include/kamm/cars.h '/* A mass without' ' * end. */'
offends 'a private word of a message' 'callers' src/io/read.c 'fail("whoever reads it");'
offends 'a private word of a comment' 'callers' src/io/read.c 'read(); /* for' ' * whoever reads it */'
offends 'a private word of a comment of a test' 'infinite' test/io/test_read.c '/* A mass without' ' * end. */'
offends 'a private word of a docstring' 'callers' python/kamm/cars.py 'def f():' '    """For whoever drives."""'
offends 'a private word of the page' 'release' viewer/src/head.ts 'show("Let go of the pedal");'
offends 'a private word of the package' 'the body' wasm/src/types.ts '/** Whom it hits. */'
offends 'a private word of a script comment' 'callers' viewer/src/head.ts 'head(); // whoever' '// reads it'
offends 'a private word after an expression' 'callers' viewer/src/head.ts 'test(/[/"]/); // whoever'
offends 'a private word of a test of the page' 'infinite' viewer/src/head.test.ts '/** A mass without' ' * end. */'
offends 'a private word of a Python comment' 'callers' python/test/test_cars.py 'run()  # for whoever'
offends 'a private word over Python comments' 'infinite' tools/run.py '# A mass without' '# end.'
offends 'a private word of a shell comment' 'callers' tools/run.sh '#!/bin/sh' '# For whoever runs it.'
offends 'a private word of a CMake comment' 'callers' CMakeLists.txt '# For whoever builds it.'
offends 'a long sentence of a C comment' 'of 31 words' src/io/read.c "/* A $ten" " * $ten $ten. */"
offends 'a long sentence of a comment at a line' 'of 31 words' test/io/test_read.c "int a; /* A $ten $ten $ten. */"
offends 'a long sentence of a script comment' 'of 31 words' viewer/src/head.ts "// A $ten" "// $ten $ten."
offends 'a long sentence of a docstring' 'of 31 words' tools/run.py "\"\"\"A $ten" "$ten $ten.\"\"\""
offends 'a long sentence of a Python comment' 'of 31 words' tools/run.py "# A $ten" "# $ten $ten."
offends 'a long sentence of a shell comment' 'of 31 words' dev "# A $ten" "# $ten $ten."
offends 'a note of a header' 'without a subject' include/kamm/cars.h '/* Of a wheel: its load. */'
offends 'a note of the package' 'without a subject' wasm/src/types.ts '/** Who asks for the ground. */'
