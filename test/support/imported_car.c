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
    {"car.xml",
     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a car -->\n<!DOCTYPE params SYSTEM \"params.dtd\">\n"
     "<params name=\"Test &amp; Racer\" type=\"template\">\n<section name=\"Driver\"><attnum name=\"xpos\" val=\"0.9\" unit=\"m\"/></section>\n"
     "<section name=\"Car\"><attstr name=\"category\" val=\"test\"/><attnum name=\"body length\" unit=\"m\" val=\"4.5\"/>\n"
     "<attnum name=\"body width\" unit=\"m\" val=\"1.9\"/><attnum name=\"body height\" unit=\"cm\" val=\"120\"/>\n"
     "<attnum name=\"mass\" unit=\"kg\" min=\"1000\" max=\"2000\" val=\"1200\"/><attnum name=\"GC height\" unit=\"m\" val=\"0.25\"/>\n"
     "<attnum name=\"front-rear weight repartition\" val=\"0.45\"/><attnum name=\"mass repartition coefficient\" val=\"0.8\"/></section>\n"
     "<section name=\"Aerodynamics\"><attnum name=\"Cx\" val=\"0.35\"/><attnum name=\"front area\" unit=\"m2\" val=\"1.9\"/>\n"
     "<attnum name=\"front Clift\" val=\"0.6\"/><attnum name=\"rear Clift\" val=\"0.4\"/></section>\n"
     "<section name=\"Front Wing\"><attnum name=\"area\" unit=\"m2\" val=\"0.2\"/><attnum name=\"angle\" unit=\"deg\" val=\"5\"/>\n"
     "<attnum name=\"xpos\" unit=\"m\" val=\"2.1\"/><attnum name=\"zpos\" unit=\"m\" val=\"0.05\"/></section>\n"
     "<section name=\"Rear Wing\"><attnum name=\"area\" unit=\"m2\" val=\"0.7\"/><attnum name=\"angle\" unit=\"deg\" val=\"14\"/>\n"
     "<attnum name=\"xpos\" unit=\"m\" val=\"-2.0\"/><attnum name=\"zpos\" unit=\"m\" val=\"1.0\"/></section>\n"
     "<section name=\"Engine\"><attnum name=\"inertia\" unit=\"kg.m2\" val=\"0.2\"/><attnum name=\"revs limiter\" unit=\"rpm\" val=\"8000\"/>\n"
     "<attnum name=\"revs maxi\" unit=\"rpm\" val=\"9000\"/><attnum name=\"tickover\" unit=\"rpm\" val=\"1000\"/><attnum name=\"brake coefficient\" val=\"0.3\"/>\n"
     "<section name=\"data points\"><section name=\"1\"><attnum name=\"rpm\" unit=\"rpm\" val=\"0\"/><attnum name=\"Tq\" unit=\"N.m\" val=\"200\"/></section>\n"
     "<section name=\"2\"><attnum name=\"rpm\" unit=\"rpm\" val=\"5000\"/><attnum name=\"Tq\" unit=\"N.m\" val=\"400\"/></section>\n"
     "<section name=\"3\"><attnum name=\"rpm\" unit=\"rpm\" val=\"9000\"/><attnum name=\"Tq\" unit=\"N.m\" val=\"300\"/></section></section></section>\n"
     "<section name=\"Gearbox\"><attnum name=\"shift time\" unit=\"s\" val=\"0.15\"/><section name=\"gears\">\n"
     "<section name=\"r\"><attnum name=\"ratio\" val=\"-3.4\"/></section><section name=\"1\"><attnum name=\"ratio\" val=\"2.8\"/><attnum name=\"efficiency\" val=\"0.96\"/></section>\n"
     "<section name=\"2\"><attnum name=\"ratio\" val=\"1.8\"/><attnum name=\"efficiency\" val=\"0.94\"/></section><section name=\"3\"><attnum name=\"ratio\" val=\"1.2\"/></section></section></section>\n"
     "<section name=\"Drivetrain\"><attstr name=\"type\" val=\"RWD\"/></section>\n"
     "<section name=\"Rear Differential\"><attstr name=\"type\" in=\"SPOOL,FREE\" val=\"LIMITED SLIP\"/><attnum name=\"ratio\" val=\"4.5\"/>\n"
     "<attnum name=\"efficiency\" val=\"0.98\"/><attnum name=\"bias\" val=\"0.2\"/></section>\n"
     "<section name=\"Steer\"><attnum name=\"steer lock\" unit=\"deg\" val=\"21\"/></section>\n"
     "<section name=\"Brake System\"><attnum name=\"front-rear brake repartition\" val=\"0.6\"/><attnum name=\"max pressure\" unit=\"kPa\" val=\"10000\"/></section>\n"
     "<section name=\"Front Axle\"><attnum name=\"xpos\" unit=\"m\" val=\"1.3\"/><attnum name=\"roll center height\" unit=\"m\" val=\"0.1\"/></section>\n"
     "<section name=\"Rear Axle\"><attnum name=\"xpos\" unit=\"m\" val=\"-1.4\"/></section>\n"
     "<section name=\"Front Right Wheel\"><attnum name=\"ypos\" unit=\"m\" val=\"-0.8\"/><attnum name=\"rim diameter\" unit=\"in\" val=\"18\"/><attnum name=\"tire width\" unit=\"mm\" val=\"240\"/>\n"
     "<attnum name=\"tire height-width ratio\" val=\"0.45\"/><attnum name=\"inertia\" unit=\"kg.m2\" val=\"1.1\"/><attnum name=\"mu\" val=\"1.6\"/><attnum name=\"ride height\" unit=\"mm\" val=\"90\"/>\n"
     "<attnum name=\"stiffness\" val=\"20\"/><attnum name=\"dynamic friction\" unit=\"%\" val=\"80\"/><attnum name=\"toe\" unit=\"deg\" val=\"0.2\"/><attnum name=\"camber\" unit=\"deg\" val=\"-2\"/></section>\n"
     "<section name=\"Front Left Wheel\"><attnum name=\"ypos\" unit=\"m\" val=\"0.82\"/><attnum name=\"rim diameter\" unit=\"in\" val=\"18\"/><attnum name=\"tire width\" unit=\"mm\" val=\"240\"/>\n"
     "<attnum name=\"tire height-width ratio\" val=\"0.45\"/><attnum name=\"inertia\" unit=\"kg.m2\" val=\"1.1\"/><attnum name=\"mu\" val=\"1.6\"/><attnum name=\"ride height\" unit=\"mm\" val=\"90\"/>\n"
     "<attnum name=\"stiffness\" val=\"20\"/><attnum name=\"dynamic friction\" unit=\"%\" val=\"80\"/><attnum name=\"toe\" unit=\"deg\" val=\"-0.2\"/><attnum name=\"camber\" unit=\"deg\" val=\"-2\"/></section>\n"
     "<section name=\"Rear Right Wheel\"><attnum name=\"ypos\" unit=\"m\" val=\"-0.79\"/><attnum name=\"rim diameter\" unit=\"in\" val=\"18\"/><attnum name=\"tire width\" unit=\"mm\" val=\"300\"/>\n"
     "<attnum name=\"tire height-width ratio\" val=\"0.35\"/><attnum name=\"inertia\" unit=\"kg.m2\" val=\"1.1\"/><attnum name=\"mu\" val=\"1.6\"/><attnum name=\"ride height\" unit=\"mm\" val=\"110\"/>\n"
     "<attnum name=\"stiffness\" val=\"20\"/><attnum name=\"dynamic friction\" unit=\"%\" val=\"80\"/><attnum name=\"toe\" unit=\"deg\" val=\"0\"/><attnum name=\"camber\" unit=\"deg\" val=\"-2\"/></section>\n"
     "<section name=\"Rear Left Wheel\"><attnum name=\"ypos\" unit=\"m\" val=\"0.79\"/><attnum name=\"rim diameter\" unit=\"in\" val=\"18\"/><attnum name=\"tire width\" unit=\"mm\" val=\"300\"/>\n"
     "<attnum name=\"tire height-width ratio\" val=\"0.35\"/><attnum name=\"inertia\" unit=\"kg.m2\" val=\"1.1\"/><attnum name=\"mu\" val=\"1.6\"/><attnum name=\"ride height\" unit=\"mm\" val=\"110\"/>\n"
     "<attnum name=\"stiffness\" val=\"20\"/><attnum name=\"dynamic friction\" unit=\"%\" val=\"80\"/><attnum name=\"toe\" unit=\"deg\" val=\"0\"/><attnum name=\"camber\" unit=\"deg\" val=\"-2\"/></section>\n"
     "<section name=\"Front Right Suspension\"><attnum name=\"spring\" unit=\"lbs/in\" val=\"5000\"/><attnum name=\"suspension course\" unit=\"m\" val=\"0.25\"/><attnum name=\"bellcrank\" val=\"1.5\"/>\n"
     "<attnum name=\"packers\" unit=\"mm\" val=\"10\"/><attnum name=\"slow bump\" unit=\"lbs/in/s\" val=\"80\"/><attnum name=\"fast rebound\" unit=\"lbs/in/s\" val=\"60\"/></section>\n"
     "<section name=\"Rear Right Suspension\"><attnum name=\"spring\" unit=\"lbs/in\" val=\"5000\"/><attnum name=\"suspension course\" unit=\"m\" val=\"0.25\"/><attnum name=\"bellcrank\" val=\"1.0\"/>\n"
     "<attnum name=\"packers\" unit=\"mm\" val=\"10\"/><attnum name=\"slow bump\" unit=\"lbs/in/s\" val=\"80\"/><attnum name=\"fast rebound\" unit=\"lbs/in/s\" val=\"60\"/></section>\n"
     "<section name=\"Front Anti-Roll Bar\"><attnum name=\"spring\" unit=\"lbs/in\" val=\"1000\"/></section>\n"
     "<section name=\"Front Right Brake\"><attnum name=\"disk diameter\" unit=\"mm\" val=\"380\"/><attnum name=\"piston area\" unit=\"cm2\" val=\"50\"/><attnum name=\"mu\" val=\"0.4\"/>\n"
     "<attnum name=\"inertia\" unit=\"kg.m2\" val=\"0.12\"/></section>\n"
     "<section name=\"Rear Right Brake\"><attnum name=\"disk diameter\" unit=\"mm\" val=\"330\"/><attnum name=\"piston area\" unit=\"cm2\" val=\"25\"/><attnum name=\"mu\" val=\"0.4\"/>\n"
     "<attnum name=\"inertia\" unit=\"kg.m2\" val=\"0.12\"/></section>\n"
     "</params>\n"},
    {"vehicle.yaml",
     "# a car\nl: 4.5  # length\nw: 1.7\nsteering:\n  max: 0.9\n  min: -0.9\nlongitudinal:\n  # of the planner\n  a_max: 11.5\n  v_max: 50\n  v_switch: 7\n"
     "m: 1100\nm_s: 960\nm_uf: 60\nm_ur: 80\na: 1.2\nb: 1.4\nI_Phi_s: 210\nI_y_s: 1560\nI_z: 1.8e+3\nI_xz_s: 0.0\nK_sf: 24500\nK_sdf: 1800\n"
     "K_sr: 19600\nK_sdr: 1650\nT_f: 1.40\nT_r: 1.36\nK_ras: 175000\nK_tsf: -6900\nK_tsr: -2600\nK_zt: 158000\nh_cg: 0.57\nh_raf: 0.02\nh_rar: 0.0\n"
     "h_s: 0.61\nI_uf: 30\nI_ur: 29\nI_y_w: 1.7\nR_w: 0.344\nT_sb: 0.66\nT_se: 0\nD_f: -0.4\nD_r: -0.9\n"},
    {"parameters_tire.yaml",
     "tire:\n  p_cx1: 1.6411\n  p_dx1: 1.1739\n  p_ex1: 0.46403\n  p_kx1: 22.303\n  r_bx1: 13.276\n# lateral\n  p_cy1: 1.3507\n  p_dy1: 1.0489\n"
     "  p_ey1: -0.0074722\n  p_ky1: -21.92\n  p_dy3: -2.8821\n"},
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
    static char text[16384];
    const char *whole = text_of(name), *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    write_imported(name, text);
}

void restore_imported(const char *name) { write_imported(name, text_of(name)); }

void copy_imported(const char *name, const char *to)
{
    static char text[16384];
    char path[128];
    path_of(path, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    write_imported(to, text);
}

void remove_imported(const char *name)
{
    char path[128];
    path_of(path, name);
    remove(path);
}

static const char *const folders[] = {"data", "cars", "cars/test", "categories"};
enum { FOLDERS = sizeof folders / sizeof *folders };

int set_up_imported(void **state)
{
    (void)state;
    char path[128];
    if (make_temporary_folder(folder)) return 1;
    path_of(imported_out, "out.json");
    snprintf(imported_path, sizeof imported_path, "%s", folder);
    for (int i = 0; i < FOLDERS; ++i) {
        path_of(path, folders[i]);
        mkdir(path, 0777);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) restore_imported(files[i].name);
    return 0;
}

int clear_up_imported(void **state)
{
    (void)state;
    char path[128];
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) remove_imported(files[i].name);
    remove(imported_out);
    for (int i = FOLDERS - 1; i >= 0; --i) {
        path_of(path, folders[i]);
        rmdir(path);
    }
    return rmdir(folder);
}
