#!/bin/sh
# Drives examples/topdown.c by key presses, on a display of its own, and looks at its pictures. It
# waits for what the window's title says, not for times, so that a slow machine may be slow.
#
# Usage: tools/test_topdown.sh BUILD
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=$1
place=$(mktemp -d)
server= program=
trap 'kill $server $program 2>/dev/null || true; rm -rf "$place"' EXIT
cd "$source"

fail()
{
    echo "topdown: $*" >&2
    exit 1
}

for need in Xvfb xdotool "$build/examples/topdown" "$build/test/topdown_picture"; do
    command -v "$need" >/dev/null || fail "$need is missing (libsdl2-dev, xvfb, xdotool)"
done

# fails_with WORDS COMMAND…: exit status 1, and a message that has the words.
fails_with()
{
    words=$1 status=0
    shift
    said=$("$@" 2>&1) || status=$?
    [ "$status" = 1 ] || fail "$* ended with $status"
    case $said in
    *"$words"*) ;;
    *) fail "$* said: $said" ;;
    esac
}

# start OPTION…: the program, and $window.
start()
{
    "$build/examples/topdown" "$@" >"$place/state" 2>"$place/messages" &
    program=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --pid "$program" | head -n 1)
    [ -n "$window" ] || fail "no window came: $(cat "$place/messages")"
}

# "RUNG KMH GEAR RPM METRES" of the window's title: "BMW M3 (E46, 2001), full, 92 km/h, gear 2, …".
driving()
{
    xdotool getwindowname "$window" 2>/dev/null |
        sed -n 's/.*, \([a-z0-9_]*\), \([0-9]*\) km.h, gear \([-0-9]*\), \([0-9]*\) rpm, \([0-9]*\) m.*/\1 \2 \3 \4 \5/p'
}

# wait_until CONDITION, for awk, of rung, kmh, gear, rpm and metres.
wait_until()
{
    end=$(($(date +%s) + 120))
    until driving | awk "{ rung = \$1; kmh = \$2; gear = \$3; rpm = \$4; metres = \$5; met = ($1) } END { exit !met }"; do
        kill -0 "$program" || fail "it ended before $1: $(cat "$place/messages")"
        [ "$(date +%s)" -lt "$end" ] || fail "waited in vain for $1: $(driving)"
        sleep 0.05
    done
}

# The name in the title.
car()
{
    xdotool getwindowname "$window" 2>/dev/null | sed 's/, [a-z0-9_]*, [0-9]* km.h.*//'
}

# press_tab: until the title names another car.
press_tab()
{
    before=$(car) end=$(($(date +%s) + 120))
    xdotool key Tab
    until [ "$(car)" != "$before" ]; do
        [ "$(date +%s)" -lt "$end" ] || fail "after Tab it is still the $before"
        sleep 0.05
    done
}

# drives_on METRES
drives_on()
{
    wait_until "metres >= $(driving | awk -v more="$1" '{ print $5 + more }')"
}

# finish LENGTH WIDTH NOSE [forces], in metres: ends the program, looks at the picture of a car of that size.
finish()
{
    xdotool key Escape
    wait "$program" || fail "it ended badly: $(cat "$place/messages")"
    program=
    cat "$place/state"
    "$build/test/topdown_picture" "$place/picture.bmp" "$@" <"$place/state"
}

# ended WORDS…: awk's condition of the last state: rung, driven, x, y, heading and speed.
ended()
{
    sed -n 's/^\([^ ]*\) \([^:]*\): \([^ ]*\) m driven, at \([^ ]*\) \([^ ]*\) m, heading \([^ ]*\) rad, \([^ ]*\) m.*/\1 \2 \3 \4 \5 \6 \7/p' "$place/state" |
        awk "{ car = \$1; rung = \$2; driven = \$3; x = \$4; y = \$5; heading = \$6; speed = \$7
               met = ($1) } END { exit !met }" || fail "not so at the end: $1"
}

SDL_VIDEODRIVER=x11 SDL_RENDER_DRIVER=software DISPLAY=:none
export SDL_VIDEODRIVER SDL_RENDER_DRIVER DISPLAY
fails_with 'no-such-car' "$build/examples/topdown" no-such-car
fails_with 'no rung hexapod' "$build/examples/topdown" --rung hexapod
fails_with '[CAR]' "$build/examples/topdown" bmw-m3-e46 --fast
fails_with 'no window' "$build/examples/topdown"

# -noreset: the display outlives its first window.
Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 -nolisten tcp 3>"$place/display" 2>"$place/server" &
server=$!
until [ -s "$place/display" ]; do
    kill -0 "$server" || fail "no display: $(cat "$place/server")"
    sleep 0.1
done
DISPLAY=:$(cat "$place/display")

# All rungs, one after the other, while driving; then a turn to the left.
start bmw-m3-e46 --picture "$place/picture.bmp"
xdotool keydown Up
wait_until 'kmh >= 30'
number=0
for rung in kinematic rigid2d single_track double_track full; do
    number=$((number + 1))
    xdotool key "$number"
    wait_until "rung == \"$rung\""
    drives_on 10
done
xdotool keyup Up keydown Left
drives_on 60
finish 4.492 1.78 2.122
ended 'car == "bmw-m3-e46" && rung == "full" && driven > 80 && speed > 5'
ended 'x > 60 && y > 0 && heading > 0.15 && heading < 3.1'
[ ! -s "$place/messages" ] || fail "it said: $(cat "$place/messages")"

# Debug draw over the car, standing.
xdotool keyup Left
start bmw-m3-e46 --picture "$place/picture.bmp"
xdotool key f
wait_until 'rpm > 0'
finish 4.492 1.78 2.122 forces

# Brake, then reverse, by the same key.
start nissan-micra --picture "$place/picture.bmp"
xdotool keydown w
wait_until 'kmh >= 15'
xdotool keyup w keydown Down
wait_until 'gear == -1 && kmh >= 3'
finish 3.78 1.665 1.743
ended 'speed < -0.5'

# Each rung turns left.
xdotool keyup Down
for rung in kinematic rigid2d single_track double_track full; do
    start bmw-m3-e46 --rung "$rung" --picture "$place/picture.bmp"
    xdotool keydown Up
    wait_until 'kmh >= 50'
    xdotool keydown a
    drives_on 10
    finish 4.492 1.78 2.122
    xdotool keyup Up keyup a
    ended "rung == \"$rung\" && driven > 20 && heading > 0.1 && y > -2"
done

# The next cars, and back to the start.
start bmw-m3-e46 --picture "$place/picture.bmp"
xdotool keydown w keydown d
wait_until 'metres >= 5'
press_tab
until car | grep -q '^Ford Transit'; do
    press_tab
done
xdotool keyup w keyup d key r
finish 6.704 2.059 2.786
ended 'car == "ford-transit-minibus" && rung == "full" && x^2 + (y + 2)^2 < 1'

# A number of frames ends it without a key.
"$build/examples/topdown" --frames 20 --rung rigid2d | grep -q '^bmw-m3-e46 rigid2d: 0.00 m driven' ||
    fail '--frames 20 did not end well'
echo 'topdown: all rungs driven'
