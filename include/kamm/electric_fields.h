/* Electric fields: tables of electric motors, battery and power split. vehicle_fields.h describes the macros, and has
 * the other tables. */
#ifndef KAMM_ELECTRIC_FIELDS_H
#define KAMM_ELECTRIC_FIELDS_H

/* Parameters of an electric motor. */
#define KAMM_MOTOR_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                  \
    NUMBER(peak_nm, "N.m", 0, 0, 4e5, "Largest torque, from standstill to the base speed; 0: the axle has no motor") \
    NUMBER(power_w, "W", 100000, 0.003, 3e8,                                                        \
           "Largest power, constant from the base speed power_w / peak_nm on (field weakening), with the battery at " \
           "nominal_v; proportional to the voltage")                                                \
    NUMBER(weak_radps, "rad/s", 0, 0, 30000,                                                        \
           "Speed from which power falls with the inverse of the speed; 0: constant power to the highest speed") \
    NUMBER(max_radps, "rad/s", 1500, 6, 30000, "Highest speed; above it the motor has no torque")   \
    NUMBER(ratio, "1", 9, 0.1, 100, "Motor speed over the speed of the axle's differential")        \
    NUMBER(efficiency, "1", 0.97, 0.3, 1, "Efficiency of the gears between motor and wheels")       \
    NUMBER(inertia_kgm2, "kg.m2", 0.04, 3e-8, 10000, "Inertia of the rotor and all that turns with it") \
    NUMBER(response_s, "s", 0.02, 0, 8, "Time constant of the torque after the demand")             \
    NUMBER(shaft_stiffness_nm_per_rad, "N.m/rad", 8000, 0.1, 4e7,                                   \
           "Twist stiffness of the axle's drive shafts together, at the wheels")                    \
    NUMBER(shaft_damping_nms_per_rad, "N.m.s/rad", 40, 0, 7e6, "Damping of the drive shafts' twist, at the wheels") \
    NUMBER(regen_share, "1", 1, 0, 1, "Largest braking torque as a share of the largest drive torque; 0: none") \
    NUMBER(lift_share, "1", 0.1, 0, 1,                                                              \
           "Braking torque with released accelerator as a share of the largest braking torque; 0: the car coasts") \
    NUMBER(brake_share, "1", 0, 0, 1,                                                               \
           "Share of the brake pedal's torque on this axle that the motor takes from the friction brakes, within " \
           "its limits (blending); 0: none")                                                        \
    NUMBER(copper_loss_w_per_n2m2, "W/(N2.m2)", 0.12, 0, 2e6,                                       \
           "Loss of motor and inverter per torque squared, by currents")                            \
    NUMBER(iron_loss_nm, "N.m", 1.5, 0, 40000, "Loss per speed, by magnetisation")                  \
    NUMBER(windage_loss_nms2_per_rad2, "N.m.s2/rad2", 1e-6, 0, 100, "Loss per speed cubed, by air") \
    NUMBER(idle_loss_w, "W", 150, 0, 3e6, "Loss at rest without torque, of the inverter")           \
    NUMBER(heat_capacity_j_per_k, "J/K", 0, 0, 4e8,                                                 \
           "Heat capacity that the losses warm; 0: the motor stays cool. 10000 to 30000 in cars")   \
    NUMBER(cooling_w_per_k, "W/K", 100, 0, 3e6,                                                     \
           "Cooling power per kelvin above the coolant; the motor starts at the coolant's temperature") \
    NUMBER(hot_k, "K", 60, 0, 1000, "Temperature above the coolant from which the torque is reduced") \
    NUMBER(hottest_k, "K", 90, 0, 1000, "Temperature above the coolant at which the torque is 0")

/* Parameters of a battery. */
#define KAMM_BATTERY_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)                \
    NUMBER(capacity_j, "J", 0, 0, 4e14, "Energy from full to empty at rest; 0: unlimited power, at nominal_v") \
    NUMBER(nominal_v, "V", 350, 1, 10000, "Voltage at which the motors' figures hold")              \
    CURVE(voltage_curve, charge, "1", open_v, "V",                                                  \
          "Open-circuit voltage against the charge, from 0 to 1; empty: nominal_v at any charge")   \
    NUMBER(resistance_ohm, "ohm", 0.08, 0, 100, "Internal resistance")                              \
    NUMBER(charge, "1", 0.9, 0, 1, "State of charge at the start: 0 empty, 1 full")                 \
    NUMBER(discharge_w, "W", 0, 0, 3e9, "Largest power output; 0: limited by the resistance, at 0.7 of its voltage") \
    NUMBER(charge_w, "W", 0, 0, 3e9, "Largest charging power, by the motors' braking; 0: no limit") \
    NUMBER(auxiliary_w, "W", 300, 0, 3e7, "Power of electronics, pumps and heating")

