#!/bin/sh
# Runs one of the numbered examples and checks its output against what physics allows. Also fails if it is too long
# for a newcomer.
#
# Usage: tools/test_example.sh BUILD NAME
set -eu
build=$1 name=$2
said=$(mktemp)
trap 'rm -f "$said"' EXIT

fail()
{
    cat "$said"
    echo "$name: not so: $*" >&2
    exit 1
}

# runs [ARGUMENT…]
runs()
{
    "$build/examples/$name" "$@" >"$said" 2>&1 || fail "exit status 0, it is $?"
}

# refuses STATUS WORDS ARGUMENT…: with that exit status, and a message that has the words.
refuses()
{
    expected=$1 words=$2 status=0
    shift 2
    "$build/examples/$name" "$@" >"$said" 2>&1 || status=$?
    [ "$status" = "$expected" ] || fail "exit status $expected, it is $status"
    grep -qF "$words" "$said" || fail "a message with '$words'"
}

# holds WHAT EXPRESSION [FIRST LAST]: awk's, of words v[line, column]; on each line r from FIRST to LAST, or once.
holds()
{
    awk -F '[ ,]+' -v first="${3:-1}" -v last="${4:-1}" '
        function near(a, b, within) { return a - b <= within && b - a <= within }
        { sub(/^ +/, ""); for (i = 1; i <= NF; ++i) v[NR, i] = $i }
        END { for (r = first; r <= last; ++r) if (NR < last || !('"$2"')) exit 1 }' "$said" || fail "$1"
}

[ "$(wc -l <"$(dirname "$0")/../examples/$name.c")" -lt 80 ] || fail 'it has less than 80 lines'

case $name in
01_one_car) # time, speed, way, gear, rpm
    runs
    holds 'a line each second' 'v[r, 1] == r - 1' 2 11
    holds 'it gets faster' 'v[r, 2] > v[r - 1, 2]' 3 11
    holds 'speeds and ways agree' 'near(v[r, 3] - v[r - 1, 3], (v[r, 2] + v[r - 1, 2]) / 2, 0.5)' 3 11
    holds 'a small car does 15 to 35 m/s after 10 s' 'v[11, 2] > 15 && v[11, 2] < 35 && v[11, 4] > 1'
    holds 'its engine turns faster than idle and not beyond its limiter' 'v[r, 5] > 800 && v[r, 5] < 7000' 2 11
    ;;
02_inputs) # time, x, y, yaw, gear, speed, roll, ax, ay, loads; half a second a line
    runs
    holds 'the header' 'v[1, 6] == "forward_speed_mps" && v[1, 13] == "wheels[3].load_n"'
    holds 'a line each half second' 'v[r, 1] == (r - 2) / 2' 2 42
    holds 'it weighs 1050 kg' 'near(v[2, 10] + v[2, 11] + v[2, 12] + v[2, 13], 1050 * 9.80665, 20)'
    holds 'its wheels carry that at all times, but for 6 %' \
        'near(v[r, 10] + v[r, 11] + v[r, 12] + v[r, 13], 1050 * 9.80665, 620)' 2 42
    holds 'speeds and ways agree' 'near(sqrt((v[r, 2] - v[r - 1, 2]) ^ 2 + (v[r, 3] - v[r - 1, 3]) ^ 2),
        sqrt((v[r, 6] + v[r - 1, 6]) ^ 2) / 4, 0.3)' 3 42
    holds 'it stays in first gear' 'v[r, 5] == 1' 2 8
    holds 'in the left bend it leans and leans on its right wheels' \
        'v[r, 7] > 0.01 && v[r, 11] > 1.2 * v[r, 10] && v[r, 13] > 1.2 * v[r, 12]' 16 20
    holds 'it is pulled to the left by speed times yaw rate' \
        'near(v[r, 9], v[r, 6] * 2 * (v[r, 4] - v[r - 1, 4]), 0.2)' 17 20
    holds 'it brakes' 'v[r, 8] < -3' 21 23
    holds 'it stands' 'near(v[28, 6], 0, 0.01)'
    holds 'it backs up' 'v[r, 5] == -1 && v[r, 6] < -0.1' 30 34
    holds 'it stays parked' 'near(v[r, 6], 0, 0.01) && near(v[r, 2], v[42, 2], 0.005)' 38 42
    ;;
