/* kamm_write_run_report: the figures of a road test, and plots of its run over time with one cursor.
 *
 * The plots are pictures that print. A script of some lines draws a line at the same time in all of them, and writes
 * the values there below each. It has neither `<` nor `&`, so the document is well-formed XML, as that of a vehicle. */
#include "lab/car_report.h"

#include "base/float_mode.h"
#include "fields/fields.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define TO_DEG (180 / 3.14159265358979323846)

static const char *const plots[][2] = {{"Steering wheel", "deg"}, {"Pedals", "1"},
                                       {"Speed", "km/h"},         {"Acceleration", "m/s²"},
                                       {"Yaw rate", "deg/s"},     {"Sideslip angle", "deg"},
                                       {"Body angles", "deg"},    {"Wheel loads", "kN"}};
enum { PLOTS = sizeof plots / sizeof *plots, WHEEL_PLOT = PLOTS - 1 };

static const struct {
    kamm_channel channel;
    int plot;
    const char *name;
    double factor;
} lines[] = {
    {KAMM_CHANNEL_steering_wheel_rad, 0, "angle", TO_DEG},
    {KAMM_CHANNEL_throttle, 1, "accelerator", 1},
    {KAMM_CHANNEL_brake, 1, "brake", 1},
    {KAMM_CHANNEL_speed_mps, 2, "speed", 3.6},
    {KAMM_CHANNEL_acceleration_y_mps2, 3, "lateral", 1},
    {KAMM_CHANNEL_acceleration_x_mps2, 3, "longitudinal", 1},
    {KAMM_CHANNEL_yaw_rate_radps, 4, "yaw rate", TO_DEG},
    {KAMM_CHANNEL_sideslip_rad, 5, "sideslip", TO_DEG},
    {KAMM_CHANNEL_roll_rad, 6, "roll", TO_DEG},
    {KAMM_CHANNEL_pitch_rad, 6, "pitch", TO_DEG},
};
enum { LINES = sizeof lines / sizeof *lines };
/* Columns of a row. */
enum { TIME, X, Y, FIRST_LINE, FIRST_WHEEL = FIRST_LINE + LINES };

struct kamm_run_report {
    double *values;
    size_t room; /* of rows */
    int rows, wheels, has_failed;
};

static const struct plot_box box = {0, 0, 520, 260};

/* -- Rows -- */
kamm_run_report *kamm_create_run_report(kamm_error *error)
{
    kamm_run_report *report = kamm_allocate(sizeof *report);
    if (!report) kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    return report;
}

void kamm_destroy_run_report(kamm_run_report *report)
{
    if (report) kamm_release(report->values);
    kamm_release(report);
}

static int columns_of(const kamm_run_report *report) { return FIRST_WHEEL + report->wheels; }

static double *add_row(kamm_run_report *report)
{
    size_t size = (size_t)columns_of(report) * sizeof(double), rows = (size_t)report->rows;
    if (rows == report->room) {
        size_t room = rows ? 2 * rows : 512;
        double *values = kamm_enlarge(report->values, rows * size, kamm_product(room, size));
        if (!values) return report->has_failed = 1, NULL;
        report->values = values, report->room = room;
    }
    return report->values + (size_t)report->rows++ * (size_t)columns_of(report);
}

void kamm_note_run_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    kamm_run_report *report = user;
    KAMM_REQUIRE(cars && report, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    if (!report->rows) report->wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    double *row = report->has_failed ? NULL : add_row(report);
    if (!row) return;
    row[TIME] = time_s;
    row[X] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
    row[Y] = kamm_read(cars, car, KAMM_CHANNEL_y_m);
    for (int i = 0; i < LINES; ++i)
        row[FIRST_LINE + i] = lines[i].factor * kamm_read(cars, car, lines[i].channel);
    for (int i = 0; i < report->wheels; ++i)
        row[FIRST_WHEEL + i] = kamm_read_wheel(cars, car, i, KAMM_WHEEL_load_n) / 1000;
}

/* So that a plot has room for all rows that are shown. */
static int step_of(const kamm_run_report *report)
{
    return (report->rows + PLOT_POINTS - 1) / PLOT_POINTS;
}

static double value_at(const kamm_run_report *report, int row, int column)
{
    return report->values[(size_t)row * (size_t)columns_of(report) + (size_t)column];
}

/* -- Plots -- */
static void add_line(const kamm_run_report *report, struct plot *plot, int x, int y)
{
    for (int row = 0; row < report->rows; row += step_of(report))
        kamm_add_point(plot, value_at(report, row, x), value_at(report, row, y));
}

