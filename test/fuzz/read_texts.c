/* Readers of logs, sweeps and single values. */
#include "bytes.h"
#include "fuzz.h"

#include "lab/car_fit.h"
#include <kamm/fields.h>
#include <kamm/io/sweep.h>
#include <kamm/version.h>

#include <stdio.h>
#include <stdlib.h>

static void read_log(const char *path, int wants_measured)
{
    drive_log log = {.wants_measured = wants_measured};
    kamm_notes notes = {0};
    kamm_error error = {0};
    kamm_result result = kamm_read_drive_log(path, NULL, &log, &notes, &error);
    hold_refusal(result, &error);
    if (!result) hold(log.rows > 0 && log.columns[LOG_TIME]);
    for (int column = 0; column < LOG_COLUMNS && !result; ++column)
        for (int row = 0; log.columns[column] && row < log.rows; ++row)
            hold(isfinite(log.columns[column][row]));
    for (int i = 0; i < log.measured_count && !result; ++i)
        for (int row = 0; row < log.rows; ++row) hold(isfinite(log.measured[i].values[row]));
    kamm_free_drive_log(&log); /* after an error too */
}

/* As a replay takes it, and as a fit does. */
static void read_both(const char *path)
{
    read_log(path, 0);
    read_log(path, 1);
}

void fuzz_log_csv(const uint8_t *data, size_t size) { read_both(fuzz_file("log.csv", data, size)); }
void seeds_log_csv(fuzz_take *take, void *user)
{
    static const char log[] =
        "time_s,steering_wheel_deg,throttle,brake_percent,gear,speed_kmh,x_m,y_m,yaw_rad,wheel0_load_n\n"
        "0,0,0.5,0,100,36,0,0,0,1\n# more\n0.01,5,\"0.6\",0,100,36.5,0.1,0,0,2\n";
    take("log.csv", log, sizeof log - 1, user);
}

void fuzz_log_vbo(const uint8_t *data, size_t size) { read_both(fuzz_file("log.vbo", data, size)); }
void seeds_log_vbo(fuzz_take *take, void *user)
{
    static const char log[] =
        "File created on 01/01/2020 @ 10:00\n\n[header]\nsatellites\ntime\nlatitude\nlongitude\nvelocity kmh\nheading\n"
        "throttle\n\n[column names]\nsats time lat long velocity heading throttle\n\n[data]\n"
        "008 100000.00 +03119.09 +00058.49 036.0 123.4 0.5\n008 100000.10 +03119.10 +00058.49 037.0 123.5 0.6\n";
    take("log.vbo", log, sizeof log - 1, user);
}

void fuzz_figures(const uint8_t *data, size_t size)
{
    static kamm_fit_def def;
    kamm_error error = {0};
    struct car_fit *fit = kamm_allocate(sizeof *fit);
    hold(fit);
    def.source_count = 1;
    def.sources[0].path = fuzz_file("figures.json", data, size);
    fit->def = &def;
    fit->error = &error;
    kamm_result result = kamm_fit_read_figures(fit, 0);
    hold_refusal(result, &error);
    hold(result || (fit->series_count > 0 && fit->run_count > 0));
    for (int i = 0; i < fit->series_count && !result; ++i)
        hold(isfinite(*fit->series[i].measured) && fit->series[i].noise > 0);
    kamm_fit_clear(fit);
    kamm_release(fit);
}
void seeds_figures(fuzz_take *take, void *user)
{
    static const char figures[] =
        "{\"accel.time_0_100_kmh_s\": 8.9, \"brake.distance_100_0_kmh_m\": {\"value\": 36.1, "
        "\"unit\": \"m\", \"spread\": 0.4, \"source\": \"a test\"}, \"accel.quarter_mile_s\": 16}";
    take("figures.json", figures, sizeof figures - 1, user);
}

/* Journals have a hash of each line (src/lab/sweep_journal.c), which is mended so that what the line says is read. */
static void write_journal(FILE *to, const char *lines, size_t size)
{
    for (const char *line = lines, *end = lines + size; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line)), *mark = line;
        const char *stop = next ? next : end;
        while (mark < stop && *mark != '#') ++mark;
        size_t length = (size_t)(mark - line) - (mark > line);
        uint64_t hash = 0xcbf29ce484222325u;
        for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)line[i]) * 0x100000001b3u;
        if (length) fprintf(to, "%.*s #%016llx\n", (int)length, line, (unsigned long long)hash);
        line = stop + 1;
    }
}

