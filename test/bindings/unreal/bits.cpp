/* The plugin's vehicles beside those of the C interface: axes, and the same bits. */
#include "KammAxes.h"
#include "scene.h"

#include <kamm/bindings.h>
#include <kamm/input_assist.h>
#include <kamm/io/vehicle_file.h>

#include <cstdio>
#include <cstring>

/* -- Axes -- */

static bool IsNear(const FVector &a, const FVector &b) { return (a - b).Size() < 1e-9; }

void CheckAxes()
{
    const double half = std::sqrt(0.5), left[4] = {half, 0, 0, half};
    const FQuat turned = Kamm::ToUnrealRotation(left);
    Expect(IsNear(turned.GetForwardVector(), FVector(0, -1, 0)),
           "a car that has turned left drives along -y");

    const double arm[3] = {1, 2, 3}, force[3] = {-4, 5, 7},
                 torque[3] = {2 * 7 - 3 * 5, 3 * -4 - 1 * 7, 1 * 5 - 2 * -4};
    Expect(IsNear(FVector::CrossProduct(Kamm::ToUnreal(arm), Kamm::ToUnreal(force)),
                  Kamm::TorqueToUnreal(torque)),
           "a torque is arm times force");
    Expect(IsNear(FVector::CrossProduct(Kamm::SpinToUnreal(arm), Kamm::ToUnreal(force)),
                  Kamm::ToUnreal(torque)),
           "a speed is the turn rate times the arm");

    double back[3], q[4];
    float direction[3];
    Kamm::FromUnreal(Kamm::ToUnreal(arm), back);
    Expect(back[0] == 1 && back[1] == 2 && back[2] == 3, "places go and come");
    Kamm::SpinFromUnreal(Kamm::SpinToUnreal(arm), back);
    Expect(back[0] == 1 && back[1] == 2 && back[2] == 3, "turn rates go and come");
    Kamm::RotationFromUnreal(FQuat(0.1, 0.2, 0.3, 0.9), q);
    const FQuat again = Kamm::ToUnrealRotation(q);
    Expect(again.X == 0.1 && again.Y == 0.2 && again.Z == 0.3 && again.W == 0.9,
           "rotations go and come");
    Kamm::DirectionFromUnreal(FVector(0, 1, 0), direction);
    Expect(direction[1] == -1 && Kamm::DirectionToUnreal(direction).Y == 1,
           "right is against left");
    /* A rotation in Kamm, then into Unreal, is a rotation there. */
    const double up[3] = {0, 0, 1};
    Expect(IsNear(turned.RotateVector(Kamm::ToUnreal(up)), Kamm::ToUnreal(up)),
           "a turn keeps its axis");
}

/* -- The C interface, on the same ground -- */

static void LevelGround(void *, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        std::memset(&contacts[i], 0, sizeof contacts[i]);
        contacts[i].point_m[0] = probes[i].position_m[0];
        contacts[i].point_m[1] = probes[i].position_m[1];
        contacts[i].normal[2] = 1;
        contacts[i].friction = 1;
    }
}

struct FReference {
    kamm_world *world;
    kamm_clock clock = {1.0 / 240, 0, 0};
    std::vector<kamm_cars *> cars;

