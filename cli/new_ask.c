/* kamm new --ask: the figures of a data sheet, asked one by one. */
#include <math.h>
#include <string.h>

#include "new.h"

enum asked_of { ANY, CAR, TOWED };

static const struct question {
    const char *fact, *text;
    int is_needed;
    enum asked_of of;
} questions[] = {{"body", "class", 0, ANY},
                 {"mass", "mass ready to drive with its driver, as 1450 or 3200lb", 1, CAR},
                 {"mass", "mass, as 1200 or 2600lb", 1, TOWED},
                 {"wheelbase", "wheelbase, as 2.65 or 2650mm", 1, CAR},
                 {"drawbar", "from the coupling to the first axle, as 4 or 4000mm", 1, TOWED},
                 {"nose", "load on the coupling in kg", 0, TOWED},
                 {"tyres", "size of the tyres, as 225/45R17", 1, ANY},
                 {"power", "greatest power, as 147kW or 200PS", 1, CAR},
                 {"engine", "engine", 0, CAR},
                 {"drive", "driven axles", 0, CAR},
                 {"gearbox", "gearbox", 0, CAR},
                 {"gears", "number of forward gears", 0, CAR},
                 {"front_share", "share of the weight on the front axle, as 0.6 or 60%", 0, CAR},
                 {"length", "length", 0, ANY},
                 {"width", "width without mirrors", 0, ANY},
                 {"height", "height", 0, ANY},
                 {"drag_coefficient", "drag coefficient", 0, ANY}};

static int is_asked(const struct question *question, const kamm_vehicle_facts *facts)
{
    int is_towed = facts->body >= KAMM_CLASS_CARAVAN;
    return question->of == ANY || (question->of == TOWED) == is_towed;
}

/* -- Defaults -- */

/* What the rules give with the facts so far; "" where that isn't a number. */
static void write_number(char text[40], const char *fact, const kamm_vehicle_def *def)
{
    double length = def->axles[def->axles_count - 1].behind_front_axle_m;
    const struct {
        const char *fact, *unit;
        double value;
    } numbers[] = {{"gears", "", def->gearbox.ratios_count},
                   {"front_share", "", 1 - def->body.cg_behind_front_axle_m / length},
                   {"length", " m", def->body.length_m},
                   {"width", " m", def->body.width_m},
                   {"height", " m", def->body.height_m},
                   {"drag_coefficient", "", def->aero.drag_coefficient}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (!strcmp(fact, numbers[i].fact))
            snprintf(text, 40, "%.3g%s", numbers[i].value, numbers[i].unit);
}

static void write_default(char text[40], const struct question *question,
                          const kamm_vehicle_facts *facts)
{
    static kamm_vehicle_def def;
    kamm_error unheard;
    strcpy(text, "by class");
    if (!strcmp(question->fact, "body")) strcpy(text, "saloon");
    if (!kamm_estimate_vehicle(facts, &def, &unheard)) write_number(text, question->fact, &def);
}

/* -- Questions -- */

/* "hatchback, saloon, …" of a choice; "" of other facts. */
static void write_choices(char text[240], const char *fact)
{
    const kamm_field_table *table = kamm_facts_table();
    *text = 0;
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        if (field->kind != KAMM_FIELD_CHOICE || strcmp(field->name, fact) != 0) continue;
        const char *words = field->choices;
        if (!strncmp(words, "by_class|", 9)) words += 9;
        for (size_t at = strlen(strcpy(text, ": ")); *words && at < 236; ++words) {
            text[at++] = *words == '|' ? ',' : *words;
            if (*words == '|') text[at++] = ' ';
            text[at] = 0;
        }
    }
}

static int read_answer(char *answer, size_t size)
{
    fflush(stdout);
    if (!fgets(answer, (int)size, stdin)) return 0;
    answer[strcspn(answer, "\r\n")] = 0;
    return 1;
}

static int end_of_input(const char *what)
{
    putchar('\n');
    return cli_fail_text("the answers ended at: %s; nothing is written", what);
}

static int ask(const struct question *question, kamm_vehicle_facts *facts)
{
    char answer[120], choices[240], usual[40] = "";
    write_choices(choices, question->fact);
    if (!question->is_needed) write_default(usual, question, facts);
    for (;;) {
        kamm_error error;
        printf("%s%s%s%s%s: ", question->text, choices, *usual ? " [" : "", usual,
               *usual ? "]" : "");
        if (!read_answer(answer, sizeof answer)) return end_of_input(question->text);
        if (!*answer && !question->is_needed) return CLI_OK;
        if (!*answer)
            printf("  it is needed\n");
        else if (!kamm_set_fact(facts, question->fact, answer, &error))
            return CLI_OK;
        else
            printf("  %s\n", error.text);
    }
}

int cli_ask_facts(char *name, size_t size, kamm_vehicle_facts *facts)
{
    printf("Enter takes what is in brackets. Numbers may have a unit.\n");
    while (!*name) {
        printf("name of the file: ");
        if (!read_answer(name, size)) return end_of_input("name of the file");
    }
    int status = CLI_OK;
    for (size_t i = 0; i < sizeof questions / sizeof *questions && !status; ++i)
        if (is_asked(&questions[i], facts)) status = ask(&questions[i], facts);
    return status;
}