/* Parameters of the generator on the sun of a power split. */
#define KAMM_GENERATOR_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)              \
    NUMBER(peak_nm, "N.m", 45, 0.0001, 4e5, "Largest torque in both directions")                    \
    NUMBER(power_w, "W", 40000, 0.003, 3e8,                                                         \
           "Largest power, constant from power_w / peak_nm on, with the battery at nominal_v")      \
    NUMBER(weak_radps, "rad/s", 0, 0, 30000,                                                        \
           "Speed from which power falls with the inverse of the speed; 0: constant power to the highest speed") \
    NUMBER(max_radps, "rad/s", 1400, 6, 30000, "Highest speed; the control holds it by the engine's speed") \
    NUMBER(inertia_kgm2, "kg.m2", 0.02, 3e-8, 1000, "Inertia of rotor and sun")                     \
    NUMBER(response_s, "s", 0.02, 0, 8, "Time constant of the torque after the demand")             \
    NUMBER(copper_loss_w_per_n2m2, "W/(N2.m2)", 0.6, 0, 2e6, "Loss of generator and inverter per torque squared")\
    NUMBER(iron_loss_nm, "N.m", 0.6, 0, 40000, "Loss per speed, by magnetisation")                  \
    NUMBER(windage_loss_nms2_per_rad2, "N.m.s2/rad2", 3e-7, 0, 100, "Loss per speed cubed, by air") \
    NUMBER(idle_loss_w, "W", 80, 0, 3e6, "Loss at rest without torque, of the inverter")            \
    NUMBER(heat_capacity_j_per_k, "J/K", 0, 0, 4e8, "Heat capacity that the losses warm; 0: the generator stays cool") \
    NUMBER(cooling_w_per_k, "W/K", 100, 0, 3e6,                                                     \
           "Cooling power per kelvin above the coolant; the generator starts at the coolant's temperature") \
    NUMBER(hot_k, "K", 60, 0, 1000, "Temperature above the coolant from which the torque is reduced") \
    NUMBER(hottest_k, "K", 90, 0, 1000, "Temperature above the coolant at which the torque is 0")

/* Parameters of a power split. */
#define KAMM_POWER_SPLIT_FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)            \
    NUMBER(sun_teeth, "1", 0, 0, 500, "Teeth of the sun, which the generator drives; 0: the car has no power split") \
    NUMBER(ring_teeth, "1", 78, 1, 2000,                                                            \
           "Teeth of the ring, which is geared to the axle with a motor; the engine is on the carrier") \
    NUMBER(motor_per_ring, "1", 1, 0.1, 20, "Speed of the axle's motor over the ring's")            \
    CURVE(engine_speed_curve, power_w, "W", speed_radps, "rad/s",                                   \
          "Engine speed against requested power, up to its largest power: the line of best efficiency") \
    NUMBER(start_w, "W", 8000, 0, 3e7,                                                              \
           "Power requested of engine and battery, less what the charge lets the battery supply, at which the " \
           "engine starts")                                                                         \
    NUMBER(stop_w, "W", 3000, -3e7, 3e7, "Requested power at which the engine stops")               \
    NUMBER(electric_speed_mps, "m/s", 0, 0, 200,                                                    \
           "Speed above which the engine always turns; 0: the speed at which the generator needs it") \
    NUMBER(charge_aim, "1", 0.6, 0, 1, "Target of the control for the state of charge")             \
    NUMBER(charge_gain_w, "W", 100000, 0, 3e9,                                                      \
           "Charging power that the control requests per difference of the state of charge from charge_aim, 0 to 1") \
    NUMBER(charging_w, "W", 6000, 0, 3e7, "Largest power that the control requests for charging, below charge_aim") \
    NUMBER(discharging_w, "W", 6000, 0, 3e7,                                                        \
           "Largest power of the driver's request that the control leaves to the battery, above charge_aim") \
    GROUP(generator, generator, "The motor on the sun")

#endif
