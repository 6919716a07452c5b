/* What the plugin does in a scene of stubs: inputs, wheels, events, ground, state, presets and errors. */
#include "KammAxes.h"
#include "scene.h"

#include <cstdio>
#include <limits>

int Failures = 0;

void Expect(bool holds, const char *what)
{
    if (holds) return;
    std::printf("does not hold: %s\n", what);
    ++Failures;
}

static FVector At(const USceneComponent *of) { return of->GetComponentTransform().GetLocation(); }

static void InputsSteer()
{
    FScene scene;
    UKammVehicleComponent *assisted = scene.Start(FVector(0, 0, 0)),
                          *plain = scene.Start(FVector(0, 5000, 0));
    plain->bAssisted = false;
    assisted->Throttle = plain->Throttle = 1;
    scene.Run(120);
    assisted->Steer = 0.5f;
    plain->Steer = 0.2f;
    scene.Run(180);
    Expect(At(assisted).Y > 100 && At(plain).Y > 5100, "a positive steer turns right");
    Expect(At(assisted).X > 1000 && assisted->GetSpeedMps() > 5, "the throttle drives forward");
    plain->Gear = -1;
    plain->Throttle = 0;
    plain->Steer = 0;
    plain->Brake = 1;
    scene.Run(300);
    plain->Brake = 0;
    plain->Throttle = 0.5f;
    scene.Run(120);
    Expect(plain->ReadChannel(TEXT("gear")) == -1 &&
               plain->ReadChannel(TEXT("forward_speed_mps")) < 0,
           "the gear of a plain driver is its own");
}

static void WheelsFollow()
{
    FScene scene;
    UKammVehicleComponent *vehicle = scene.AddVehicle(FVector(0, 0, 0));
    USceneComponent *between = vehicle->StubOwner->AddComponent<USceneComponent>(vehicle);
    UKammWheelComponent *right = vehicle->StubOwner->AddComponent<UKammWheelComponent>(between);
    UKammWheelComponent *still = vehicle->StubOwner->AddComponent<UKammWheelComponent>(vehicle);
    UKammWheelComponent *lost = vehicle->StubOwner->AddComponent<UKammWheelComponent>();
    right->Wheel = 1;
    still->Wheel = 2;
    still->bSpins = false;
    Logged.clear();
    vehicle->StubOwner->BeginPlay();
    Expect(Logged.size() == 1, "a wheel without a vehicle is reported");
    Expect(vehicle->GetWheelCount() == 4, "the default car has four wheels");
    vehicle->Throttle = 0.2f;
    for (int i = 0; i < 120 && At(vehicle).X < 10; ++i) scene.Run(1);
    Expect(At(right).Y > 50 && At(right).X > At(vehicle).X && At(right).Z > 20,
           "the wheel 1 is at the front right");
    Expect(At(still).Y < -50 && At(still).X < At(vehicle).X, "the wheel 2 is at the rear left");
    Expect(right->GetComponentTransform().GetRotation().GetForwardVector().Z < -0.1,
           "it rolls forward: its front goes down");
    Expect(std::abs(still->GetComponentTransform().GetRotation().GetForwardVector().Z) < 0.02,
           "the other one only travels");
    lost->StubOwner = vehicle->StubOwner;
    vehicle->StubOwner->Destroy();
    scene.Run(1);
    Expect(vehicle->GetWheelCount() == 0 && vehicle->GetCars() == nullptr,
           "it ends with its actor");
}

