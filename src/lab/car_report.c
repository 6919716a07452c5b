/* kamm_write_report: the document. Nothing in it comes from the network or is a script, and a policy in its head forbids
 * both. */
#include "lab/car_report.h"

#include "base/float_mode.h"
#include "io/json_file.h"

#include <errno.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark}"
    "body{font:15px/1.45 system-ui,sans-serif;max-width:1120px;margin:0 auto;padding:1.5em;"
    "color:#222;background:#fff}"
    "h1{font-size:1.7em;margin:0}h2{margin:1.8em 0 .5em;border-bottom:2px solid #0072B2}"
    "p.made{color:#666;margin:.2em 0 1.2em}.wide{overflow-x:auto}"
    "table{border-collapse:collapse;font-size:.9em;font-variant-numeric:tabular-nums}"
    "th,td{padding:.22em .6em;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}"
    "thead th{border-bottom:1px solid #888;vertical-align:bottom}tbody th{font-weight:normal}"
    "th.car{border-left:3px solid #0072B2}td.unit{color:#666}.range{white-space:nowrap}tbody th{min-width:11em}th small{display:block;color:#666}"
    ".bar{width:80px;height:14px;margin-right:.4em;vertical-align:middle}.bar .usual{fill:#bbb}"
    ".bar .inside{fill:#0072B2}.bar .outside{fill:#D55E00}"
    ".remark,.failure b{color:#B34700}.failure{border-left:4px solid #D55E00;padding-left:.6em}"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:.6em}"
    "@media print,(min-width:700px){.plots.of2{grid-template-columns:1fr 1fr}"
    ".plots.of3{grid-template-columns:1fr 1fr 1fr}}"
    "figure{margin:0;break-inside:avoid}figure svg{width:100%;height:auto}"
    "figcaption{font-size:.8em;color:#666;text-align:center}"
    ".sources{font-size:.8em;width:100%}.sources td{overflow-wrap:anywhere}.sources td:first-child{overflow-wrap:normal}"
    ".mark{background:#E69F00;color:#222;border-radius:3px;padding:0 .3em;font-size:.85em}";
static const char dark_style[] =
    "body{color:#ddd;background:#16181b}th,td{border-color:#333}p.made,td.unit,figcaption,th small{color:#999}"
    ".remark,.failure b{color:#F08A3C}.bar .usual{fill:#555}.bar .inside{fill:#56B4E9}";
static const char print_style[] =
    "@page{margin:14mm}body{max-width:none;padding:0;font-size:10pt}.wide{overflow:visible}"
    "table{font-size:8pt}th,td{padding:.15em .4em}tbody th{min-width:8em}.range{white-space:normal}"
    ".bar{display:block}.sources{font-size:7.5pt}"
    "h2,h3{break-after:avoid}tr,figure{break-inside:avoid}thead{display:table-header-group}"
    ".plots{grid-template-columns:1fr 1fr}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}";

void kamm_write_report_style(FILE *out)
{
    fprintf(out,
            "<style>\n%s\n%s\n@media screen and (prefers-color-scheme:dark){%s%s}\n"
            "@media print{%s}\n</style>\n",
            style, kamm_plot_style, dark_style, kamm_plot_dark_style, print_style);
}

static void write_names(const struct report *report)
{
    for (int i = 0; i < report->count; ++i) {
        if (i) fputs(" · ", report->out);
        kamm_write_escaped(report->out, report->cars[i].file->def.name);
    }
}

static void write_head(const struct report *report)
{
    fputs("<!DOCTYPE html>\n<html xmlns='http://www.w3.org/1999/xhtml' lang='en'>\n<head>\n"
          "<meta charset='utf-8'/>\n<meta http-equiv='Content-Security-Policy' "
          "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
          "<meta name='viewport' content='width=device-width, initial-scale=1'/>\n<title>",
          report->out);
    write_names(report);
    fputs("</title>\n", report->out);
    kamm_write_report_style(report->out);
    fputs("</head>\n<body>\n<h1>", report->out);
    write_names(report);
    fputs("</h1>\n<p class='made'>Report of Kamm. Names, points and bars tell more where the mouse "
          "is.</p>\n",
          report->out);
}

static kamm_result end_document(FILE *out, kamm_error *error)
{
    fputs("</body>\n</html>\n", out);
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the report can't be written: %s",
                     strerror(errno));
}

static kamm_result write_document(const struct report *report, kamm_error *error)
{
    write_head(report);
    kamm_write_report_data(report);
    kamm_write_report_figures(report);
    kamm_write_report_diagnosis(report);
    if (!kamm_write_report_plots(report))
        return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    kamm_write_report_sources(report);
    return end_document(report->out, error);
}

static kamm_result load_sources(struct reported_car *car, kamm_error *error)
{
    if (!*car->file->path) return KAMM_OK;
    car->json = kamm_load_json(car->file->path, error);
    return car->json ? KAMM_OK : error->code;
}

kamm_result kamm_write_diagnosis(const kamm_vehicle_file *vehicle, int body, FILE *out,
                                 kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, vehicle && out, KAMM_ERROR_MISUSE);
    kamm_error own = {0};
    struct reported_car *car = kamm_allocate(sizeof *car);
    if (!car) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    const struct report report = {.count = 1, .cars = car, .out = out};
    car->file = vehicle;
    kamm_result result = load_sources(car, &own);
    if (result == KAMM_OK) result = kamm_judge_reported(car, NULL, body, &own);
    if (result == KAMM_OK) {
        write_head(&report);
        kamm_write_report_data(&report);
        kamm_write_report_diagnosis(&report);
        kamm_write_report_sources(&report);
        result = end_document(out, &own);
    }
    cJSON_Delete(car->json);
    kamm_destroy_model(car->model);
    kamm_release(car);
    if (result && error) *error = own;
    return result;
}

kamm_result kamm_write_report(const kamm_vehicle_file *vehicles, int count,
                              const kamm_test_options *options, FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, vehicles && out && count > 0 && count <= KAMM_MAX_REPORTED,
                      KAMM_ERROR_MISUSE);
    kamm_error own = {0};
    struct report report = {.out = out};
    report.cars = kamm_allocate_array((size_t)count, sizeof *report.cars);
    if (!report.cars) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    kamm_result result = KAMM_OK;
    for (; report.count < count && result == KAMM_OK; ++report.count) {
        struct reported_car *car = &report.cars[report.count];
        car->file = &vehicles[report.count];
        result = load_sources(car, &own);
        if (result == KAMM_OK) result = kamm_measure_reported(car, options, &own);
    }
    if (result == KAMM_OK) result = write_document(&report, &own);
    for (int i = 0; i < report.count; ++i) {
        cJSON_Delete(report.cars[i].json);
        kamm_destroy_model(report.cars[i].model);
    }
    kamm_release(report.cars);
    if (result && error) *error = own;
    return result;
}