03_vehicle_file) # mass kg time s
    runs
    holds 'an M3 takes 4.5 to 6 s to 100 km/h' 'v[2, 1] == 1570 && v[2, 3] > 4.5 && v[2, 3] < 6'
    holds '400 kg more make it slower, by no more than the mass' \
        'v[3, 1] == 1970 && v[3, 3] > v[2, 3] && v[3, 3] < v[2, 3] * 1970 / 1570'
    runs nissan-micra engine.limiter_rpm 4500
    holds 'a Micra that may not rev is slower' 'v[2, 3] > 10 && v[2, 3] < 16 && v[3, 3] > v[2, 3]'
    refuses 1 'did you mean "limiter_rpm"?' nissan-micra engine.limitr_rpm 4500
    refuses 1 'allowed: 0.01 to 20 m' nissan-micra body.cg_height_m 1e9
    refuses 1 'no such name in' nisan
    refuses 2 'usage:' nissan-micra payload.mass_kg
    ;;
04_rungs) # rung, x, y, speed, yaw rate, roll, load
    runs
    holds 'kinematic turns as its wheels point' 'near(v[2, 5], v[2, 4] * 0.4 / 16 / 2.5, 0.02) && v[2, 6] == 0'
    holds '3 s at 20 m/s in a bend' 'v[r, 2] > 50 && v[r, 2] < 60 && v[r, 3] > 10 && v[r, 3] < 22' 2 6
    holds 'tyres that slip turn less, and alike' 'v[r, 5] < v[2, 5] && near(v[r, 5], v[6, 5], 0.03)' 3 6
    holds 'the upper two lean on the outer wheels' 'v[r, 6] > 0.5 && v[r, 6] < 3 && v[r, 7] > 1.1 * v[2, 7]' 5 6
    holds 'no jump' 'v[7, 1] == "handed" && near(v[7, 3], v[4, 2], 0.02) && near(v[7, 4], v[4, 3], 0.02) &&
        near(v[7, 5], v[4, 4], 0.02) && near(v[7, 6], v[4, 5], 0.002)'
    holds 'a second later it drives as the full car' 'near(v[8, 7], v[6, 5], 0.01) && near(v[8, 8], v[6, 6], 0.2)'
    ;;
05_many_cars) # payload, speed; hashes
    runs
    holds 'a car in six' 'v[r, 1] == 100 * (r - 2)' 2 7
    holds 'payload costs speed' 'v[r, 2] < v[r - 1, 2] && v[r, 2] > 10' 3 7
    holds 'the same bits' 'v[9, 1] == v[10, 1] && length(v[9, 1]) == 16'
    holds 'other bits' 'v[11, 1] != v[9, 1]'
    ;;
06_ground) # what, way; time, x, height, speed
    runs
    holds 'v^2 / 2 mu g with mu of 1 to 1.3 on dry asphalt' 'v[2, 3] > 400 / 25.5 && v[2, 3] < 400 / 19.6'
    holds 'less uphill, by its share of gravity' 'near(200 / v[3, 6] - 200 / v[2, 3], 0.98, 0.15)'
    holds 'some ten times as much on ice' 'v[4, 2] > 7 * v[2, 3] && v[4, 2] < 12 * v[2, 3]'
    holds 'the car stands in the bowl' 'near(v[r, 3] - v[6, 3], v[r, 2] ^ 2 / 200, 0.1)' 6 18
    holds 'it climbs nearly as high as it can' 'v[11, 3] - v[6, 3] > 4.5 && v[11, 3] - v[6, 3] < 100 / 2 / 9.80665'
    holds 'and rolls back' 'v[r, 4] < 0' 12 18
    holds 'it loses energy, with 4 % of what moves in the wheels'\'' spin' \
        '0.52 * v[r, 4] ^ 2 + 9.80665 * v[r, 3] < 0.52 * v[r - 1, 4] ^ 2 + 9.80665 * v[r - 1, 3]' 7 18
    ;;