static void EventsAreTold()
{
    FScene scene;
    UKammVehicleComponent *slow = scene.Start(FVector(4000, 0, 0)),
                          *fast = scene.Start(FVector(0, 0, 0));
    int gears = 0, hits = 0, others = 0, slips = 0, faults = 0;
    FVector hit;
    fast->bAssisted = false;
    fast->SlipLimitMps = 0.05;
    fast->OnGearChanged.Handlers.push_back([&](int32) { ++gears; });
    fast->OnWheelSlipped.Handlers.push_back([&](int32, bool bSlips) { slips += bSlips; });
    fast->OnFault.Handlers.push_back([&](int32 bits) { faults += bits; });
    slow->OnCollided.Handlers.push_back([&](float impulse, float speed, FVector point) {
        Expect(impulse > 100 && speed > 1, "the impact has a strength");
        hit = point;
        ++hits;
        slow->StubOwner->Destroy();
    });
    fast->OnCollided.Handlers.push_back([&](float, float, FVector) { ++others; });
    fast->Throttle = 1;
    scene.Run(600);
    Expect(hits == 1 && others > 0,
           "both vehicles are told of the impact, and the first may end then");
    Expect(hit.X > 3000 && hit.X < 4500 && hit.Z > 10, "it is where the first one stood");
    Expect(gears > 0 && slips > 0, "gears and slipping wheels are told");
    fast->Throttle = std::numeric_limits<float>::quiet_NaN();
    scene.Run(10);
    Expect(faults == 2, "a fault is told once");
}

static double Load(const UKammVehicleComponent *vehicle)
{
    double load = 0;
    for (int32 i = 0; i < vehicle->GetWheelCount(); ++i)
        load += vehicle->ReadWheelChannel(i, TEXT("load_n"));
    return load;
}

/* Distance to a stop from 8 s of full throttle, m. */
static double StopsIn(FScene &scene)
{
    UKammVehicleComponent *vehicle = scene.Start(FVector(0, 0, 0));
    vehicle->Throttle = 1;
    scene.Run(300);
    const double speed = vehicle->GetSpeedMps(), from = At(vehicle).X;
    vehicle->Throttle = 0;
    vehicle->Brake = 1;
    scene.Run(1200);
    return (At(vehicle).X - from) / 100 / (speed * speed);
}

static void GroundIsUnreals()
{
    FScene dry, ice;
    FKammSurface surface;
    surface.Surface = SurfaceType2;
    surface.Friction = 0.2f;
    ice.Material.SurfaceType = SurfaceType2;
    ice.Kamm->Surfaces.Add(surface);
    Expect(StopsIn(ice) > 3 * StopsIn(dry), "surfaces have their friction");

    FScene scene;
    UPrimitiveComponent *deck = scene.AddBox(FVector(-5000, -5000, 100), FVector(5000, 5000, 200));
    scene.AddBox(FVector(20000, -500, -100), FVector(20400, 500, 0.001))->Mobility =
        EComponentMobility::Static;
    UKammVehicleComponent *on = scene.Start(FVector(0, 0, 210)),
                          *inside = scene.Start(FVector(20200, 0, 0));
    UKammVehicleComponent *steep = scene.Start(FVector(40000, 0, 0));
    scene.AddBox(FVector(39000, -500, 20), FVector(41000, 500, 21));
    scene.World.Boxes.back().Normal = FVector(0.99, 0, 0.14);
    scene.Run(60);
    Expect(std::abs(At(on).Z - 200) < 5, "it stands on the deck");
    deck->StubVelocity = FVector(0, 150, 0);
    scene.Run(120);
    Expect(std::abs(on->ReadChannel(TEXT("speed_over_ground_mps"))) < 0.1 && At(on).Y > 150,
           "and moves with it");
    Expect(std::abs(At(inside).Z) < 5 && std::abs(At(steep).Z) < 5, "side faces are no ground");
    scene.World.Boxes.push_back(
        {deck, FVector(39000, -500, -50), FVector(41000, 500, 5000), nullptr});
    scene.Run(60);
    Expect(std::abs(At(steep).Z) < 5 && Load(steep) > 1000, "nor are shapes in which a ray begins");
    scene.World.Boxes.clear();
    scene.Run(60);
    Expect(At(on).Z < -100, "without ground it falls");
}

