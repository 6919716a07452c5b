/* Channel aliases: words that people try for a channel.
 *
 *     CAR(word, channel)      a channel of a car (KAMM_CHANNELS)
 *     WHEEL(word, channel)    a channel of a wheel (KAMM_WHEEL_CHANNELS)
 *
 * Messages about an unknown name and `kamm catalog` offer the channel. Words are in lower case and without a unit. A
 * unit at the end, `-` for `_` and capitals are understood. */
#ifndef KAMM_CHANNEL_ALIASES_H
#define KAMM_CHANNEL_ALIASES_H

#define KAMM_CHANNEL_ALIASES(CAR, WHEEL)                \
    CAR(ax, acceleration_x_mps2)                        \
    CAR(a_x, acceleration_x_mps2)                       \
    CAR(accel_x, acceleration_x_mps2)                   \
    CAR(acceleration, acceleration_x_mps2)              \
    CAR(forward_acceleration, acceleration_x_mps2)      \
    CAR(longitudinal_acceleration, acceleration_x_mps2) \
    CAR(long_g, acceleration_x_mps2)                    \
    CAR(ay, acceleration_y_mps2)                        \
    CAR(a_y, acceleration_y_mps2)                       \
    CAR(accel_y, acceleration_y_mps2)                   \
    CAR(lateral_acceleration, acceleration_y_mps2)      \
    CAR(lat_g, acceleration_y_mps2)                     \
    CAR(lateral_g, acceleration_y_mps2)                 \
    CAR(g_force, acceleration_y_mps2)                   \
    CAR(az, acceleration_z_mps2)                        \
    CAR(a_z, acceleration_z_mps2)                       \
    CAR(accel_z, acceleration_z_mps2)                   \
    CAR(vertical_acceleration, acceleration_z_mps2)     \
    CAR(speed, speed_mps)                               \
    CAR(velocity, speed_mps)                            \
    CAR(v, speed_mps)                                   \
    CAR(vx, forward_speed_mps)                          \
    CAR(longitudinal_speed, forward_speed_mps)          \
    CAR(vy, lateral_speed_mps)                          \
    CAR(vz, vertical_speed_mps)                         \
    CAR(ground_speed, speed_over_ground_mps)            \
    CAR(airspeed, air_speed_mps)                        \
    CAR(beta, sideslip_rad)                             \
    CAR(slip_angle, sideslip_rad)                       \
    CAR(heading, yaw_rad)                               \
    CAR(yaw_rate, yaw_rate_radps)                       \
    CAR(yaw_velocity, yaw_rate_radps)                   \
    CAR(rpm, engine_radps)                              \
    CAR(engine_speed, engine_radps)                     \
    CAR(engine_rpm, engine_radps)                       \
    CAR(steering, steering_wheel_rad)                   \
    CAR(steering_angle, steering_wheel_rad)             \
    CAR(accelerator, throttle)                          \
    WHEEL(fx, longitudinal_force_n)                     \
    WHEEL(fy, lateral_force_n)                          \
    WHEEL(fz, load_n)                                   \
    WHEEL(mz, aligning_moment_nm)                       \
    WHEEL(vertical_force, load_n)                       \
    WHEEL(normal_force, load_n)                         \
    WHEEL(kappa, slip_ratio)                            \
    WHEEL(slip, slip_ratio)                             \
    WHEEL(alpha, slip_angle_rad)                        \
    WHEEL(gamma, camber_rad)                            \
    WHEEL(omega, spin_radps)                            \
    WHEEL(wheel_speed, spin_radps)                      \
    WHEEL(rpm, spin_radps)

#endif
