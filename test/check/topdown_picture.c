/* Looks at a picture that examples/topdown.c has saved: is the car where the printed state has it, of
 * its true size, nose ahead, on a ground whose lines are 10 m apart?
 *
 *     topdown_picture PICTURE.bmp LENGTH_M WIDTH_M NOSE_M [forces] < what topdown printed
 *
 * NOSE_M: how far the nose is ahead of the centre of gravity. forces: friction circles are drawn on the wheels, and the car
 * below them is not measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct state {
    double x_m, y_m, heading_rad;
    int width, height; /* of the window, pixels */
    double scale;      /* pixels per metre */
    double middle_x_m, middle_y_m;
};

struct picture {
    int width, height, stride;
    unsigned char *rows; /* from the lowest up, each pixel blue, green, red */
};

/* What has one of the car's colours, in metres ahead and to the left of where the state has it. */
struct extent {
    int count;
    double front, rear, left, right;
    double ahead, aside;          /* sums */
    double ahead2, aside2, mixed; /* of squares and products */
};

static int failures;

static void expect(const char *what, double found, double wanted, double tolerance)
{
    int well = fabs(found - wanted) <= tolerance;
    printf("%-40s %9.3f, should be %.3f within %.3f%s\n", what, found, wanted, tolerance,
           well ? "" : ": WRONG");
    failures += !well;
}

static void stop(const char *what)
{
    fprintf(stderr, "topdown_picture: %s\n", what);
    exit(EXIT_FAILURE);
}

static struct state read_state(void)
{
    struct state s;
    int found = scanf("%*s %*s %*f m driven, at %lf %lf m, heading %lf rad, %*f m/s forward "
                      "picture: %d x %d pixels, %lf a metre, middle at %lf %lf m",
                      &s.x_m, &s.y_m, &s.heading_rad, &s.width, &s.height, &s.scale, &s.middle_x_m,
                      &s.middle_y_m);
    if (found != 8) stop("the state can't be read");
    return s;
}

static int number(const unsigned char *bytes)
{
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
}

static struct picture read_picture(const char *path)
{
    unsigned char head[54];
    FILE *file = fopen(path, "rb");
    if (!file || fread(head, 1, sizeof head, file) != sizeof head || memcmp(head, "BM", 2) != 0)
        stop("there is no BMP picture");
    struct picture p = {number(head + 18), number(head + 22), 0, NULL};
    if (head[28] != 24 || p.width < 1 || p.height < 1) stop("not 24 bits per pixel");
    p.stride = (3 * p.width + 3) / 4 * 4;
    size_t size = (size_t)p.stride * (size_t)p.height;
    p.rows = malloc(size);
    if (!p.rows || fseek(file, number(head + 10), SEEK_SET) || fread(p.rows, 1, size, file) != size)
        stop("the picture ends too soon");
    fclose(file);
    return p;
}

static int has_colour(const struct picture *p, int column, int row, unsigned rgb)
{
    const unsigned char *pixel = p->rows + (size_t)row * (size_t)p->stride + 3 * (size_t)column;
    for (int i = 0; i < 3; ++i)
        if (abs(pixel[i] - (int)(rgb >> 8 * i & 255)) > 8) return 0;
    return 1;
}

static void include(struct extent *e, double ahead, double left)
{
    if (e->count++ == 0) e->front = e->rear = ahead, e->left = e->right = left;
    e->front = fmax(e->front, ahead), e->rear = fmin(e->rear, ahead);
    e->left = fmax(e->left, left), e->right = fmin(e->right, left);
    e->ahead += ahead, e->aside += left;
    e->ahead2 += ahead * ahead, e->aside2 += left * left, e->mixed += ahead * left;
}

/* All pixels of that colour. Nothing but the car is painted in the colours asked for. */
static struct extent extent_of(const struct picture *p, const struct state *s, unsigned rgb)
{
    struct extent e = {0};
    double c = cos(s->heading_rad), w = sin(s->heading_rad);
    for (int row = 0; row < p->height; ++row)
        for (int column = 0; column < p->width; ++column) {
            if (!has_colour(p, column, row, rgb)) continue;
            double x = s->middle_x_m + (column + 0.5 - s->width / 2.0) / s->scale - s->x_m;
            double y = s->middle_y_m + (row + 0.5 - s->height / 2.0) / s->scale - s->y_m;
            include(&e, c * x + w * y, c * y - w * x);
        }
    return e;
}

