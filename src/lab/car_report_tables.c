/* Tables of a report: data of the vehicles, figures of road tests, diagnosis. Rows are quantities, columns vehicles. */
#include "fields/fields.h"
#include "lab/car_report.h"

#include <math.h>
#include <string.h>

static const char *const class_words[] = {KAMM_CLASS_CHOICES(KAMM_WORD)};

void kamm_write_value(FILE *out, double value)
{
    char exact[KAMM_NUMBER_TEXT], shown[32];
    if (!isfinite(value)) {
        fputs("—", out);
        return;
    }
    snprintf(shown, sizeof shown, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
    for (char *at = shown; *at; ++at)
        if (*at == ',') *at = '.';
    fprintf(out, "<data value='%s'>%s</data>", kamm_format_number(exact, value), shown);
}

static const char *unit_of(const char *unit) { return strcmp(unit, "1") ? unit : ""; }

/* Begins a row with its name, explained below it and where the mouse is, and its unit. */
static void begin_row(FILE *out, const char *name, const char *unit, const char *doc,
                      const char *hint)
{
    fputs(*hint ? "<tr><th title='" : "<tr><th>", out);
    kamm_write_escaped(out, hint);
    fputs(*hint ? "'>" : "", out);
    kamm_write_escaped(out, name);
    if (*doc) {
        fputs("<small>", out);
        kamm_write_escaped(out, doc);
        fputs("</small>", out);
    }
    fputs("</th><td class='unit'>", out);
    kamm_write_escaped(out, unit_of(unit));
    fputs("</td>", out);
}

/* Head of a table with a number of columns for each vehicle. */
static void begin_table(const struct report *report, int columns, const char *const *names)
{
    FILE *out = report->out;
    fputs("<div class='wide'><table><thead><tr><th></th><th></th>", out);
    for (int i = 0; i < report->count; ++i) {
        fprintf(out, "<th colspan='%d' class='car'>", columns);
        kamm_write_escaped(out, report->cars[i].file->def.name);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
    if (columns > 1) fputs("<tr><th></th><th>unit</th>", out);
    for (int i = 0; columns > 1 && i < report->count; ++i)
        for (int c = 0; c < columns; ++c) fprintf(out, "<th>%s</th>", names[c]);
    fputs(columns > 1 ? "</tr></thead><tbody>\n" : "</thead><tbody>\n", out);
}

static void end_table(FILE *out) { fputs("</tbody></table></div>\n", out); }

/* -- Data -- */

static double load_share(const struct reported_car *car)
{
    double front = 0, all = 0;
    for (int w = 0; w < car->info.wheel_count; ++w) {
        all += car->info.static_load_n[w];
        if (car->info.wheel_axle[w] == 0) front += car->info.static_load_n[w];
    }
    return all > 0 ? 100 * front / all : NAN;
}

static double engine_best(const struct reported_car *car, int is_power)
{
    const kamm_curve *c = &car->file->def.engine.torque_curve;
    double best = c->count ? 0 : NAN;
    for (int i = 0; i < c->count; ++i) best = fmax(best, c->y[i] * (is_power ? c->x[i] / 1000 : 1));
    return best;
}

static double motors_kw(const struct reported_car *car)
{
    double sum = 0;
    for (int a = 0; a < car->file->def.axles_count; ++a)
        if (car->file->def.axles[a].motor.peak_nm > 0)
            sum += car->file->def.axles[a].motor.power_w / 1000;
    return sum > 0 ? sum : NAN;
}

static double track_m(const kamm_axle_def *axle)
{
    return axle->wheels == KAMM_WHEELS_SINGLE ? NAN : axle->track_m;
}

static double datum(const struct reported_car *car, int which)
{
    const kamm_vehicle_def *def = &car->file->def;
    const double values[] = {car->info.mass_kg,
                             load_share(car),
                             car->info.wheelbase_m,
                             car->info.length_m,
                             car->info.width_m,
                             car->info.height_m,
                             car->info.cg_height_m,
                             track_m(&def->axles[0]),
                             track_m(&def->axles[def->axles_count - 1]),
                             engine_best(car, 1),
                             engine_best(car, 0),
                             motors_kw(car),
                             car->info.gear_count,
                             def->aero.drag_coefficient * def->aero.frontal_area_m2,
                             def->steering.ratio};
    return values[which];
}

static const struct {
    const char *name, *unit, *doc;
} data[] = {
    {"mass", "kg", "with payload"},
    {"load on the first axle", "%", "at rest"},
    {"wheelbase", "m", "first to last axle"},
    {"length", "m", ""},
    {"width", "m", ""},
    {"height", "m", ""},
    {"centre of gravity, height", "m", "with payload"},
    {"front track", "m", ""},
    {"rear track", "m", ""},
    {"engine power", "kW", "greatest of the torque curve's points"},
    {"engine torque", "N.m", "greatest of the torque curve"},
    {"motor power", "kW", "all electric motors"},
    {"forward gears", "1", ""},
    {"drag area", "m2", "drag coefficient times frontal area"},
    {"steering ratio", "1", "angle of the steering wheel over that of the road wheels"},
};
enum { DATA = sizeof data / sizeof *data };

static void write_words(const struct report *report, const char *name, const char *doc, int which)
{
    begin_row(report->out, name, "", "", doc);
    for (int i = 0; i < report->count; ++i) {
        const struct reported_car *car = &report->cars[i];
        const char *words[] = {car->has_diagnosis ? class_words[car->diagnosis.body]
                               : kamm_rides_on_two_wheels(&car->file->def) ? "two-wheeler"
                                                                           : "—",
                               kamm_describe_rung(car->info.rung)->name,
                               car->file->def.axles[0].tyre.name,
                               car->file->def.axles[car->file->def.axles_count - 1].tyre.name};
        fputs("<td>", report->out);
        kamm_write_escaped(report->out, words[which]);
        fputs("</td>", report->out);
    }
    fputs("</tr>\n", report->out);
}

void kamm_write_report_data(const struct report *report)
{
    begin_table(report, 1, NULL);
    write_words(report, "class", "guessed from size, mass and power", 0);
    write_words(report, "model", "rung of the ladder of models that drives", 1);
    for (int row = 0; row < DATA; ++row) {
        begin_row(report->out, data[row].name, data[row].unit, "", data[row].doc);
        for (int i = 0; i < report->count; ++i) {
            fputs("<td>", report->out);
            kamm_write_value(report->out, datum(&report->cars[i], row));
            fputs("</td>", report->out);
        }
        fputs("</tr>\n", report->out);
    }
    write_words(report, "front tyre", "", 2);
    write_words(report, "rear tyre", "", 3);
    end_table(report->out);
}

/* -- Road tests -- */

static const struct reported_test *find_test(const struct reported_car *car, const char *name)
{
    for (int i = 0; i < car->test_count; ++i)
        if (strcmp(car->tests[i].result.test->name, name) == 0) return &car->tests[i];
    return NULL;
}

static void write_cell(FILE *out, double value, const char *title)
{
    fputs(*title ? "<td title='" : "<td>", out);
    kamm_write_escaped(out, title);
    fputs(*title ? "'>" : "", out);
    kamm_write_value(out, value);
    fputs("</td>", out);
}

/* A measured figure, the published one and the difference, with the reason of what is missing. */
static void write_figure(FILE *out, const struct reported_test *test, int index)
{
    if (!test || !test->has_result) {
        write_cell(out, NAN, test ? test->error.text : "");
        fputs("<td>—</td><td>—</td>", out);
        return;
    }
    const kamm_figure *figure = &test->result.figures[index];
    write_cell(out, figure->value, figure->note);
    write_cell(out, figure->published, figure->published_source);
    double percent = 100 * (figure->value / figure->published - 1);
    fputs("<td>", out);
    if (isfinite(percent))
        fprintf(out, lround(percent) ? "%+ld %%" : "%ld %%", lround(percent));
    else
        fputs("—", out);
    fputs("</td>", out);
}

static void write_test(const struct report *report, const kamm_road_test *test)
{
    for (int f = 0; f < test->figure_count; ++f) {
        const kamm_figure_info *info = &test->figures[f];
        char name[120];
        if (!kamm_is_quick_figure(test->name, info->name)) continue;
        snprintf(name, sizeof name, "%s.%s", test->name, info->name);
        begin_row(report->out, info->doc, info->unit, test->title, name);
        for (int i = 0; i < report->count; ++i)
            write_figure(report->out, find_test(&report->cars[i], test->name), f);
        fputs("</tr>\n", report->out);
    }
}

static void write_reason(FILE *out, const struct reported_car *car, const char *what,
                         const char *reason)
{
    fputs("<li>", out);
    kamm_write_escaped(out, car->file->def.name);
    fprintf(out, ", %s: ", what);
    kamm_write_escaped(out, reason);
    fputs("</li>\n", out);
}

/* Why a test has no result, or a figure no value. Returns how many there are, and writes them if `out` is there. */
static int write_reasons(const struct reported_car *car, FILE *out)
{
    int count = 0;
    for (int t = 0; t < car->test_count; ++t) {
        const struct reported_test *test = &car->tests[t];
        const kamm_road_test *of = test->result.test;
        if (!test->has_result && ++count && out) write_reason(out, car, of->name, test->error.text);
        for (int f = 0; test->has_result && f < of->figure_count; ++f) {
            const kamm_figure *figure = &test->result.figures[f];
            if (!kamm_is_quick_figure(of->name, figure->name) || isfinite(figure->value)) continue;
            ++count;
            if (out) write_reason(out, car, figure->doc, figure->note);
        }
    }
    return count;
}

void kamm_write_report_figures(const struct report *report)
{
    static const char *const columns[] = {"Kamm", "published", "difference"};
    fputs("<h2>Road tests</h2>\n", report->out);
    begin_table(report, 3, columns);
    for (int t = 0; t < kamm_road_test_count(); ++t) {
        int driven = 0;
        for (int i = 0; i < report->count; ++i)
            driven |= find_test(&report->cars[i], kamm_road_test_at(t)->name) != NULL;
        if (driven) write_test(report, kamm_road_test_at(t));
    }
    end_table(report->out);
    int reasons = 0;
    for (int i = 0; i < report->count; ++i) reasons += write_reasons(&report->cars[i], NULL);
    if (reasons) fputs("<ul>\n", report->out);
    for (int i = 0; i < report->count; ++i) write_reasons(&report->cars[i], report->out);
    if (reasons) fputs("</ul>\n", report->out);
}

/* -- Diagnosis -- */

static const kamm_diagnosed *find_diagnosed(const struct reported_car *car, const char *name)
{
    for (int i = 0; car->has_diagnosis && i < car->diagnosis.count; ++i)
        if (strcmp(car->diagnosis.figures[i].name, name) == 0) return &car->diagnosis.figures[i];
    return NULL;
}

/* The usual range as a bar, a quarter of the picture away from both ends, and the value as a mark. */
static void draw_bar(FILE *out, const kamm_diagnosed *f)
{
    double share = f->high > f->low ? (f->value - f->low) / (f->high - f->low) : 0.5;
    double at = fmin(fmax(25 + 50 * share, 3), 97);
    fprintf(out,
            "<svg class='bar' viewBox='0 0 100 14'><rect class='usual' x='25' y='4' width='50' "
            "height='6'/><circle class='%s' cx='%s' cy='7' r='4'/></svg>",
            *f->remark ? "outside" : "inside", TENTHS(at));
}

static void write_diagnosed(FILE *out, const kamm_diagnosed *f)
{
    char text[80];
    if (!f) {
        fputs("<td>—</td><td></td>", out);
        return;
    }
    fputs("<td>", out);
    kamm_write_value(out, f->value);
    snprintf(text, sizeof text, "%.3g to %.3g", f->low, f->high);
    for (char *at = text; *at; ++at)
        if (*at == ',') *at = '.';
    fputs("</td><td><span class='range'>", out);
    draw_bar(out, f);
    fprintf(out, "%s</span>", text);
    if (*f->remark) {
        fputs("<div class='remark'>", out);
        kamm_write_escaped(out, f->remark);
        fputs("</div>", out);
    }
    fputs("</td>", out);
}

/* "front ride frequency" of "front_ride_frequency_hz": the unit has a column of its own. */
static void write_words_of(char text[64], const char *name)
{
    static const char *const units[] = {"_hz", "_deg_per_g", "_deg", "_percent", "_g"};
    snprintf(text, 64, "%s", name);
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
        size_t length = strlen(text), end = strlen(units[i]);
        if (length > end && strcmp(text + length - end, units[i]) == 0) text[length - end] = 0;
    }
    for (char *at = text; *at; ++at)
        if (*at == '_') *at = ' ';
}

static int is_first(const struct report *report, int car, const char *name)
{
    for (int i = 0; i < car; ++i)
        if (find_diagnosed(&report->cars[i], name)) return 0;
    return 1;
}

static void write_failures(const struct report *report)
{
    for (int i = 0; i < report->count; ++i) {
        const struct reported_car *car = &report->cars[i];
        for (int f = 0; car->has_diagnosis && f < car->diagnosis.failure_count; ++f) {
            fputs("<p class='failure'><b>", report->out);
            kamm_write_escaped(report->out, car->file->def.name);
            fputs("</b>: ", report->out);
            kamm_write_escaped(report->out, car->diagnosis.failures[f]);
            fputs("</p>\n", report->out);
        }
    }
}

void kamm_write_report_diagnosis(const struct report *report)
{
    static const char *const columns[] = {"value", "usual"};
    int judged = 0;
    for (int i = 0; i < report->count; ++i) judged |= report->cars[i].has_diagnosis;
    if (!judged) return;
    fputs("<h2>Diagnosis</h2>\n<p>Beside the usual range of each vehicle's class, as <code>kamm "
          "check</code> has it.</p>\n",
          report->out);
    write_failures(report);
    begin_table(report, 2, columns);
    for (int i = 0; i < report->count; ++i)
        for (int f = 0; report->cars[i].has_diagnosis && f < report->cars[i].diagnosis.count; ++f) {
            const kamm_diagnosed *own = &report->cars[i].diagnosis.figures[f];
            if (!is_first(report, i, own->name)) continue;
            char name[64];
            write_words_of(name, own->name);
            begin_row(report->out, name, own->unit, own->doc, own->name);
            for (int k = 0; k < report->count; ++k)
                write_diagnosed(report->out, find_diagnosed(&report->cars[k], own->name));
            fputs("</tr>\n", report->out);
        }
    end_table(report->out);
}
