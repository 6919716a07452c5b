/* Two clutches on one node before a spring: against a search of the node's speed, and never giving power.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/dual_clutch.h"

#include <math.h>

/* A clutch's torque at a node of that speed. */
static double most(double limit, double speed, double node)
{
    return node <= speed ? limit : -limit;
}

struct node_case {
    double stiffness, damping, twist, cage, dt;
    double speed[2], limit[2];
};

static double pulled_nm(const struct node_case *n, double node)
{
    return n->stiffness * n->twist + (n->stiffness * n->dt + n->damping) * (node - n->cage);
}

/* The node's speed at which friction can be what the spring asks for: by bisection, without the part's own cases. */
static double node_speed(const struct node_case *n)
{
    double low = -1e5, high = 1e5;
    for (int i = 0; i < 200; ++i) {
        double node = 0.5 * (low + high);
        double spare = most(n->limit[0], n->speed[0], node) + most(n->limit[1], n->speed[1], node) -
                       pulled_nm(n, node);
        if (spare > 0)
            low = node;
        else
            high = node;
    }
    return 0.5 * (low + high);
}

static struct dual_clutch_node solve(const struct node_case *n)
{
    struct dual_clutch_spring spring = {splat((float)n->stiffness), splat((float)n->damping),
                                        splat((float)n->twist), splat((float)n->cage)};
    return dual_clutch_node(&spring, splat((float)n->speed[0]), splat((float)n->limit[0]),
                            splat((float)n->speed[1]), splat((float)n->limit[1]),
                            splat((float)n->dt));
}

static struct node_case random_case(struct noise *noise)
{
    static const double steps[] = {1.0 / 60, 1.0 / 240, 1.0 / 1200};
    struct node_case n = {.stiffness = exp(noise_between(noise, log(500), log(1e5))),
                          .damping = noise_between(noise, 0, 300),
                          .twist = noise_between(noise, -0.3, 0.3),
                          .cage = noise_between(noise, -5, 120),
                          .dt = steps[noise_bits(noise) % 3]};
    for (int i = 0; i < 2; ++i) {
        n.speed[i] = noise_between(noise, -10, 150);
        n.limit[i] = noise_bits(noise) % 4 ? noise_between(noise, 0, 8000) : 0;
    }
    if (noise_bits(noise) % 5 == 0) n.speed[1] = n.speed[0];
    return n;
}

static void torque_and_twist_are_those_of_a_search(void **state)
{
    (void)state;
    struct noise noise = {7};
    for (int i = 0; i < 20000; ++i) {
        struct node_case n = random_case(&noise);
        struct dual_clutch_node node = solve(&n);
        double speed = node_speed(&n), torque = (double)(node.offgoing_nm + node.oncoming_nm);
        double scale = 1 + fabs(pulled_nm(&n, n.speed[0])) + fabs(pulled_nm(&n, n.speed[1])) +
                       n.limit[0] + n.limit[1] + n.stiffness * fabs(n.twist);
        expect_near(torque, pulled_nm(&n, speed), 3e-6 * scale);
        expect_near((double)node.twist_rad, n.twist + n.dt * (speed - n.cage),
                    3e-6 * scale / n.stiffness + 1e-6);
    }
}

/* Each torque within its clutch's capacity and with its slip: what the engine gives less what the shaft takes is heat. */
static void each_clutch_only_takes_power(void **state)
{
    (void)state;
    struct noise noise = {8};
    for (int i = 0; i < 20000; ++i) {
        struct node_case n = random_case(&noise);
        struct dual_clutch_node node = solve(&n);
        double speed = node_speed(&n), torque[2] = {node.offgoing_nm, node.oncoming_nm};
        for (int k = 0; k < 2; ++k) {
            double slip = n.speed[k] - speed, scale = n.limit[0] + n.limit[1] + 1;
            expect_below(fabs(torque[k]), n.limit[k] + 2e-6 * scale);
            expect_above(torque[k] * slip, -1e-5 * scale * (1 + fabs(slip)));
            if (fabs(slip) > 1e-3)
                expect_near(torque[k], slip > 0 ? n.limit[k] : -n.limit[k], 1e-5 * scale);
        }
    }
}

/* With the other one open it is a spring in series with dry friction. */
static void one_open_clutch_leaves_a_single_one(void **state)
{
    (void)state;
    struct noise noise = {9};
    for (int i = 0; i < 2000; ++i) {
        struct node_case n = random_case(&noise);
        int open = i % 2;
        n.limit[open] = 0;
        struct dual_clutch_node node = solve(&n);
        double wanted = pulled_nm(&n, n.speed[!open]);
        double expected = fmax(-n.limit[!open], fmin(n.limit[!open], wanted));
        expect_near((double)(node.offgoing_nm + node.oncoming_nm), expected,
                    1e-5 * (1 + n.limit[!open]) + 3e-7 * fabs(wanted));
        expect_near(open ? (double)node.oncoming_nm : (double)node.offgoing_nm, 0,
                    1e-5 * (1 + n.limit[!open]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_and_twist_are_those_of_a_search),
        cmocka_unit_test(each_clutch_only_takes_power),
        cmocka_unit_test(one_open_clutch_leaves_a_single_one),
    };
    return cmocka_run_group_tests_name("dual clutch", tests, NULL, NULL);
}
