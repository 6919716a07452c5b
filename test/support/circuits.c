#include "circuits.h"

#include "cars.h"

#include <math.h>

kamm_line *circuit_line(int number)
{
    enum { POINTS = 240 };
    static double points_m[POINTS][2];
    const double pi = 3.14159265358979;
    double radius_m = 160 + 26 * (number * 7 % CIRCUITS);
    for (int i = 0; i < POINTS; ++i) {
        double angle = 2 * pi * i / POINTS, r = radius_m;
        r += radius_m * 0.3 * cos(2 * angle + number);
        r += radius_m * 0.16 * (number % 3) / 2 * cos(3 * angle + 2.1 * number);
        r += radius_m * 0.05 * (number % 5) / 4 * cos((4 + number % 4) * angle + 0.7 * number);
        points_m[i][0] = r * cos(angle);
        points_m[i][1] = r * sin(angle);
    }
    kamm_path path = {
        .name = "circuit", .count = POINTS, .points_m = points_m, .width_m = 10, .closed = 1};
    kamm_error error;
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}
