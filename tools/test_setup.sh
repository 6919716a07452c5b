#!/bin/sh
# ./kamm on machines that lack what it needs: played with a PATH that holds a few tools only.
set -eu
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/source"
cp -r "$tools/../kamm" "$tools" "$place/source"
for tool in sh env dirname uname id mkdir cat grep rm; do
    ln -s "$(command -v $tool)" "$place/bin"
done

# fake NAME LINE…: a tool that does what the lines say.
fake()
{
    name=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$place/bin/$name"
    chmod +x "$place/bin/$name"
}

# fails_with WORDS…: ./kamm must fail, without a terminal, and say all of these.
fails_with()
{
    if said=$(PATH=$place/bin KAMM_INSTALL=${install:-} "$place/source/kamm" lab 2>&1 </dev/null); then
        echo "it did not fail, and said: $said" && exit 1
    fi
    for words; do
        case $said in
        *"$words"*) ;;
        *) echo "it did not say '$words' but: $said" && exit 1 ;;
        esac
    done
}

fake true
rm "$place/bin/id" && fake id 'echo 1000'
fails_with 'cmake ninja-build pkg-config libcjson-dev libpng-dev' '(to build the libraries and the command)' \
    'please install them by their names on this system'
fake apt-get "echo apt-get \"\$@\" >>$place/calls" 'case $* in *update) ;; *) exit 100 ;; esac'
fails_with 'as root: apt-get install' libcjson-dev
fake sudo "echo sudo \"\$@\" >>$place/calls" 'echo by sudo' '[ "$1" != -n ] || shift' 'exec "$@"'
install=no
fails_with 'nothing is installed, as KAMM_INSTALL=no' 'apt-get install gcc' '(to build the libraries and the command)'
[ ! -e "$place/calls" ] || { echo "KAMM_INSTALL=no called: $(cat "$place/calls")" && exit 1; }
install=
fails_with 'by sudo' 'installing them' 'failed; the messages are above' cmake
grep -q 'apt-get .*update' "$place/calls"
grep -q 'apt-get .*install .*-y.* cmake ninja-build pkg-config libcjson-dev libpng-dev' "$place/calls"
# There is no terminal to enter a password: sudo must not ask.
! grep '^sudo ' "$place/calls" | grep -v '^sudo -n ' || { echo 'sudo may ask without a terminal' && exit 1; }
fake sudo 'exit 1'
fails_with 'have to be installed as root: apt-get install'
fake sudo '[ "$1" != -n ] || shift' 'exec "$@"'
fake apt-get 'exit 0'
fails_with 'apt-get has installed' 'not found'

# A test that can't run is skipped for a user and fails in CI, where the tool is missing or the test says so.
# ends_with STATUS "GROUP…" COMMAND…
ends_with()
{
    expected=$1 status=0
    shift
    PATH=$place/bin "$place/source/tools/run_check.sh" "$@" >"$place/said" 2>&1 || status=$?
    [ "$status" = "$expected" ] || { echo "run_check.sh $* ended with $status: $(cat "$place/said")" && exit 1; }
}

unset CI
ends_with 0 '' true
ends_with 77 aarch64 true
grep -q 'gcc-aarch64-linux-gnu qemu-user.* (to test the bits on 64-bit Arm)' "$place/said"
ends_with 77 '' sh -c 'exit 77'
ends_with 3 '' sh -c 'exit 3'
CI=true
export CI
ends_with 0 '' true
ends_with 1 aarch64 true
ends_with 1 '' sh -c 'exit 77'