07_world) # time, car 0, car 1, approach, impulse
    runs
    holds 'two equal cars meet: (1 + e) m v / 2' 'v[2, 2] == "car" && v[2, 4] == "car" &&
        near(v[2, 7], 1.1 * 1050 * v[2, 6] / 2, 100)'
    holds 'at the time that 12 m/s take' 'v[2, 1] > 1.2 && v[2, 1] < 1.6'
    holds 'the wall takes (1 + e) m v' 'v[4, 4] == "static" && near(v[4, 7], 1.1 * 1050 * v[4, 6], 600)'
    holds 'the cone is light' 'v[3, 4] == "dynamic" && v[3, 7] < 50'
    tail -n 2 "$said" | awk '{ end[NR] = $5 } $8 > 0.2 || $8 < -0.2 { exit 1 }
        END { exit !(end[2] < 59.5 && end[2] > 56 && end[1] < end[2] - 3) }' || fail 'they stand in a row at the wall'
    ;;
08_hosted) # time, x, y, own x, y
    runs
    holds 'it drives' 'v[r, 2] > v[r - 1, 2] && v[r, 3] > v[r - 1, 3]' 3 11
    holds 'as Kamm'\''s own' 'near(v[r, 2], v[r, 4], 0.0025) && near(v[r, 3], v[r, 5], 0.0025)' 2 8
    holds 'until it is struck to the left' 'v[r, 3] > v[r, 5] + 0.2' 9 11
    ;;
09_linear) # speed, frequency, damping; time, forecast, car
    runs
    holds 'a road car yaws at 1 to 5 Hz' 'v[r, 3] > 1 && v[r, 3] < 5' 1 3
    holds 'slower at speed' 'v[r, 3] < v[r - 1, 3]' 2 3
    holds 'less and less damped' 'v[1, 6] > 0.9 && v[r, 6] < v[r - 1, 6] && v[r, 6] > 0.3' 2 3
    holds 'the forecast is the car, to 1 %' 'v[r, 4] > 0.01 && near(v[r, 4] / v[r, 7], 1, 0.01)' 4 8
    ;;
10_rollout) # time, x, y of a car that has something 60 m ahead of it
    runs
    holds 'a line each tenth of a second' 'near(v[r, 1], (r - 1) / 10, 0.01)' 1 61
    holds 'it drives on' 'v[r, 2] - v[r - 1, 2] > 1.4 && v[r, 2] - v[r - 1, 2] < 2.1' 2 61
    holds 'past the obstacle, at 2.9 m or more' 'sqrt((v[r, 2] - 60) ^ 2 + v[r, 3] ^ 2) > 2.9' 1 61
    holds 'and no farther aside than that takes' 'near(v[r, 3], 0, 4)' 1 61
    holds 'it is in the middle of its lane before and after' 'near(v[r, 3], 0, 0.1) && near(v[r + 47, 3], 0, 0.4)' 1 14
    ;;
11_trailer) # 4: articulation, 10: pull, 14: load on the hitch
    runs
    holds 'a road car pulls it straight' 'near(v[r, 4], 0, 0.01) && v[r, 10] > 100' 1 2
    holds 'it lags behind to the right in a turn to the left' 'v[r, 4] < -1.5' 3 9
    holds 'it pushes under the brakes' 'v[r, 10] < -1500 && v[r, 14] > v[1, 14] + 100' 6 7
    holds 'nothing is left of it in the hitch' 'v[r, 10] == 0 && v[r, 14] == 0' 8 9
    ;;
12_control) # yaw rates: of a neutral car, without and with its control unit
    runs
    holds 'the car understeers' 'v[3, 3] > 0.15 && v[3, 3] < 0.8 * v[2, 3]'
    holds 'and less with motors at its rear wheels' 'v[4, 3] > 1.15 * v[3, 3] && v[4, 3] < v[2, 3]'
    ;;
13_push) # height; impulse, way; acceleration, speed
    runs
    holds 'v^2 / 2 g, and what the springs give' 'v[1, 3] == 5 && v[1, 9] > 1.27 && v[1, 9] < 1.4'
    holds 'what is left of it slides to a halt' 'v[2, 6] > 0.2 && v[2, 6] < 1'
    holds 'its wheels turn along' 'v[3, 11] < 3 && v[3, 11] > 2.7'
    ;;
