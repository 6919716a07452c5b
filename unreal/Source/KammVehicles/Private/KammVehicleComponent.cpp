#include "KammVehicleComponent.h"

#include "Engine/World.h"
#include "KammAxes.h"
#include "KammPreset.h"
#include "KammWheelComponent.h"
#include "KammWorldSubsystem.h"

THIRD_PARTY_INCLUDES_START
#include <kamm/bindings.h>
#include <kamm/input_assist.h>
THIRD_PARTY_INCLUDES_END

/* -- From a preset to a car -- */

Kamm::FCars UKammVehicleComponent::CreateCars()
{
    UKammPreset *Of = Preset;
    if (!Of) {
        if (!DefaultPreset) DefaultPreset = NewObject<UKammPreset>(this);
        Of = DefaultPreset;
    }
    const kamm_model *Model =
        Of->GetModel(GetWorld()->GetSubsystem<UKammWorldSubsystem>()->SubstepsPerSecond);
    kamm_error Why = {};
    Kamm::FCars Created(Model ? kamm_create_cars(Model, 1, &Why) : nullptr);
    if (Model && !Created)
        UE_LOG(LogKamm, Error, TEXT("%s: %s"), *GetName(), UTF8_TO_TCHAR(Why.text));
    return Created;
}

void UKammVehicleComponent::Enter(Kamm::FCars Entering)
{
    TUniquePtr<kamm_model_info> Info = MakeUnique<kamm_model_info>();
    Cars = MoveTemp(Entering);
    kamm_describe_out(kamm_model_of(Cars.Get(), 0), Info.Get());
    LockRad = static_cast<float>(Info->steering_lock_rad);
    WheelPoses.SetNum(Info->wheel_count);
    Slips.Init(false, Info->wheel_count);
    EngagedGear = FMath::RoundToInt32(kamm_read(Cars.Get(), 0, KAMM_CHANNEL_gear));
    Fault = 0;
}

void UKammVehicleComponent::BeginPlay()
{
    Super::BeginPlay();
    UKammWorldSubsystem *World = GetWorld()->GetSubsystem<UKammWorldSubsystem>();
    Kamm::FCars Created = World ? CreateCars() : Kamm::FCars();
    if (!Created || !World->Add(this, Created.Get())) return;
    Enter(MoveTemp(Created));
    Place(GetComponentTransform());
}

void UKammVehicleComponent::EndPlay(const EEndPlayReason::Type Reason)
{
    UKammWorldSubsystem *World = GetWorld()->GetSubsystem<UKammWorldSubsystem>();
    if (Cars && World) World->Remove(this);
    Cars.Reset();
    WheelPoses.Empty();
    Super::EndPlay(Reason);
}

bool UKammVehicleComponent::Change(UKammPreset *To)
{
    TObjectPtr<UKammPreset> Before = Preset;
    Preset = To;
    if (!Cars) return true;
    Kamm::FCars Created = CreateCars();
    if (Created) kamm_hand_over(Cars.Get(), 0, Created.Get(), 0);
    if (Created &&
        GetWorld()->GetSubsystem<UKammWorldSubsystem>()->Replace(Cars.Get(), Created.Get())) {
        Enter(MoveTemp(Created));
        return true;
    }
    Preset = Before;
    return false;
}

void UKammVehicleComponent::Place(const FTransform &At)
{
    if (!Cars) return;
    kamm_placement Placement = {};
    Kamm::FromUnreal(At.GetLocation(), Placement.position_m);
    Kamm::RotationFromUnreal(At.GetRotation(), Placement.orientation);
    if (bOnGround)
        Placement = GetWorld()->GetSubsystem<UKammWorldSubsystem>()->PlaceOnGround(Cars.Get(), At);
    Placement.gear = KAMM_GEAR_DRIVE;
    kamm_error Why;
    if (kamm_check_placement(Cars.Get(), 0, &Placement, &Why) != KAMM_OK) {
        UE_LOG(LogKamm, Error, TEXT("%s is not placed: %s"), *GetName(), UTF8_TO_TCHAR(Why.text));
        return;
    }
    kamm_place(Cars.Get(), 0, &Placement);
    Slips.Init(false, Slips.Num());
    Fault = 0;
    Show(1);
}

/* -- A frame -- */