    FReference()
    {
        kamm_world_def def = {};
        def.ground.query = LevelGround;
        def.ground.interval_substeps = 4;
        def.ground.body_points = 1;
        def.ground.gravity_mps2[2] = -9.8f;
        world = kamm_create_world(&def, nullptr);
    }
    ~FReference()
    {
        for (kamm_cars *car : cars) kamm_destroy_cars(car);
        kamm_destroy_world(world);
    }
    void Add(const char *vehicle, double x_m, double y_m)
    {
        auto file = std::make_unique<kamm_vehicle_file>();
        kamm_default_vehicle_out(&file->def);
        if (vehicle) kamm_load_vehicle(vehicle, file.get(), nullptr, nullptr);
        kamm_model *model = kamm_create_model(&file->def, KAMM_FULL, nullptr);
        cars.push_back(kamm_create_cars(model, 1, nullptr));
        kamm_add_cars(world, cars.back(), nullptr);
        kamm_placement at = kamm_placement_in_world_below(world, model, x_m, y_m, 0, 1);
        at.gear = KAMM_GEAR_DRIVE;
        kamm_place(cars.back(), 0, &at);
        kamm_destroy_model(model);
    }
    double Frame(const kamm_driver_request &request, double interval_s)
    {
        double fraction;
        const kamm_input_assist assist = kamm_default_input_assist();
        for (kamm_cars *car : cars) {
            if (kamm_inputs(car)->gear != -1) kamm_inputs(car)->gear = KAMM_GEAR_DRIVE;
            kamm_assist_input(&assist, car, 0, &request, interval_s);
        }
        kamm_step_world(world, kamm_advance_clock(&clock, interval_s, &fraction));
        return fraction;
    }
};

/* Nineteen seconds in frames of changing length: away, through bends both ways, to rest, and backwards. */
static kamm_driver_request RequestAt(int frame)
{
    kamm_driver_request request = {};
    request.steer = frame < 200 ? 0 : frame < 500 ? 0.5f : frame < 800 ? -0.75f : 0;
    request.throttle = frame < 600 ? 1 : 0;
    request.brake = frame < 600 || (frame >= 1050 && frame < 1080) ? 0 : 0.75f;
    return request;
}

static bool IsShown(const UKammVehicleComponent *vehicle, const kamm_cars *car, double fraction)
{
    kamm_pose body;
    kamm_read_pose(car, 0, fraction, &body, nullptr);
    return IsNear(vehicle->GetComponentTransform().GetLocation(), Kamm::ToUnreal(body.position_m));
}

void CheckBits()
{
    static const char *const vehicles[] = {nullptr, "nissan-micra", "kraz-6x4",
                                           "yamaha-yzf-r6-1999"};
    static const TCHAR *const names[] = {u"", u"nissan-micra", u"kraz-6x4", u"yamaha-yzf-r6-1999"};
    FScene scene;
    FReference reference;
    std::vector<UKammVehicleComponent *> shown;
    for (int i = 0; i < 4; ++i) {
        reference.Add(vehicles[i], 12, -50.0 * i);
        shown.push_back(scene.Start(FVector(1200, 5000 * i, 30), PresetOf(names[i])));
    }
    bool same = true, poses = true;
    for (int frame = 0; frame < 1400; ++frame) {
        const float interval_s = frame % 3 ? 1 / 60.0f : 1 / 144.0f;
        const kamm_driver_request request = RequestAt(frame);
        for (UKammVehicleComponent *vehicle : shown) {
            vehicle->Steer = -request.steer;
            vehicle->Throttle = request.throttle;
            vehicle->Brake = request.brake;
        }
        scene.World.Tick(interval_s);
        const double fraction = reference.Frame(request, interval_s);
        for (std::size_t i = 0; i < shown.size(); ++i) {
            same = same && static_cast<uint64_t>(shown[i]->GetStateHash()) ==
                               kamm_state_hash(reference.cars[i]);
            poses = poses && IsShown(shown[i], reference.cars[i], fraction);
        }
    }
    const uint64_t hash = kamm_world_state_hash(reference.world);
    std::printf("unreal %016llx\n", static_cast<unsigned long long>(scene.Kamm->GetStateHash()));
    std::printf("c      %016llx\n", static_cast<unsigned long long>(hash));
    Expect(same, "every vehicle has the bits of C in every frame");
    Expect(poses, "it is shown between its last two substeps");
    Expect(static_cast<uint64_t>(scene.Kamm->GetStateHash()) == hash,
           "the world has the hash of C");
    Expect(shown[1]->ReadChannel(TEXT("forward_speed_mps")) < -1, "it drives backwards in the end");
}
