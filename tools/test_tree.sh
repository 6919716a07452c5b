# Shared code of tests in a made-up tree, or in a changed copy of this one. It is sourced; then `root` is the folder of
# the source tree, `tools` that of its tools, and `tree` an empty folder, which goes with the shell.
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$tools")
. "$tools/setup.sh"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# write FILE LINE…: into the tree.
write()
{
    mkdir -p "$tree/$(dirname "$1")"
    file=$1
    shift
    printf '%s\n' "$@" >"$tree/$file"
}

# copy_tree PART…: of the source tree; the working folder is then the copy.
copy_tree()
{
    for part; do cp -r "$root/$part" "$tree"; done
    cd "$tree"
    : >"$tree/before"
}

# changes COUNT WHAT: so many files of the copy have been changed or added since the call before, or since it was copied.
changes()
{
    changed=$(find . -newer before -type f | sort)
    : >before
    echo "$2:" $changed
    [ "$(echo "$changed" | wc -l)" = "$1" ] || fail "$2 is to change $1 files"
}
