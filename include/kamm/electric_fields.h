/* The tables of electric motors, the battery and the power split. vehicle_fields.h says how a table is written, and has all the others. */
#ifndef KAMM_ELECTRIC_FIELDS_H
#define KAMM_ELECTRIC_FIELDS_H

#define KAMM_MOTOR_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                  \
    NUMBER(peak_nm, "N.m", 0, 0, 4e5, "Most torque, from standstill to the base speed; 0: the axle has no motor")\
    NUMBER(power_w, "W", 100000, 0.003, 3e8,                                                            \
           "Most power, held from the base speed power_w / peak_nm on (field weakening), with the battery at "\
           "nominal_v; in proportion to the voltage")                                               \
    NUMBER(weak_radps, "rad/s", 0, 0, 30000,                                                          \
           "Speed from which on the power falls with the inverse of the speed; 0: it is held to the end")\
    NUMBER(max_radps, "rad/s", 1500, 6, 30000, "Highest speed; above it there is no torque")         \
    NUMBER(ratio, "1", 9, 0.1, 100, "Motor speed over the speed of the axle's differential")        \
    NUMBER(efficiency, "1", 0.97, 0.3, 1, "Of the gears between motor and wheels")                  \
    NUMBER(inertia_kgm2, "kg.m2", 0.04, 3e-8, 10000, "Rotor and what turns with it")                  \
    NUMBER(response_s, "s", 0.02, 0, 8, "Time constant of the torque after the demand")             \
    NUMBER(shaft_stiffness_nm_per_rad, "N.m/rad", 8000, 0.1, 4e7,                                   \
           "Twist stiffness of the axle's drive shafts together, at the wheels")                    \
    NUMBER(shaft_damping_nms_per_rad, "N.m.s/rad", 40, 0, 7e6, "Damping of that twist, at the wheels")\
    NUMBER(regen_share, "1", 1, 0, 1, "Most torque by which it brakes, of the most by which it drives; 0: none")\
    NUMBER(lift_share, "1", 0.1, 0, 1,                                                              \
           "Share of that torque by which it brakes with the accelerator released; 0: the car coasts")\
    NUMBER(brake_share, "1", 0, 0, 1,                                                               \
           "Share of the brake pedal's torque on this axle that the motor takes over from the friction brakes, as far "\
           "as it can (blending); 0: none")                                                         \
    NUMBER(copper_loss_w_per_n2m2, "W/(N2.m2)", 0.12, 0, 2e6,                                      \
           "Loss of motor and inverter per torque squared: the currents'")                          \
    NUMBER(iron_loss_nm, "N.m", 1.5, 0, 40000, "Loss per speed: the magnetisation's")                \
    NUMBER(windage_loss_nms2_per_rad2, "N.m.s2/rad2", 1e-6, 0, 100, "Loss per speed cubed: the air's")\
    NUMBER(idle_loss_w, "W", 150, 0, 3e6, "Loss at rest, without torque: the inverter's")           \
    NUMBER(heat_capacity_j_per_k, "J/K", 0, 0, 4e8,                                                 \
           "Of what the losses warm up; 0: the motor does not get warm. 10000 to 30000 in cars")    \
    NUMBER(cooling_w_per_k, "W/K", 100, 0, 3e6, "Heat that is taken away per degree above the coolant, with which it starts")\
    NUMBER(hot_k, "K", 60, 0, 1000, "Warmth above the coolant from which on the torque is taken back")\
    NUMBER(hottest_k, "K", 90, 0, 1000, "Warmth above the coolant at which no torque is left")

#define KAMM_BATTERY_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    NUMBER(capacity_j, "J", 0, 0, 4e14,                                                             \
           "Energy from full to empty at rest; 0: motors have all the power they ask for, at nominal_v")\
    NUMBER(nominal_v, "V", 350, 1, 10000, "Voltage at which the motors' figures hold")              \
    CURVE(voltage_curve, charge, "1", open_v, "V",                                                  \
          "Voltage without load against the charge, from 0 to 1; empty: nominal_v at any")          \
    NUMBER(resistance_ohm, "ohm", 0.08, 0, 100, "Inner resistance")                                  \
    NUMBER(charge, "1", 0.9, 0, 1, "State of charge at the start: 0 empty, 1 full")                 \
    NUMBER(discharge_w, "W", 0, 0, 3e9, "Most power that it gives; 0: what its resistance lets it give at 0.7 of its voltage")\
    NUMBER(charge_w, "W", 0, 0, 3e9, "Most power that it takes, by the motors' braking; 0: no limit")\
    NUMBER(auxiliary_w, "W", 300, 0, 3e7, "What the car uses beside its motors: electronics, pumps, heating")

