#include "engine.h"

#include <cstdlib>

std::vector<std::string> Logged;
std::vector<std::unique_ptr<UObject>> Objects;

IPluginManager &IPluginManager::Get()
{
    static IPluginManager manager;
    return manager;
}

FString IPlugin::GetBaseDir() const { return UTF8_TO_TCHAR(std::getenv("KAMM_TEST_PLUGIN")); }

template <class T> static bool has(const std::vector<const T *> &all, const T *one)
{
    return std::find(all.begin(), all.end(), one) != all.end();
}

bool UWorld::LineTraceSingleByChannel(FHitResult &hit, const FVector &from, const FVector &to,
                                      ECollisionChannel channel,
                                      const FCollisionQueryParams &params) const
{
    bool found = false;
    ++Rays;
    if (channel != ECC_Vehicle) return false;
    for (const FStubBox &box : Boxes) {
        if (has<AActor>(params.Actors, box.Of->StubOwner) ||
            has<UPrimitiveComponent>(params.Components, box.Of))
            continue;
        if (from.X < box.Low.X || from.X > box.High.X || from.Y < box.Low.Y || from.Y > box.High.Y)
            continue;
        const bool inside = from.Z < box.High.Z && from.Z > box.Low.Z;
        const double at = inside ? from.Z : box.High.Z;
        if (at > from.Z || at < to.Z || (found && at <= hit.ImpactPoint.Z)) continue;
        found = true;
        hit = {};
        hit.ImpactPoint = FVector(from.X, from.Y, at);
        hit.ImpactNormal = inside ? FVector(0, 0, 1) : box.Normal;
        hit.bStartPenetrating = inside;
        hit.Component = box.Of;
        if (params.bReturnPhysicalMaterial) hit.PhysMaterial = box.Material;
    }
    return found;
}
