/* Shapes in metres on an SDL window: what topdown.c draws with. Nothing of Kamm is in here. */
#ifndef SKETCH_H
#define SKETCH_H

#include <SDL.h>
#include <complex.h>
#include <math.h>

/* A point or a direction in the plane, x + I y: x to the right, y up. A product with a unit vector
 * turns it. */
typedef double complex vector;

typedef struct screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *canvas; /* twice the window's size: shrinking it smooths the edges */
    int width, height;   /* of the window, pixels */
    vector middle;       /* is seen in the middle of the window, metres */
    double scale;        /* pixels per metre */
} screen;

/* Returns 0 if there is no display; SDL_GetError says why. */
static int open_screen(screen *s)
{
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    s->window = SDL_CreateWindow("Kamm", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 1000, 700,
                                 SDL_WINDOW_RESIZABLE);
    if (!s->window) return 0;
    s->renderer = SDL_CreateRenderer(s->window, -1, SDL_RENDERER_PRESENTVSYNC);
    return s->renderer != NULL;
}

/* Starts a picture in one colour. */
static void clear_screen(screen *s, Uint32 rgba)
{
    int width, height;
    SDL_GetRendererOutputSize(s->renderer, &width, &height);
    if (!s->canvas || width != s->width || height != s->height) {
        if (s->canvas) SDL_DestroyTexture(s->canvas);
        s->canvas = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_ARGB8888,
                                      SDL_TEXTUREACCESS_TARGET, 2 * width, 2 * height);
        s->width = width, s->height = height;
    }
    SDL_SetRenderTarget(s->renderer, s->canvas);
    if (s->canvas) SDL_RenderSetScale(s->renderer, 2, 2);
    SDL_SetRenderDrawBlendMode(s->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(s->renderer, (Uint8)(rgba >> 24), (Uint8)(rgba >> 16),
                           (Uint8)(rgba >> 8), 255);
    SDL_RenderClear(s->renderer);
}

/* Ends the picture; SDL_RenderPresent shows it. */
static void finish_screen(const screen *s)
{
    if (!s->canvas) return;
    SDL_SetRenderTarget(s->renderer, NULL);
    SDL_RenderCopy(s->renderer, s->canvas, NULL, NULL);
}

/* Before it is shown. Returns 0 on error. */
static int save_screen(const screen *s, const char *path)
{
    SDL_Surface *copy =
        SDL_CreateRGBSurfaceWithFormat(0, s->width, s->height, 24, SDL_PIXELFORMAT_BGR24);
    int done =
        copy &&
        !SDL_RenderReadPixels(s->renderer, NULL, copy->format->format, copy->pixels, copy->pitch) &&
        !SDL_SaveBMP(copy, path);
    SDL_FreeSurface(copy);
    return done;
}

/* Fills a convex shape that is symmetric about its nose. `left` has the corners of its left side in
 * order: real parts in units of `nose`, imaginary parts in units of `half_width`; 16 at most. */
static void fill(const screen *s, Uint32 rgba, vector at, vector nose, double half_width,
                 const vector *left, int count)
{
    SDL_Color colour = {(Uint8)(rgba >> 24), (Uint8)(rgba >> 16), (Uint8)(rgba >> 8), (Uint8)rgba};
    SDL_Vertex v[32];
    int fan[3 * 32], corners = 2 * count;
    for (int i = 0; i < corners; ++i) {
        vector c = i < count ? left[i] : conj(left[corners - 1 - i]);
        vector p = at + nose * creal(c) + I * nose / cabs(nose) * half_width * cimag(c) - s->middle;
        v[i] = (SDL_Vertex){.color = colour};
        v[i].position.x = (float)(s->width / 2.0 + s->scale * creal(p));
        v[i].position.y = (float)(s->height / 2.0 - s->scale * cimag(p));
        fan[3 * i] = 0, fan[3 * i + 1] = i + 1, fan[3 * i + 2] = i + 2;
    }
    SDL_RenderGeometry(s->renderer, NULL, v, corners, fan, 3 * (corners - 2));
}

static void line(const screen *s, Uint32 rgba, vector from, vector to, double width)
{
    const vector left[] = {I, 1 + I};
    if (cabs(to - from) > 0) fill(s, rgba, from, to - from, width / 2, left, 2);
}

static void disc(const screen *s, Uint32 rgba, vector middle, double radius)
{
    vector left[16];
    for (int i = 0; i < 16; ++i) left[i] = cexp(I * M_PI * i / 15);
    fill(s, rgba, middle, radius, radius, left, 16);
}

#endif