/* The angle from the heading to the body's longer axis. */
static double slant(const struct extent *e)
{
    double a = e->ahead / e->count, b = e->aside / e->count;
    double aa = e->ahead2 / e->count - a * a, bb = e->aside2 / e->count - b * b;
    return 0.5 * atan2(2 * (e->mixed / e->count - a * b), aa - bb);
}

/* Edges are blended, so that a pixel on each side may be missing. */
static void check_car(const struct picture *p, const struct state *s, double length, double width,
                      double nose)
{
    struct extent body = extent_of(p, s, 0x2a6fd4), lamps = extent_of(p, s, 0xfff3c0);
    struct extent lit = extent_of(p, s, 0xff3020), unlit = extent_of(p, s, 0x801c1c);
    struct extent tail = lit.count > unlit.count ? lit : unlit;
    double pixel = 1 / s->scale;
    if (body.count < 100 || lamps.count < 4 || tail.count < 4) stop("the car is not to be seen");
    expect("length, m", body.front - fmin(tail.rear, body.rear) + pixel, length, 2.5 * pixel);
    expect("width, m", body.left - body.right + pixel, width, 2.5 * pixel);
    expect("nose ahead of centre of gravity, m", body.front + pixel / 2, nose, 1.5 * pixel);
    expect("middle to the left of it, m", (body.left + body.right) / 2, 0, 1.5 * pixel);
    expect("turned against the heading, rad", slant(&body), 0, 0.03);
    expect("lamps at the nose, m", lamps.front - body.front, -0.03 * length, 0.03 * length + pixel);
    expect("tail lights at the rear, m", tail.rear - body.rear, 0, 2 * pixel);
    expect("share of the body's pixels", body.count * pixel * pixel / (length * width), 0.56, 0.1);
}

/* Friction circles of debug draw lie around the wheels, so about the car's middle, and beside its body. */
static void check_forces(const struct picture *p, const struct state *s, int shown, double length,
                         double width)
{
    struct extent circles = extent_of(p, s, 0xffa000);
    if (!shown) {
        expect("pixels of friction circles", circles.count, 0, 0);
        return;
    }
    if (circles.count < 100) stop("friction circles are not to be seen");
    expect("friction circles ahead, m", circles.ahead / circles.count, 0, 0.2 * length);
    expect("friction circles to the left, m", circles.aside / circles.count, 0, 0.3 * width);
    expect("over the sides, m", circles.left - circles.right - width, 1, 1);
}

static double off_line(double metres) { return fabs(metres - 10 * round(metres / 10)); }

static void check_ground(const struct picture *p, const struct state *s)
{
    int lines = 0, astray = 0;
    for (int row = 0; row < p->height; ++row)
        for (int column = 0; column < p->width; ++column) {
            if (!has_colour(p, column, row, 0x7fa071)) continue;
            double x = s->middle_x_m + (column + 0.5 - s->width / 2.0) / s->scale;
            double y = s->middle_y_m + (row + 0.5 - s->height / 2.0) / s->scale;
            ++lines, astray += fmin(off_line(x), off_line(y)) > 0.06 + 0.8 / s->scale;
        }
    if (lines < 500) stop("the lines on the ground are not to be seen");
    expect("pixels of lines not on a multiple of 10 m", astray, 0, 0);
}

int main(int count, char **words)
{
    int forces = count == 6 && strcmp(words[5], "forces") == 0;
    if (count != 5 + forces) stop("PICTURE.bmp LENGTH_M WIDTH_M NOSE_M [forces]");
    struct state s = read_state();
    struct picture p = read_picture(words[1]);
    expect("picture's width, pixels", p.width, s.width, 0);
    expect("picture's height, pixels", p.height, s.height, 0);
    if (failures) return EXIT_FAILURE;
    if (!forces) check_car(&p, &s, atof(words[2]), atof(words[3]), atof(words[4]));
    check_forces(&p, &s, forces, atof(words[2]), atof(words[3]));
    check_ground(&p, &s);
    free(p.rows);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