/* A manifest, a zero byte or the end, and a journal: to be merged with nothing into another folder. */
void fuzz_sweep(const uint8_t *data, size_t size)
{
    char in[256], out[256];
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    size_t manifest = end ? (size_t)(end - data) : size;
    snprintf(in, sizeof in, "%s", fuzz_folder());
    snprintf(out, sizeof out, "%s/merged", in);
    fuzz_file("manifest.json", data, manifest);
    FILE *journal = fopen(fuzz_file("runs.log", "", 0), "wb");
    hold(journal);
    if (end) write_journal(journal, (const char *)end + 1, size - manifest - 1);
    fclose(journal);
    kamm_sweep_state state = {0};
    kamm_error error = {0};
    const char *const folders[] = {in};
    hold_refusal(kamm_merge_sweeps(folders, 1, out, &state, &error), &error);
    fuzz_remove(out);
}

void seeds_sweep(fuzz_take *take, void *user)
{
    static const char runs[] =
        "0 34.393822956042655 43.45208482452903 2.4919888271137345 11.217202275794724 #aa5c244b83909823\n"
        "1 nan nan nan nan !why #0\n";
    char text[2048];
    int length = snprintf(
        text, sizeof text,
        "{\"kamm_sweep\":1,\"kamm\":\"%s\",\"test\":\"brake\",\"car\":\"nissan-micra\",\"car_hash\":\"c55b096994781930\","
        "\"rung\":\"rigid2d\",\"surface\":\"\",\"world\":\"\",\"vary\":[{\"path\":\"body.mass_kg\",\"from\":900,\"to\":1000,\"count\":2}],"
        "\"figures\":[{\"name\":\"distance_100_0_kmh_m\",\"unit\":\"m\"},{\"name\":\"distance_70_0_mph_m\",\"unit\":\"m\"},"
        "{\"name\":\"time_100_0_kmh_s\",\"unit\":\"s\"},{\"name\":\"mean_deceleration_mps2\",\"unit\":\"m/s2\"}],"
        "\"samples\":0,\"seed\":0,\"runs\":2,\"shard\":1,\"shards\":1}\n",
        kamm_version());
    memcpy(text + length + 1, runs, sizeof runs);
    take("sweep", text, (size_t)length + sizeof runs, user);
}

/* Text with a final 0. */
static char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    hold(text);
    memcpy(text, data, size);
    text[size] = 0;
    return text;
}

void fuzz_axis(const uint8_t *data, size_t size)
{
    static kamm_sweep_axis axis;
    kamm_error error = {0};
    char *text = text_of(data, size);
    kamm_result result = kamm_read_sweep_axis(text, &axis, &error);
    hold_refusal(result, &error);
    if (!result) hold(isfinite(axis.from) && isfinite(axis.to) && axis.count >= 0);
    free(text);
}

void seeds_axis(fuzz_take *take, void *user)
{
    static const char grid[] = "body.mass_kg=1000:1200:5", list[] = "surface.friction=0.2,0.5,1";
    take("grid", grid, sizeof grid - 1, user);
    take("list", list, sizeof list - 1, user);
}

/* Lines of PATH=VALUE for a vehicle; a value that is taken leaves each other as it was, and legal. */
void fuzz_set(const uint8_t *data, size_t size)
{
    static kamm_vehicle_def def, before;
    const kamm_field_table *table = kamm_vehicle_table();
    kamm_error error = {0};
    char *text = text_of(data, size);
    def = kamm_default_vehicle();
    for (char *line = text, *next; line; line = next) {
        if ((next = strchr(line, '\n'))) *next++ = 0;
        char *value = strchr(line, '=');
        if (!value) continue;
        *value++ = 0;
        before = def;
        double number;
        kamm_result result = kamm_set(table, &def, line, value, &error);
        hold_refusal(result, &error);
        if (result) hold(memcmp(&def, &before, sizeof def) == 0);
        result = kamm_get_number(table, &def, line, &number, &error);
        hold_refusal(result, &error);
    }
    free(text);
}

void seeds_set(fuzz_take *take, void *user)
{
    static const char lines[] =
        "body.mass_kg=1200\naids.abs=true\ngearbox.kind=automatic\naxles[1].track_mm=1500\ngearbox.ratios[2]=1.5\n"
        "engine.torque_curve.torque_nm[3]=150\nsteering.lock_deg=500\n";
    take("lines", lines, sizeof lines - 1, user);
}