static void StateComesBack()
{
    FScene scene;
    UKammVehicleComponent *vehicle = scene.Start(FVector(0, 0, 0));
    vehicle->Throttle = 1;
    scene.Kamm->bStepsItself = false;
    scene.Run(10);
    Expect(vehicle->GetSpeedMps() == 0, "it waits for the game's own steps");
    scene.Kamm->Step(240);
    const TArray<uint8> state = scene.Kamm->SaveState();
    scene.Kamm->Step(240);
    const int64 end = scene.Kamm->GetStateHash();
    Expect(scene.Kamm->RestoreState(state) && scene.Kamm->GetStateHash() != end,
           "a state is restored");
    scene.Kamm->Step(240);
    Expect(scene.Kamm->GetStateHash() == end, "and goes on with the same bits");
    scene.Start(FVector(0, 5000, 0));
    Logged.clear();
    Expect(!scene.Kamm->RestoreState(state) && Logged.size() == 1,
           "that of other vehicles is refused");
    scene.Kamm->bStepsItself = true;
    scene.World.Tick(1, LEVELTICK_ViewportsOnly);
    Expect(scene.Kamm->Supports(EWorldType::PIE) && !scene.Kamm->Supports(EWorldType::Editor),
           "the editor's own worlds have none");
}

static void PresetsChange()
{
    FScene scene;
    FKammSetting wrong;
    UKammPreset *preset = PresetOf(u"nissan-micra"), *other = PresetOf(u"volvo-v40"),
                *bad = PresetOf(u"nissan-mikra");
    wrong.Path = TEXT("body.mas_kg");
    wrong.Value = TEXT("900");
    UKammVehicleComponent *vehicle = scene.Start(FVector(0, 0, 0), preset);
    vehicle->Throttle = 1;
    scene.Run(240);
    const double speed = vehicle->GetSpeedMps(), x = At(vehicle).X;
    Expect(vehicle->Change(other) && std::abs(vehicle->GetSpeedMps() - speed) < 0.5,
           "another vehicle goes on in its motion");
    scene.Run(1);
    Expect(std::abs(At(vehicle).X - x) < 200 * speed / 60, "and at its place");
    Logged.clear();
    Expect(!vehicle->Change(bad) && vehicle->Preset == other, "one that does not exist is refused");
    Expect(Logged.size() == 1 && Logged[0].find("nissan-micra") != std::string::npos,
           "with the name that was meant");
    preset->Settings.Add(wrong);
    FPropertyChangedEvent changed;
    preset->PostEditChangeProperty(changed);
    Logged.clear();
    UKammVehicleComponent *none = scene.Start(FVector(0, 9000, 0), preset);
    Expect(!none->GetCars() && Logged.size() == 1 && Logged[0].find("mass_kg") != std::string::npos,
           "a wrong setting is named");
    none->Place(FTransform());
    scene.Run(10);
    Expect(none->GetSpeedMps() == 0 && none->GetStateHash() == 0, "such a vehicle stands");
    Logged.clear();
    Expect(vehicle->ReadChannel(TEXT("speed")) == 0 && Logged.size() == 1,
           "an unknown channel is reported");
    Expect(vehicle->ReadWheelChannel(99, TEXT("load_n")) == 0, "a wheel that it lacks reads 0");
    vehicle->bOnGround = false;
    vehicle->Place(FTransform(FQuat(), FVector(100, 200, 300)));
    Expect((At(vehicle) - FVector(100, 200, 300)).Size() < 1e-3, "it is placed in the air");
    vehicle->Place(FTransform(FQuat(), FVector(std::numeric_limits<double>::infinity(), 0, 0)));
    Expect((At(vehicle) - FVector(100, 200, 300)).Size() < 1e-3,
           "a place that is not finite is refused");
}

int main()
{
    StartedModule->StartupModule();
    CheckAxes();
    CheckBits();
    InputsSteer();
    WheelsFollow();
    EventsAreTold();
    GroundIsUnreals();
    StateComesBack();
    PresetsChange();
    StartedModule->ShutdownModule();
    Objects.clear();
    if (!Failures) std::printf("all holds\n");
    return Failures != 0;
}
