#!/bin/sh
# Shows that check_names.sh can fail: a sound tree passes, each kind of stale name is found.
set -eu
. "$(dirname -- "$0")/test_tree.sh"

sound_tree()
{
    rm -rf "${tree:?}"/* "$tree/.github"
    write src/run/step.c 'int kamm_step(int KAMM_FULL) { return KAMM_FULL; }'
    write test/run/test_step.c 'int main(void) { return kamm_step(0); }'
    write CMakePresets.json '{"configurePresets": [{"name": "debug"}]}'
    write CMakeLists.txt 'add_executable(kamm_hash hash.c)'
    write .github/workflows/ci.yml 'run: cmake --preset debug && cmake --build b --target kamm_hash' '# docs/page.md'
    write docs/page.md 'Call `kamm_step` or `kamm_step()` with `KAMM_FULL` (`src/run/step.c`, `run/step.c`, `step.c`, `src/run/`, `test_step`).' \
        'Put yours into `test/FLOOR/test_TOPIC.c`; `./dev build` makes `build/made.c`; `kamm_st…` and `page_1` too.' \
        '```c' 'kamm_gone(`gone.c`);' '```'
}

# offends WHAT FILE LINE…: the check must name WHAT.
offends()
{
    what=$1
    shift
    sound_tree
    write "$@"
    if found=$(sh "$tools/check_names.sh" "$tree"); then
        echo "not found: $what" >&2
        exit 1
    fi
    case $found in
    *"the tree has no $what"*) ;;
    *)
        echo "wanted \"$what\", got: $found" >&2
        exit 1
        ;;
    esac
}

sound_tree
sh "$tools/check_names.sh" "$tree"
offends kamm_gone docs/other.md 'Call `kamm_gone`.'
offends KAMM_GONE docs/other.md 'Give `KAMM_GONE`.'
offends 'kamm_gon…' docs/other.md 'All `kamm_gon…` calls.'
offends take_contact docs/other.md 'It is in `take_contact`.'
offends test_gone docs/other.md 'Held by `test_gone`.'
offends gone.c docs/other.md 'It is in `gone.c`.'
offends src/run/gone.c README.md 'It is in `src/run/gone.c`.'
offends world/step.c docs/deep/other.md 'It is in `world/step.c`.'
offends src/gone/ docs/other.md 'It is in `src/gone/`.'
offends 'preset gone' .github/workflows/ci.yml 'run: cmake --preset gone'
offends 'target kamm_gone' .github/workflows/ci.yml 'run: cmake --build b --target kamm_gone'
offends docs/gone.md .github/workflows/ci.yml '# see docs/gone.md'
echo "stale names are found"