/* Columns of the plot's lines go into `columns`. Returns how many there are. */
static int fill_plot(const kamm_run_report *report, int index, struct plot *plot, int *columns)
{
    int count = 0;
    *plot = (struct plot){.title = plots[index][0], .across = "s", .up = plots[index][1]};
    for (int i = 0; i < LINES; ++i) {
        if (lines[i].plot != index) continue;
        kamm_add_series(plot, count, count, "%s", lines[i].name);
        add_line(report, plot, TIME, FIRST_LINE + i);
        columns[count++] = FIRST_LINE + i;
    }
    for (int i = 0; index == WHEEL_PLOT && i < report->wheels && i < PLOT_SERIES; ++i) {
        kamm_add_series(plot, i % 6, i % 4, "wheel %d", i);
        add_line(report, plot, TIME, FIRST_WHEEL + i);
        columns[count++] = FIRST_WHEEL + i;
    }
    return count;
}

static void write_number(FILE *out, double value)
{
    char text[32];
    snprintf(text, sizeof text, isfinite(value) ? "%.5g" : "null", value);
    for (char *at = text; *at; ++at)
        if (*at == ',') *at = '.';
    fputs(text, out);
}

/* What the script needs to know of a picture: its frame, and the columns of its lines. */
static void open_picture(FILE *out, const struct plot *plot, const int *columns, int count)
{
    struct plot_frame f = kamm_plot_frame(plot, box);
    const double numbers[] = {f.left, f.top, f.wide, f.high, f.x.low, f.x.high, f.y.low, f.y.high};
    fprintf(out, "<figure><svg viewBox='0 0 %s %s' class='plot' data-frame='", TENTHS(box.wide),
            TENTHS(box.high));
    for (int i = 0; i < 8; ++i) {
        if (i) fputc(' ', out);
        write_number(out, numbers[i]);
    }
    fputs("' data-lines='", out);
    for (int i = 0; i < count; ++i) fprintf(out, "%s%d", i ? " " : "", columns[i]);
    fputs("'>\n", out);
}

static void write_picture(FILE *out, const struct plot *plot, const int *columns, int count)
{
    if (plot->point_count < 2) return;
    open_picture(out, plot, columns, count);
    kamm_draw_plot(out, plot, box);
    fputs("</svg><figcaption>\xc2\xa0</figcaption></figure>\n", out);
}

static int write_plots(const kamm_run_report *report, FILE *out)
{
    int columns[PLOT_SERIES];
    struct plot *plot = kamm_allocate(sizeof *plot);
    if (!plot) return 0;
    fputs("<h2>Run</h2>\n<div class='plots of2'>\n", out);
    for (int i = 0; i < PLOTS; ++i) {
        int count = fill_plot(report, i, plot, columns);
        write_picture(out, plot, columns, count);
    }
    *plot = (struct plot){.title = "Path", .across = "x, m", .up = "y, m"};
    kamm_add_series(plot, 0, 0, "%s", "");
    add_line(report, plot, X, Y);
    write_picture(out, plot, columns, 0);
    fputs("</div>\n", out);
    kamm_release(plot);
    return 1;
}

/* -- The cursor -- */
static const char script[] =
    "(function(){var d=JSON.parse(document.getElementById('rows').textContent),now=0;\n"
    "var all=Array.from(document.querySelectorAll('svg[data-frame]')).map(function(s){\n"
    "var f=s.dataset.frame.split(' ').map(Number),lines=s.dataset.lines?s.dataset.lines.split(' ').map(Number):[];\n"
    "var m=document.createElementNS('http://www.w3.org/2000/svg',lines.length?'line':'circle');\n"
    "m.setAttribute('class','cursor');s.appendChild(m);\n"
    "return {svg:s,f:f,lines:lines,mark:m,text:s.nextElementSibling};});\n"
    "function across(p,x){return p.f[0]+p.f[2]*(x-p.f[4])/(p.f[5]-p.f[4]);}\n"
    "function down(p,y){return p.f[1]+p.f[3]*(1-(y-p.f[6])/(p.f[7]-p.f[6]));}\n"
    "function set(e,o){Object.keys(o).forEach(function(k){e.setAttribute(k,o[k]);});}\n"
    "function show(i){now=Math.max(0,Math.min(d.rows.length-1,i));var r=d.rows[now];all.forEach(function(p){\n"
    "if(p.lines.length){var x=across(p,r[0]);set(p.mark,{x1:x,x2:x,y1:p.f[1],y2:p.f[1]+p.f[3]});\n"
    "p.text.textContent=r[0].toFixed(2)+' s: '+p.lines.map(function(c){return d.names[c]+' '+(r[c]===null?'-':r[c]);}).join(', ');}\n"
    "else{set(p.mark,{cx:across(p,r[1]),cy:down(p,r[2]),r:5});p.text.textContent=r[0].toFixed(2)+' s: x '+r[1]+' m, y '+r[2]+' m';}});}\n"
    "function nearest(k,v){var best=0;d.rows.forEach(function(r,i){\n"
    "if(Math.abs(d.rows[best][k]-v)>Math.abs(r[k]-v))best=i;});return best;}\n"
    "all.forEach(function(p){p.svg.addEventListener('pointermove',function(e){var b=p.svg.getBoundingClientRect();\n"
    "var x=(e.clientX-b.left)/b.width*p.svg.viewBox.baseVal.width;\n"
    "show(nearest(p.lines.length?0:1,p.f[4]+(x-p.f[0])/p.f[2]*(p.f[5]-p.f[4])));});});\n"
    "document.addEventListener('keydown',function(e){if(e.key==='ArrowRight')show(now+1);if(e.key==='ArrowLeft')show(now-1);});\n"
    "})();\n";

