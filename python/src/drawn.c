/* Data for a picture of a car from above. */
#include "core.h"

#include <math.h>

/* [(x_m, y_m, yaw_rad, radius_m, width_m, slip)] of a car's wheels, from above; slip ratio and angle together. */
static PyObject *wheels_of(const kamm_cars *cars, int car, const kamm_model_info *info)
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    PyObject *list = PyList_New(0);
    kamm_read_pose(cars, car, 1, NULL, wheels);
    for (int w = 0; list && w < info->wheel_count; ++w) {
        const double *at = wheels[w].pose.position_m, *q = wheels[w].pose.orientation;
        double yaw_rad =
            atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
        PyObject *item = Py_BuildValue(
            "(dddddd)", at[0], at[1], yaw_rad, info->wheel_radius_m[w], info->wheel_width_m[w],
            hypot(kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_ratio),
                  kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_angle_rad)));
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

int kamm_append_drawn(PyObject *list, const kamm_cars *cars, int car)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double middle_m = info.cg_behind_front_axle_m + info.front_overhang_m - info.length_m / 2;
    PyObject *item = Py_BuildValue("(ddddddN)", kamm_read(cars, car, KAMM_CHANNEL_x_m),
                                   kamm_read(cars, car, KAMM_CHANNEL_y_m),
                                   kamm_read(cars, car, KAMM_CHANNEL_yaw_rad), info.length_m,
                                   info.width_m, middle_m, wheels_of(cars, car, &info));
    int result = item ? PyList_Append(list, item) : -1;
    Py_XDECREF(item);
    return result;
}
