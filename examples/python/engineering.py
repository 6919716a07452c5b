"""What a rear anti-roll bar does to a car: one value of a step steer over the whole range, and a lane change to look at."""

import sys

import kamm

folder = sys.argv[1] if len(sys.argv) > 1 else "."
car = kamm.load("volvo-v40")
bar = "axles[1].suspension.anti_roll_bar_n_per_m"
print(car[bar], car.field(bar).unit, car.field(bar).doc)

table = kamm.sweep("step-steer", car, vary={bar: (0, 4e4, 41)})
table.to_csv(f"{folder}/bars.csv")
for name in ("steady_roll_deg", "overshoot_yaw_percent"):
    print(name, table[name][0], "to", table[name][-1], table.units[name])

sine = kamm.run("sine-dwell", car)
print(sine)
assert sine.log is not None
sine.log.save(f"{folder}/sine-dwell.csv")