static void write_names(const kamm_run_report *report, FILE *out)
{
    fputs("{\"names\":[\"t\",\"x\",\"y\"", out);
    for (int i = 0; i < LINES; ++i) fprintf(out, ",\"%s\"", lines[i].name);
    for (int i = 0; i < report->wheels; ++i) fprintf(out, ",\"wheel %d\"", i);
    fputs("],\n\"rows\":[", out);
}

static void write_cursor(const kamm_run_report *report, FILE *out)
{
    fputs("<script type='application/json' id='rows'>", out);
    write_names(report, out);
    for (int row = 0; row < report->rows; row += step_of(report)) {
        fputs(row ? ",\n[" : "[", out);
        for (int column = 0; column < columns_of(report); ++column) {
            if (column) fputc(',', out);
            write_number(out, value_at(report, row, column));
        }
        fputc(']', out);
    }
    fprintf(out, "]}</script>\n<script>\n%s</script>\n", script);
}

/* -- The document -- */
static void write_head(const kamm_test_result *result, const kamm_vehicle_file *car, FILE *out)
{
    fputs(
        "<!DOCTYPE html>\n<html xmlns='http://www.w3.org/1999/xhtml' lang='en'>\n<head>\n"
        "<meta charset='utf-8'/>\n<meta http-equiv='Content-Security-Policy' content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'/>\n<title>",
        out);
    kamm_write_escaped(out, result->test->title);
    fputs(": ", out);
    kamm_write_escaped(out, car->def.name);
    fputs("</title>\n", out);
    kamm_write_report_style(out);
    fputs("<style>.cursor{stroke:#D55E00;stroke-width:1.5;fill:#D55E00;pointer-events:none}"
          "svg.plot{touch-action:pan-y}</style>\n</head>\n<body>\n<h1>",
          out);
    kamm_write_escaped(out, result->test->title);
    fputs(": ", out);
    kamm_write_escaped(out, car->def.name);
    fputs("</h1>\n<p class='made'>", out);
    kamm_write_escaped(out, result->test->doc);
    if (*result->test->standard) fputs(" (", out);
    kamm_write_escaped(out, result->test->standard);
    fputs(*result->test->standard ? ")</p>\n" : "</p>\n", out);
}

static void write_figure(const kamm_figure *figure, FILE *out)
{
    double difference = 100 * (figure->value / figure->published - 1);
    fputs("<tr><th>", out);
    kamm_write_escaped(out, figure->name);
    fputs("<small>", out);
    kamm_write_escaped(out, figure->doc);
    fputs("</small></th><td class='unit'>", out);
    kamm_write_escaped(out, strcmp(figure->unit, "1") ? figure->unit : "");
    fputs("</td><td>", out);
    kamm_write_value(out, figure->value);
    fputs("</td><td>", out);
    kamm_write_value(out, figure->published);
    fputs("</td><td>", out);
    if (isfinite(difference))
        fprintf(out, "%+d %%", (int)lround(fmin(fmax(difference, -1e6), 1e6)));
    fputs("</td><td>", out);
    kamm_write_escaped(out, *figure->note ? figure->note : figure->published_source);
    fputs("</td></tr>\n", out);
}

kamm_result kamm_write_run_report(const kamm_run_report *report, const kamm_test_result *result,
                                  const kamm_vehicle_file *car, FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, report && result && car && out, KAMM_ERROR_MISUSE);
    if (report->has_failed) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    if (!report->rows)
        return kamm_fail(error, KAMM_ERROR_RANGE, result->test->name,
                         "%s: no run was recorded, so there is none to report", result->test->name);
    write_head(result, car, out);
    fputs("<div class='wide'><table><thead><tr><th></th><th>unit</th><th>Kamm</th>"
          "<th>published</th><th>difference</th><th></th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < result->figure_count; ++i) write_figure(&result->figures[i], out);
    fputs("</tbody></table></div>\n", out);
    if (!write_plots(report, out)) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    write_cursor(report, out);
    fputs("</body>\n</html>\n", out);
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the report can't be written: %s",
                     strerror(errno));
}