/* Of a power split; generator: the motor on its sun. */
#define KAMM_GENERATOR_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    NUMBER(peak_nm, "N.m", 45, 0.0001, 4e5, "Most torque, either way")                                 \
    NUMBER(power_w, "W", 40000, 0.003, 3e8, "Most power, held from power_w / peak_nm on, with the battery at nominal_v")\
    NUMBER(weak_radps, "rad/s", 0, 0, 30000,                                                          \
           "Speed from which on the power falls with the inverse of the speed; 0: it is held to the end")\
    NUMBER(max_radps, "rad/s", 1400, 6, 30000, "Highest speed; the control keeps it below by the engine's speed")\
    NUMBER(inertia_kgm2, "kg.m2", 0.02, 3e-8, 1000, "Rotor and sun")                                  \
    NUMBER(response_s, "s", 0.02, 0, 8, "Time constant of the torque after the demand")             \
    NUMBER(copper_loss_w_per_n2m2, "W/(N2.m2)", 0.6, 0, 2e6, "Loss of generator and inverter per torque squared")\
    NUMBER(iron_loss_nm, "N.m", 0.6, 0, 40000, "Loss per speed: the magnetisation's")                \
    NUMBER(windage_loss_nms2_per_rad2, "N.m.s2/rad2", 3e-7, 0, 100, "Loss per speed cubed: the air's")\
    NUMBER(idle_loss_w, "W", 80, 0, 3e6, "Loss at rest, without torque: the inverter's")            \
    NUMBER(heat_capacity_j_per_k, "J/K", 0, 0, 4e8, "Of what the losses warm up; 0: it does not get warm")\
    NUMBER(cooling_w_per_k, "W/K", 100, 0, 3e6, "Heat that is taken away per degree above the coolant, with which it starts")\
    NUMBER(hot_k, "K", 60, 0, 1000, "Warmth above the coolant from which on the torque is taken back")\
    NUMBER(hottest_k, "K", 90, 0, 1000, "Warmth above the coolant at which no torque is left")

#define KAMM_POWER_SPLIT_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)            \
    NUMBER(sun_teeth, "1", 0, 0, 500, "Of the sun, on which the generator sits; 0: the car has no power split")\
    NUMBER(ring_teeth, "1", 78, 1, 2000, "Of the ring, which is geared to the axle that has a motor; the engine is on the carrier")\
    NUMBER(motor_per_ring, "1", 1, 0.1, 20, "Speed of the axle's motor over the ring's")            \
    CURVE(engine_speed_curve, power_w, "W", speed_radps, "rad/s",                                     \
          "Engine speed against the power asked of it: its line of best efficiency; to its most power")\
    NUMBER(start_w, "W", 8000, 0, 3e7, "Power asked of engine and battery, less what the charge lets the battery give, at which the engine starts")\
    NUMBER(stop_w, "W", 3000, -3e7, 3e7, "Power asked for at which the engine stops")                                  \
    NUMBER(electric_speed_mps, "m/s", 0, 0, 200,                                                    \
           "Speed above which the engine turns in any case; 0: where the generator needs it")       \
    NUMBER(charge_aim, "1", 0.6, 0, 1, "State of charge that the control aims at")                  \
    NUMBER(charge_gain_w, "W", 100000, 0, 3e9, "Power that the control asks for per charge that is missing from full")\
    NUMBER(charging_w, "W", 6000, 0, 3e7, "Most power that the control asks for to charge the battery")                  \
    NUMBER(discharging_w, "W", 6000, 0, 3e7, "Most power that the control leaves to the battery of what the driver asks for, above the aim")\
    GROUP(generator, generator, "The motor on the sun")

#endif
