/* What a driver does, by keys, game pad or steering wheel. Nothing of Kamm is in here. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WHEEL_AXIS = 0, GO_AXIS = 2, STOP_AXIS = 3 }; /* of a steering wheel, as Logitech has them */

typedef struct controls {
    SDL_GameController *pad;
    SDL_Joystick *wheel;
    SDL_Haptic *motor; /* of the wheel */
    int force;         /* SDL's number of what the motor does; -1: nothing yet */
} controls;

typedef struct request {
    double steer;            /* of keys or stick, -1 … 1, positive left */
    double wheel;            /* share of the lock by which the steering wheel is turned, likewise */
    double go, stop, handle; /* pedals and hand brake, 0 … 1 */
} request;

static double clamp(double x, double low, double high) { return fmin(fmax(x, low), high); }

/* For each SDL_JOYDEVICEADDED, which comes at the start as well. What is unplugged reads 0. */
static void add_device(controls *c, int index)
{
    int is_wheel = SDL_JoystickGetDeviceType(index) == SDL_JOYSTICK_TYPE_WHEEL;
    if (SDL_IsGameController(index) && !is_wheel) {
        c->pad = SDL_GameControllerOpen(index);
    } else if ((c->wheel = SDL_JoystickOpen(index))) {
        c->motor = SDL_HapticOpenFromJoystick(c->wheel);
        c->force = -1;
    }
}

/* How far a pedal is from where it was found: some count up, others down. */
static double pedal(SDL_Joystick *wheel, int axis)
{
    Sint16 rest = 0;
    if (!SDL_JoystickGetAxisInitialState(wheel, axis, &rest)) return 0;
    return abs(SDL_JoystickGetAxis(wheel, axis) - rest) / 65535.0;
}

/* Keys, game pad and steering wheel add up. */
static request read_controls(const controls *c)
{
    const Uint8 *key = SDL_GetKeyboardState(NULL);
    request w = {.steer = key[SDL_SCANCODE_LEFT] - key[SDL_SCANCODE_RIGHT],
                 .go = key[SDL_SCANCODE_UP] + key[SDL_SCANCODE_W],
                 .stop = key[SDL_SCANCODE_DOWN] + key[SDL_SCANCODE_S],
                 .handle = key[SDL_SCANCODE_SPACE]};
    w.steer += key[SDL_SCANCODE_A] - key[SDL_SCANCODE_D];
    if (c->pad) {
        double x = SDL_GameControllerGetAxis(c->pad, SDL_CONTROLLER_AXIS_LEFTX) / 32768.0;
        w.steer -= fabs(x) > 0.1 ? x * fabs(x) : 0;
        w.go += SDL_GameControllerGetAxis(c->pad, SDL_CONTROLLER_AXIS_TRIGGERRIGHT) / 32767.0;
        w.stop += SDL_GameControllerGetAxis(c->pad, SDL_CONTROLLER_AXIS_TRIGGERLEFT) / 32767.0;
        w.handle += SDL_GameControllerGetButton(c->pad, SDL_CONTROLLER_BUTTON_A);
    }
    if (c->wheel) {
        w.wheel = SDL_JoystickGetAxis(c->wheel, WHEEL_AXIS) / -32768.0;
        w.go += pedal(c->wheel, GO_AXIS);
        w.stop += pedal(c->wheel, STOP_AXIS);
    }
    return (request){clamp(w.steer, -1, 1), w.wheel, fmin(w.go, 1), fmin(w.stop, 1),
                     fmin(w.handle, 1)};
}

/* Makes the steering wheel pull, by a share of its motor's force, positive to the left. */
static void pull_wheel(controls *c, double share)
{
    SDL_HapticEffect force = {.constant = {.type = SDL_HAPTIC_CONSTANT}};
    force.constant.length = SDL_HAPTIC_INFINITY;
    force.constant.direction.type = SDL_HAPTIC_STEERING_AXIS;
    force.constant.level = (Sint16)(32767 * clamp(share, -1, 1));
    if (!c->motor) return;
    if (c->force >= 0 && SDL_HapticUpdateEffect(c->motor, c->force, &force) == 0) return;
    if (c->force < 0) c->force = SDL_HapticNewEffect(c->motor, &force);
    if (c->force >= 0 && SDL_HapticRunEffect(c->motor, c->force, 1) == 0) return;
    fprintf(stderr, "no force feedback: %s\n", SDL_GetError());
    SDL_HapticClose(c->motor);
    c->motor = NULL;
}

#endif
