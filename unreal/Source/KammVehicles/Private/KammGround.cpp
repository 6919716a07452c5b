#include "CollisionQueryParams.h"
#include "Components/PrimitiveComponent.h"
#include "Engine/HitResult.h"
#include "Engine/World.h"
#include "KammAxes.h"
#include "KammVehicleComponent.h"
#include "KammWorldSubsystem.h"
#include "PhysicalMaterials/PhysicalMaterial.h"

// A ray begins this far above a wheel's centre: higher ones take a crate beside the wheel for ground.
static constexpr double AboveCm = 10;
// The ground below a fall from this height is still found.
static constexpr double BelowCm = 20000;
// Steeper faces, such as the front of a kerb, are no ground. This is the cosine of their slope.
static constexpr double LeastUp = 0.3;
// Components that a ray leaves out before it gives up.
static constexpr int32 MostRays = 8;

void UKammWorldSubsystem::Query(void *User, int Count, const kamm_probe *Probes,
                                kamm_contact *Contacts)
{
    const UKammWorldSubsystem *Of = static_cast<const UKammWorldSubsystem *>(User);
    FCollisionQueryParams Params(FName(TEXT("Kamm")), false);
    Params.bReturnPhysicalMaterial = true;
    for (const TObjectPtr<UKammVehicleComponent> &Vehicle : Of->Vehicles)
        Params.AddIgnoredActor(Vehicle->GetOwner());
    for (int32 i = 0; i < Count; ++i) {
        FHitResult Hit;
        Contacts[i] = {};
        if (Of->FindGround(Probes[i], Params, Hit)) {
            Of->FillContact(Hit, Contacts[i]);
            continue;
        }
        Contacts[i].point_m[0] = Probes[i].position_m[0];
        Contacts[i].point_m[1] = Probes[i].position_m[1];
        Contacts[i].point_m[2] = -1e6;
        Contacts[i].normal[2] = 1;
    }
}

// The topmost face below. Shapes in which the ray begins, and side faces, are left out.
bool UKammWorldSubsystem::FindGround(const kamm_probe &Probe, const FCollisionQueryParams &Without,
                                     FHitResult &Hit) const
{
    FCollisionQueryParams Params = Without;
    const FVector At = Kamm::ToUnreal(Probe.position_m);
    const FVector From = At + FVector(0, 0, AboveCm), To = At - FVector(0, 0, BelowCm);
    for (int32 i = 0; i < MostRays; ++i) {
        if (!GetWorld()->LineTraceSingleByChannel(Hit, From, To, GroundChannel, Params))
            return false;
        if (!Hit.bStartPenetrating && Hit.ImpactNormal.Z > LeastUp) return true;
        Params.AddIgnoredComponent(Hit.GetComponent());
    }
    return false;
}

void UKammWorldSubsystem::FillContact(const FHitResult &Hit, kamm_contact &Contact) const
{
    Kamm::FromUnreal(Hit.ImpactPoint, Contact.point_m);
    Kamm::DirectionFromUnreal(Hit.ImpactNormal, Contact.normal);
    UPrimitiveComponent *Component = Hit.GetComponent();
    if (Component && Component->Mobility == EComponentMobility::Movable) {
        const FVector Velocity = Component->IsSimulatingPhysics()
                                     ? Component->GetPhysicsLinearVelocityAtPoint(Hit.ImpactPoint)
                                     : Component->GetComponentVelocity();
        Kamm::FromUnreal(Velocity, Contact.velocity_mps);
    }
    const UPhysicalMaterial *Material = Hit.PhysMaterial.Get();
    const EPhysicalSurface Surface =
        Material ? EPhysicalSurface(Material->SurfaceType) : SurfaceType_Default;
    Contact.friction = 1;
    Contact.surface = Surface;
    for (const FKammSurface &Line : Surfaces) {
        if (Line.Surface != Surface) continue;
        Contact.friction = Line.Friction > 0 ? Line.Friction : KAMM_NONE;
        Contact.sliding_loss = Line.SlidingLoss;
        Contact.rolling_resistance = Line.RollingResistance;
        Contact.water_m = Line.WaterM;
    }
}
