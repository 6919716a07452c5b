/* Motorcycle tyres in .tir files. The keys have the names of cars' coefficients and other meanings: PKY2 is here the shape of the
 * cornering stiffness over load, PKY3 the load. Names, and equations that go with them: H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed.
 * 2012, chapter 11, and MSC's manual of PAC MC.
 *
 * Signs: a PKY1 below 0 says that the file has ISO-W axes, in which PKY6, PKY7 and QDZ8 to QDZ11 have that sign as well. Forces are
 * against the slip and to the side of the lean either way, or the file is refused. */
#include "tir_motorcycle.h"

#include "../base/error.h"
#include "tir_keys.h"

#include <math.h>
#include <string.h>

static const kamm_field *field_called(const char *name)
{
    const kamm_field_table *table = kamm_motorcycle_tyre_table();
    for (int i = 0; i < table->count; ++i)
        if (!strcmp(table->fields[i].name, name)) return &table->fields[i];
    return NULL;
}

void kamm_tir_start_motorcycle(struct tir_reader *r)
{
    const kamm_motorcycle_tyre_def usual = r->def.motorcycle;
    r->def.law = KAMM_TYRE_MOTORCYCLE;
    r->def.magic_formula = KAMM_MF_52; /* whose rolling resistance it has */
    r->def.side = KAMM_TYRE_SYMMETRIC; /* where the file tells no side */
    r->def.motorcycle = (kamm_motorcycle_tyre_def){.rbx1 = usual.rbx1,
                                                   .rbx2 = usual.rbx2,
                                                   .rcx1 = usual.rcx1,
                                                   .rby1 = usual.rby1,
                                                   .rby2 = usual.rby2,
                                                   .rcy1 = usual.rcy1,
                                                   .qbz1 = 10,
                                                   .qcz1 = 1.1,
                                                   .qbz9 = 10};
}

const kamm_field *kamm_tir_motorcycle_field(const struct tir_reader *r, const char *name,
                                            double *si)
{
    static const char *const turned = " pky1 pky6 pky7 qdz8 qdz9 qdz10 qdz11 ";
    const kamm_field *field = field_called(name);
    if (field && r->has_iso_signs && kamm_tir_lists(turned, name)) *si = -1;
    return field;
}

/* Coefficients are three letters and a number. Those of relaxation and rolling all tyres have, and RVY4 to RVY6 shape a part that is
 * then not there. */
int kamm_tir_is_foreign(const char *key)
{
    static const char *const shared =
        " PTX1 PTX2 PTX3 PTY1 PTY2 PTY3 QSY1 QSY2 QSY3 QSY4 QSY5 QSY6 "
        "QSY7 QSY8 RVY4 RVY5 RVY6 ";
    size_t length = strlen(key);
    if (length < 4 || length > 5 || !strchr("PQRS", *key)) return 0;
    if (key[3] < '0' || key[3] > '9') return 0;
    return !kamm_tir_lists(KAMM_TIR_BODY, key) && !kamm_tir_lists(shared, key) &&
           !kamm_tir_lists(KAMM_TIR_NOT_MODELLED, key);
}

kamm_result kamm_tir_check_motorcycle(struct tir_reader *r)
{
    static const char *const essential[] = {"PCX1", "PDX1", "PKX1", "PCY1", "PCY2",
                                            "PDY1", "PKY1", "PKY2", "PKY3", "PKY6"};
    static const char *const names[] = {"pcx1", "pdx1", "pkx1", "pcy1", "pcy2",
                                        "pdy1", "pky1", "pky2", "pky3", "pky6"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (*kamm_tir_line(r, field_called(names[i])) > 0) continue;
        return kamm_fail(r->error, KAMM_ERROR_MISSING, essential[i],
                         "%.300s: %s is missing, and nothing can stand in for it: by its FITTYP or "
                         "format the file is a motorcycle tyre's; is it cut short?",
                         r->text.path, essential[i]);
    }
    return KAMM_OK;
}

void kamm_tir_settle_motorcycle(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    d->motorcycle.moment_length_m = d->unloaded_radius_m;
    if (!kamm_tir_is_set(r, "camber_min_rad")) d->camber_min_rad = -1.05;
    if (!kamm_tir_is_set(r, "camber_max_rad")) d->camber_max_rad = 1.05;
    if (*kamm_tir_line(r, field_called("rbx1")) <= 0 &&
        *kamm_tir_line(r, field_called("rby1")) <= 0)
        kamm_add_warning(r->notes,
                         "%.60s: neither RBX1 nor RBY1: combined slip was not measured; that of "
                         "another motorcycle tyre stands in",
                         r->file);
    kamm_add_note(r->notes, "%.60s: a motorcycle tyre's Magic Formula, with the signs of %s axes",
                  r->file, r->has_iso_signs ? "ISO-W" : "SAE");
}