void UKammVehicleComponent::WriteInputs(double IntervalS)
{
    kamm_input *Input = kamm_inputs(Cars.Get());
    const bool bOwnGear = Gear != KAMM_GEAR_DRIVE;
    if (bAssisted) {
        // In drive the assist keeps its own reverse.
        if (bOwnGear || Input->gear != -1) Input->gear = static_cast<float>(Gear);
        const kamm_input_assist Assist = kamm_default_input_assist();
        const kamm_driver_request Request = {-Steer, Throttle, Brake, HandBrake, Clutch, bOwnGear};
        kamm_assist_input(&Assist, Cars.Get(), 0, &Request, IntervalS);
        return;
    }
    Input->steering_wheel_rad = -Steer * LockRad;
    Input->throttle = Throttle;
    Input->brake = Brake;
    Input->hand_brake = HandBrake;
    Input->clutch = Clutch;
    Input->gear = static_cast<float>(Gear);
}

void UKammVehicleComponent::Show(double Fraction)
{
    kamm_pose Body;
    kamm_read_pose(Cars.Get(), 0, Fraction, &Body, WheelPoses.GetData());
    SetWorldLocationAndRotation(Kamm::ToUnreal(Body.position_m),
                                Kamm::ToUnrealRotation(Body.orientation));
    for (const TObjectPtr<UKammWheelComponent> &Shown : Wheels) {
        if (!WheelPoses.IsValidIndex(Shown->Wheel)) continue;
        const kamm_wheel_pose &Pose = WheelPoses[Shown->Wheel];
        FQuat Rotation = Kamm::ToUnrealRotation(Pose.pose.orientation);
        if (Shown->bSpins) Rotation = Rotation * Kamm::SpinRotation(Pose.spin_angle_rad);
        Shown->SetWorldLocationAndRotation(Kamm::ToUnreal(Pose.pose.position_m), Rotation);
    }
}

// A wheel that slides ends to do so at half the limit, so that the event does not flicker.
bool UKammVehicleComponent::SlipsNow(int32 Wheel) const
{
    const double Limit = SlipLimitMps * (Slips[Wheel] ? 0.5 : 1);
    return kamm_read_wheel(Cars.Get(), 0, Wheel, KAMM_WHEEL_load_n) > 0 &&
           kamm_read_wheel(Cars.Get(), 0, Wheel, KAMM_WHEEL_sliding_mps) > Limit;
}

// A handler may end the vehicle, or change it to one of fewer wheels.
void UKammVehicleComponent::Tell()
{
    const uint32 Bits = kamm_fault(Cars.Get(), 0), New = Bits & ~Fault;
    const int32 Engaged = FMath::RoundToInt32(kamm_read(Cars.Get(), 0, KAMM_CHANNEL_gear));
    const bool bShifted = Engaged != EngagedGear;
    Fault = Bits;
    EngagedGear = Engaged;
    if (New) OnFault.Broadcast(static_cast<int32>(Bits));
    if (bShifted && Cars) OnGearChanged.Broadcast(Engaged);
    for (int32 Wheel = 0; Cars && Wheel < Slips.Num(); ++Wheel) {
        const bool bSlips = SlipsNow(Wheel);
        if (bSlips == Slips[Wheel]) continue;
        Slips[Wheel] = bSlips;
        OnWheelSlipped.Broadcast(Wheel, bSlips);
    }
}

/* -- Reading -- */

// The index of a channel by its name; -1 with an error.
static int32 FindChannel(const kamm_field_info *Fields, int Count, const FString &Name)
{
    for (int32 i = 0; i < Count; ++i)
        if (Name == UTF8_TO_TCHAR(Fields[i].name)) return i;
    UE_LOG(LogKamm, Error, TEXT("there is no channel \"%s\""), *Name);
    return -1;
}

double UKammVehicleComponent::ReadChannel(const FString &Name) const
{
    int Count;
    const kamm_field_info *Fields = kamm_channel_fields(&Count);
    const int32 Channel = FindChannel(Fields, Count, Name);
    return Channel < 0 || !Cars ? 0 : kamm_read(Cars.Get(), 0, static_cast<kamm_channel>(Channel));
}

double UKammVehicleComponent::ReadWheelChannel(int32 Wheel, const FString &Name) const
{
    int Count;
    const kamm_field_info *Fields = kamm_wheel_channel_fields(&Count);
    const int32 Channel = FindChannel(Fields, Count, Name);
    if (Channel < 0 || !WheelPoses.IsValidIndex(Wheel)) return 0;
    return kamm_read_wheel(Cars.Get(), 0, Wheel, static_cast<kamm_wheel_channel>(Channel));
}

double UKammVehicleComponent::GetSpeedMps() const
{
    return Cars ? kamm_read(Cars.Get(), 0, KAMM_CHANNEL_speed_mps) : 0;
}

int64 UKammVehicleComponent::GetStateHash() const
{
    return Cars ? static_cast<int64>(kamm_state_hash(Cars.Get())) : 0;
}
