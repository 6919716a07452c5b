/* A car in the files of other programs, written after the formats' documentation. */
#include "imported_car.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "temporary.h"

static char folder[TEMPORARY_PATH];
char imported_path[128], imported_out[128];

/* clang-format off */
static const struct {
    const char *name, *text;
} files[] = {
    {"data/car.ini",
     "[HEADER]\nVERSION=1\n[INFO]\nSCREEN_NAME=Test Coupe\n[BASIC]\nTOTALMASS=1320  ; with driver and no fuel\n"
     "INERTIA=1.6,1.2,4.0\n[CONTROLS]\nFFMULT=3.0\nSTEER_LOCK=450\nSTEER_RATIO=-15\n[FUEL]\nFUEL=30\n"},
    {"data/suspensions.ini",
     "[HEADER]\nVERSION=2\n[BASIC]\nWHEELBASE=2.57\nCG_LOCATION=0.53\n[ARB]\nFRONT=19000\nREAR=9000\n[FRONT]\n"
     "TYPE=STRUT\nBASEY=-0.18\nTRACK=1.52\nHUB_MASS=36\nSPRING_RATE=26000\nPROGRESSIVE_SPRING_RATE=0\n"
     "BUMP_STOP_RATE=80000\nBUMPSTOP_UP=0.07\nBUMPSTOP_DN=0.09\nDAMP_BUMP=1900\nDAMP_FAST_BUMP=1100\n"
     "DAMP_FAST_BUMPTHRESHOLD=0.12\nDAMP_REBOUND=3400\nDAMP_FAST_REBOUND=2000\nSTATIC_CAMBER=-1.0\n"
     "TOE_OUT=-0.0002\n[REAR]\nTYPE=DWB\nBASEY=-0.19\nTRACK=1.54\nHUB_MASS=34\nSPRING_RATE=24000\n"
     "PROGRESSIVE_SPRING_RATE=20000\nDAMP_BUMP=1700\nDAMP_REBOUND=3100\nSTATIC_CAMBER=-1.5\n"},
    {"data/tyres.ini",
     "[HEADER]\nVERSION=10\n[FRONT]\nNAME=Street\nWIDTH=0.215\nRADIUS=0.314\nRIM_RADIUS=0.216\n"
     "ANGULAR_INERTIA=1.2\nRATE=240000\nFZ0=3000\nLS_EXPY=0.85\nDX_REF=1.20\nDY_REF=1.15\n"
     "FRICTION_LIMIT_ANGLE=8\nFALLOFF_LEVEL=0.88\nPRESSURE_STATIC=32\nROLLING_RESISTANCE_0=11\n[REAR]\n"
     "NAME=Street\nWIDTH=0.225\nRADIUS=0.320\nRIM_RADIUS=0.216\nANGULAR_INERTIA=1.3\nRATE=250000\nFZ0=3000\n"
     "LS_EXPY=0.85\nDX_REF=1.22\nDY_REF=1.17\nFRICTION_LIMIT_ANGLE=8\nFALLOFF_LEVEL=0.88\n"},
    {"data/engine.ini",
     "[HEADER]\nVERSION=1\nPOWER_CURVE=power.lut\nCOAST_CURVE=FROM_COAST_REF\n[ENGINE_DATA]\nINERTIA=0.14\n"
     "LIMITER=7200\nMINIMUM=850\n[COAST_REF]\nRPM=7000\nTORQUE=70\n"},
    {"data/drivetrain.ini",
     "[HEADER]\nVERSION=2\n[TRACTION]\nTYPE=RWD\n[GEARS]\nCOUNT=6\nGEAR_R=-3.4\nGEAR_1=3.63\nGEAR_2=2.19\n"
     "GEAR_3=1.54\nGEAR_4=1.21\nGEAR_5=1.00\nGEAR_6=0.77\nFINAL=4.1\n[DIFFERENTIAL]\nPOWER=0.3\nCOAST=0.2\n"
     "PRELOAD=40\n[GEARBOX]\nCHANGE_UP_TIME=220\nSUPPORTS_SHIFTER=1\n[CLUTCH]\nMAX_TORQUE=400\n"},
    {"data/brakes.ini",
     "[DATA]\nMAX_TORQUE=3400\nFRONT_SHARE=0.65\nHANDBRAKE_TORQUE=1200\n"},
    {"data/aero.ini",
     "[HEADER]\nVERSION=2\n[WING_0]\nNAME=BODY\nCHORD=1\nSPAN=2\nPOSITION=0,0.1,0\nLUT_AOA_CL=body_cl.lut\n"
     "LUT_AOA_CD=body_cd.lut\nCL_GAIN=1\nCD_GAIN=1\nANGLE=0\n[WING_1]\nNAME=REAR\nCHORD=0.3\nSPAN=1.4\n"
     "POSITION=0,0.5,-1.4\nLUT_AOA_CL=wing_cl.lut\nLUT_AOA_CD=wing_cd.lut\nCL_GAIN=1\nCD_GAIN=1\nANGLE=5\n"},
    {"data/power.lut",
     "0|80\n1000|140\n2000|170\n3000|185\n4000|195\n5000|200\n6000|190\n6500|180\n7000|165\n7500|120\n"},
    {"data/body_cl.lut",
     "-5|-0.05\n5|0.05\n"},
    {"data/body_cd.lut",
     "-5|0.32\n0|0.30\n5|0.32\n"},
    {"data/wing_cl.lut",
     "0|0.2\n10|0.8\n"},
    {"data/wing_cd.lut",
     "0|0.02\n10|0.1\n"},
    {"car.json",
     "{\"torque_curve\":[{\"x\":0,\"y\":350},{\"x\":1400,\"y\":400},{\"x\":4500,\"y\":400},{\"x\":6000,\"y\":300}],\"max_rpm\":6200,\"moi\":0.8,\n"
     "\"damping_rate_full_throttle\":0.15,\"use_gear_autobox\":true,\"gear_switch_time\":0.3,\"clutch_strength\":10,\"final_ratio\":4,\n"
     "\"forward_gears\":[{\"ratio\":4.25,\"down_ratio\":0.5,\"up_ratio\":0.65},{\"ratio\":2.52,\"down_ratio\":0.5,\"up_ratio\":0.65},{\"ratio\":1.66},{\"ratio\":1.22},{\"ratio\":1.0}],\n"
     "\"mass\":1845,\"drag_coefficient\":0.3,\"center_of_mass\":{\"x\":0.45,\"y\":0,\"z\":-0.3},\"steering_curve\":[{\"x\":0,\"y\":1}],\n"
     "\"wheels\":[\n"
     "{\"tire_friction\":3.5,\"damping_rate\":0.25,\"max_steer_angle\":40,\"radius\":35.5,\"max_brake_torque\":1800,\"max_handbrake_torque\":0,\"position\":{\"x\":1145,\"y\":-80,\"z\":30}},\n"
     "{\"tire_friction\":3.5,\"damping_rate\":0.25,\"max_steer_angle\":40,\"radius\":35.5,\"max_brake_torque\":1800,\"max_handbrake_torque\":0,\"position\":{\"x\":1145,\"y\":80,\"z\":30}},\n"
     "{\"tire_friction\":3.5,\"damping_rate\":0.25,\"max_steer_angle\":0,\"radius\":35.5,\"max_brake_torque\":900,\"max_handbrake_torque\":2500,\"position\":{\"x\":857,\"y\":-80,\"z\":30}},\n"
     "{\"tire_friction\":3.5,\"damping_rate\":0.25,\"max_steer_angle\":0,\"radius\":35.5,\"max_brake_torque\":900,\"max_handbrake_torque\":2500,\"position\":{\"x\":857,\"y\":80,\"z\":30}}]}\n"},
};
/* clang-format on */

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

void write_imported(const char *name, const char *text)
{
    char path[128];
    path_of(path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static const char *text_of(const char *name)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        if (!strcmp(files[i].name, name)) return files[i].text;
    fail_msg("%s", name);
    return "";
}

void change_imported(const char *name, const char *from, const char *to)
{
    static char text[8192];
    const char *whole = text_of(name), *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    write_imported(name, text);
}

void restore_imported(const char *name) { write_imported(name, text_of(name)); }

void remove_imported(const char *name)
{
    char path[128];
    path_of(path, name);
    remove(path);
}

int set_up_imported(void **state)
{
    (void)state;
    char data[128];
    if (make_temporary_folder(folder)) return 1;
    path_of(data, "data");
    path_of(imported_out, "out.json");
    snprintf(imported_path, sizeof imported_path, "%s", folder);
    mkdir(data, 0777);
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) restore_imported(files[i].name);
    return 0;
}

int clear_up_imported(void **state)
{
    (void)state;
    char data[128];
    path_of(data, "data");
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) remove_imported(files[i].name);
    remove(imported_out);
    rmdir(data);
    return rmdir(folder);
}
