/* drive.c by kamm.hpp, and what C++ adds: objects that move, errors, spans. */
#include <kamm/kamm.hpp>

#include <cstdio>
#include <cstring>

static int failures = 0;

static void expect(bool holds, const char *what)
{
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++failures;
}

static void drive_cars()
{
    kamm::model model(kamm::vehicle{}, KAMM_FULL);
    kamm::cars cars(model, 20);
    for (int i = 0; i < cars.size(); ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 10.0 * i, 0, 0.1 * i);
        at.speed_mps = i;
        at.gear = KAMM_GEAR_DRIVE;
        cars.place(i, at);
        cars.input(i).throttle = 0.05f * static_cast<float>(i);
        cars.inputs()[static_cast<std::size_t>(i)].steering_wheel_rad =
            0.3f * static_cast<float>(i - 10);
    }
    for (int frame = 0; frame < 120; ++frame) cars.step(kamm_flat_ground, 4);
    std::printf("cars %016llx\n", static_cast<unsigned long long>(cars.hash()));
}

static void drive_world()
{
    kamm::model model(kamm::vehicle{}, KAMM_FULL);
    kamm::cars cars(model, 2);
    kamm::world world;
    kamm_body_def crate = kamm_cone(0.5);
    crate.position_m[0] = 8;
    crate.position_m[2] = 0.25;
    kamm_body body = world.add(crate);
    world.add(cars);
    for (int i = 0; i < 2; ++i) {
        kamm_placement at = world.placement(model, 0, 5.0 * i, 0);
        at.speed_mps = 15;
        at.gear = KAMM_GEAR_DRIVE;
        cars.place(i, at);
    }
    std::vector<std::byte> start = world.save();
    std::size_t contacts = 0;
    for (int frame = 0; frame < 60; ++frame) {
        world.step(4);
        contacts += world.contacts().size();
    }
    std::printf("world %016llx\n", static_cast<unsigned long long>(world.hash()));
    expect(contacts > 0 && world.motion(body).position_m[0] > 8, "a car pushes the crate");
    std::uint64_t end = world.hash();
    world.restore(start);
    expect(world.hash() != end, "a restored world is another one");
    for (int frame = 0; frame < 60; ++frame) world.step(4);
    expect(world.hash() == end, "a restored world ends the same");
    kamm_hit hit;
    expect(world.cast_ray({-20, 5, 0.8}, {200, 5, 0.8}, hit), "a ray meets the other car");
}

static void objects_move()
{
    kamm::vehicle heavy;
    heavy.set("body.mass_kg", 1500).set("gearbox.kind", "automatic");
    kamm::vehicle copy = heavy;
    copy->body.mass_kg = 1600;
    expect(heavy.number("body.mass_kg") == 1500, "a copy is one of its own");
    kamm::model model(heavy);
    kamm::model taken = std::move(model);
    expect(model.get() == nullptr && taken.describe().mass_kg == 1500, "a model moves");
    const kamm_model *const both[] = {taken, taken};
    kamm::cars cars(kamm::span<const kamm_model *const>(both, 2));
    { // cars keep their model
        kamm::model gone = std::move(taken);
    }
    cars.step(kamm_flat_ground, 4);
    std::vector<std::byte> snapshot = cars.save();
    std::uint64_t hash = cars.hash();
    cars.inputs()[0].throttle = 1;
    cars.step(kamm_flat_ground, 4);
    std::vector<std::byte> portable = cars.save_portable();
    cars.restore(snapshot);
    expect(cars.hash() == hash && cars.fault(0) == 0, "a snapshot restores");
    kamm_portable_report report = cars.restore_portable(portable);
    expect(report.unknown == 0 && report.missing == 0, "a portable snapshot lacks nothing");
    expect(cars.hash() != hash, "it is of later");
    cars.switch_off(kamm_slot_of(cars, 0));
    kamm_slot back = cars.switch_on(kamm_placement{});
    expect(cars.is_on(0) && back.generation == 2, "a car goes and comes");
    cars.restore(snapshot);
    expect(cars.hash() == hash, "and is restored");
    expect(cars.row(0, KAMM_ROW_CAR, 0, 0).size() == KAMM_CARS_PER_BLOCK,
           "a row is a block of cars");
    kamm::clock clock;
    expect(clock.advance(0.02) == 4 && clock.fraction() > 0.79 && clock.fraction() < 0.81,
           "a frame of 4.8 substeps is four");
}

static void errors_are_thrown()
{
#if defined(__cpp_exceptions)
    kamm::vehicle def;
    try {
        def.set("engine.idel_rpm", 900);
        expect(false, "an unknown name is an error");
    } catch (const kamm::error &error) {
        expect(error.code == KAMM_ERROR_UNKNOWN && std::strstr(error.what(), "idle"), error.what());
    }
    try {
        def->body.mass_kg = -1;
        kamm::model model(def);
        expect(false, "a mass below 0 is an error");
    } catch (const kamm::error &error) {
        expect(error.code == KAMM_ERROR_RANGE && error.path == "body.mass_kg", error.what());
    }
#endif
}

int main()
{
    drive_cars();
    drive_world();
    objects_move();
    errors_are_thrown();
    return failures != 0;
}
