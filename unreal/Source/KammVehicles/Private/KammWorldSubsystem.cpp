#include "KammWorldSubsystem.h"

#include "Engine/Level.h"
#include "Engine/World.h"
#include "KammAxes.h"
#include "KammVehicleComponent.h"

void FKammTickFunction::ExecuteTick(float DeltaTime, ELevelTick TickType, ENamedThreads::Type,
                                    const FGraphEventRef &)
{
    if (TickType != LEVELTICK_ViewportsOnly && Target->bStepsItself) Target->Tick(DeltaTime);
}

/* -- Beginning and end -- */

bool UKammWorldSubsystem::DoesSupportWorldType(const EWorldType::Type WorldType) const
{
    return WorldType == EWorldType::Game || WorldType == EWorldType::PIE;
}

void UKammWorldSubsystem::OnWorldBeginPlay(UWorld &InWorld)
{
    Super::OnWorldBeginPlay(InWorld);
    TickFunction.Target = this;
    TickFunction.bCanEverTick = true;
    TickFunction.TickGroup = TG_PostPhysics;
    TickFunction.RegisterTickFunction(InWorld.PersistentLevel);
}

void UKammWorldSubsystem::Deinitialize()
{
    TickFunction.UnRegisterTickFunction();
    World.Reset();
    Vehicles.Empty();
    Super::Deinitialize();
}

bool UKammWorldSubsystem::Create()
{
    kamm_error Why = {};
    kamm_world_def Def = {};
    Def.ground.query = Query;
    Def.ground.user = this;
    Def.ground.interval_substeps = QuerySubsteps;
    Def.ground.body_points = 1;
    const double Gravity = GetWorld()->GetGravityZ() / Kamm::CmPerM;
    Def.ground.gravity_mps2[2] = Gravity != 0 ? static_cast<float>(Gravity) : -KAMM_NONE;
    Def.substep_s = 1.0 / SubstepsPerSecond;
    Clock.substep_s = Def.substep_s;
    World.Reset(kamm_create_world(&Def, &Why));
    if (!World) UE_LOG(LogKamm, Error, TEXT("%s"), UTF8_TO_TCHAR(Why.text));
    return World.IsValid();
}

bool UKammWorldSubsystem::Add(UKammVehicleComponent *Vehicle, kamm_cars *Cars)
{
    kamm_error Why = {};
    if (!World && !Create()) return false;
    if (kamm_add_cars(World.Get(), Cars, &Why) != KAMM_OK) {
        UE_LOG(LogKamm, Error, TEXT("%s: %s"), *Vehicle->GetName(), UTF8_TO_TCHAR(Why.text));
        return false;
    }
    Vehicles.Add(Vehicle);
    return true;
}

void UKammWorldSubsystem::Remove(UKammVehicleComponent *Vehicle)
{
    if (World) kamm_remove_cars(World.Get(), Vehicle->GetCars(), nullptr);
    Vehicles.Remove(Vehicle);
}

bool UKammWorldSubsystem::Replace(kamm_cars *Cars, kamm_cars *By)
{
    kamm_error Why;
    if (kamm_replace_cars(World.Get(), Cars, By, &Why) == KAMM_OK) return true;
    UE_LOG(LogKamm, Error, TEXT("%s"), UTF8_TO_TCHAR(Why.text));
    return false;
}

// A metre above: a component that is a little below the road is meant to be on it.
kamm_placement UKammWorldSubsystem::PlaceOnGround(const kamm_cars *Cars, const FTransform &At) const
{
    double Position[3];
    float Forward[3];
    Kamm::FromUnreal(At.GetLocation(), Position);
    Kamm::DirectionFromUnreal(At.GetRotation().GetForwardVector(), Forward);
    return kamm_placement_in_world_below(World.Get(), kamm_model_of(Cars, 0), Position[0],
                                         Position[1], FMath::Atan2(Forward[1], Forward[0]),
                                         Position[2] + 1);
}

/* -- A frame -- */

void UKammWorldSubsystem::Tick(double IntervalS)
{
    if (Vehicles.IsEmpty()) return;
    double Fraction = 1;
    const int32 Substeps = kamm_advance_clock(&Clock, IntervalS, &Fraction);
    StepVehicles(Substeps, IntervalS);
    ShowVehicles(Fraction);
}

void UKammWorldSubsystem::Step(int32 Substeps)
{
    if (Vehicles.IsEmpty()) return;
    StepVehicles(Substeps, Substeps * Clock.substep_s);
    ShowVehicles(1);
}

void UKammWorldSubsystem::StepVehicles(int32 Substeps, double IntervalS)
{
    for (const TObjectPtr<UKammVehicleComponent> &Vehicle : Vehicles)
        Vehicle->WriteInputs(IntervalS);
    kamm_step_world(World.Get(), Substeps);
}

// Handlers of events may end vehicles: those that are left are told.
void UKammWorldSubsystem::ShowVehicles(double Fraction)
{
    for (const TObjectPtr<UKammVehicleComponent> &Vehicle : Vehicles) Vehicle->Show(Fraction);
    TellHits();
    const TArray<TObjectPtr<UKammVehicleComponent>> Shown = Vehicles;
    for (const TObjectPtr<UKammVehicleComponent> &Vehicle : Shown)
        if (Vehicles.Contains(Vehicle)) Vehicle->Tell();
}

void UKammWorldSubsystem::TellHits()
{
    int Count;
    const kamm_contact_event *Events = kamm_contact_events(World.Get(), &Count);
    const TArray<kamm_contact_event> Hits(Events,
                                          Count); // they are valid until a vehicle enters or leaves
    const TArray<TObjectPtr<UKammVehicleComponent>> Groups = Vehicles;
    for (const kamm_contact_event &Hit : Hits)
        for (int32 Side = 0; Side < 2; ++Side) {
            if (Hit.type[Side] != KAMM_BODY_CAR || !(Hit.phase & KAMM_CONTACT_BEGAN)) continue;
            if (!Groups.IsValidIndex(Hit.group[Side]) ||
                !Vehicles.Contains(Groups[Hit.group[Side]]))
                continue;
            Groups[Hit.group[Side]]->OnCollided.Broadcast(Hit.impulse_ns, Hit.speed_mps,
                                                          Kamm::ToUnreal(Hit.point_m));
        }
}

/* -- State -- */

TArray<uint8> UKammWorldSubsystem::SaveState() const
{
    TArray<uint8> State;
    if (!World) return State;
    State.SetNumUninitialized(static_cast<int32>(kamm_world_snapshot_size(World.Get())));
    kamm_save_world_snapshot(World.Get(), State.GetData());
    return State;
}

bool UKammWorldSubsystem::RestoreState(const TArray<uint8> &State)
{
    kamm_error Why;
    if (!World) return State.IsEmpty();
    if (kamm_restore_world_snapshot(World.Get(), State.GetData(), static_cast<size_t>(State.Num()),
                                    &Why) == KAMM_OK)
        return true;
    UE_LOG(LogKamm, Error, TEXT("%s"), UTF8_TO_TCHAR(Why.text));
    return false;
}

int64 UKammWorldSubsystem::GetStateHash() const
{
    return World ? static_cast<int64>(kamm_world_state_hash(World.Get())) : 0;
}