14_correct) # time, x, y, how far off
    runs
    holds 'it is 2 m behind, less a fifth' 'v[1, 12] > 1.5 && v[1, 12] < 1.8'
    holds 'it comes nearer' 'v[2, 12] < 0.3'
    holds 'and stays there' 'v[r, 12] < 0.05' 3 7
    holds 'the server swerves' 'v[7, 8] > 3'
    ;;
15_joints) # time, angle of the gate, force of the rope, speeds
    runs
    holds 'the gate opens at 0.6 rad/s, to 1.5 rad' 'near(v[3, 2] - v[2, 2], 0.6, 0.01) && near(v[r, 2], 1.5, 0.001)' 4 9
    holds 'the towed car follows' 'near(v[r, 4], v[r, 5], 0.05)' 7 9
    holds 'the rope accelerates its mass' 'near(v[r, 3], 1200 * (v[r, 5] - v[r - 1, 5]), 200)' 7 9
    ;;
16_traffic) # time, ways of seven cars
    runs
    holds 'the slow car keeps to its 9 m/s' 'near(v[r + 1, 2] - v[r, 2], 135, 2)' 3 6
    holds 'all others overtake it, also the one that had to turn round' \
        'v[7, 3] > 1500 && v[7, 4] > 1500 && v[7, 5] > 1300 && v[7, 6] > 1500 && v[7, 7] > 1500 && v[7, 8] > 1500'
    holds 'the faster ones are further at the end' 'v[7, 8] > v[7, 7] && v[7, 7] > v[7, 6]'
    holds 'they pass the standing car and each other without a touch' 'v[8, 2] == 0'
    holds 'one turned round' 'v[8, 5] == 1'
    ;;
17_debug_draw) # lines, part
    runs "$said.svg"
    trap 'rm -f "$said" "$said.svg"' EXIT
    holds 'boxes of the car, the gate and the crates have twelve edges each' 'v[1, 1] % 12 == 0 && v[1, 1] >= 48'
    holds 'four wheels: a circle of 24 lines and a spoke each, a square and its normal' 'v[2, 1] == 100 && v[3, 1] == 20'
    holds 'three arrows and a friction circle for each' 'v[4, 1] == 36 && v[5, 1] == 96'
    holds 'crosses of three lines for the car and three bodies' 'v[6, 1] == 12'
    holds 'the upper crate touches the lower one' 'v[7, 1] >= 1'
    holds 'of the hinge its end, both halves of its axis, and its force' 'v[9, 1] == 4'
    holds 'eight points of the body' 'v[10, 1] == 24'
    [ "$(grep -c '<path' "$said.svg")" = "$(awk '{ sum += $1 } END { print sum }' "$said")" ] || fail 'the picture has all lines'
    ;;
18_level_of_detail) # time, full cars, changes, nearest, farthest full car
    runs
    holds 'all slots of full are in use' 'v[r, 2] == 20' 2 7
    holds 'the camera moves on, and cars change' 'v[r + 1, 3] - v[r, 3] > 10' 2 6
    holds 'the nearest cars are on full' 'v[r, 5] < 60' 2 7
    ;;
19_recording) # frame, time, places of four cars, as the file has them
    runs "$said.kammrec"
    trap 'rm -f "$said" "$said.kammrec"' EXIT
    holds 'a line each second' 'near(v[r, 2], r - 1, 0.001) && v[r, 1] == 60 * (r - 1) - 1' 2 9
    holds 'all drive at 12 m/s and faster' 'near(v[2, 3], 13, 2) && near(v[2, 3] - v[2, 4], 9, 0.5)'
    holds 'they end behind each other, nearer than they began' 'v[9, 3] > v[9, 4] && v[9, 4] > v[9, 5] && v[9, 3] - v[9, 5] < 17'
    holds 'some kilobytes a second' "$(wc -c <"$said.kammrec") < 8 * 60 * (4 * 95 + 6 * 25 + 30) + 9000"
    ;;
*) fail 'there is no such example here' ;;
esac
