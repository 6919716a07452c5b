/* A scene of Unreal's stubs with the plugin's classes: level ground, boxes, vehicles. */
#ifndef KAMM_TEST_UNREAL_SCENE_H
#define KAMM_TEST_UNREAL_SCENE_H

#include "KammPreset.h"
#include "KammVehicleComponent.h"
#include "KammWheelComponent.h"
#include "KammWorldSubsystem.h"
#include "engine.h"

extern int Failures;
void Expect(bool holds, const char *what);

class FScene
{
  public:
    UWorld World;
    UPhysicalMaterial Material;
    UKammWorldSubsystem *Kamm;

    FScene()
    {
        auto subsystem = std::make_unique<UKammWorldSubsystem>();
        Kamm = subsystem.get();
        Kamm->In = &World;
        World.Subsystem = std::move(subsystem);
        AddBox(FVector(-1e6, -1e6, -1000), FVector(1e6, 1e6, 0));
        Kamm->OnWorldBeginPlay(World);
    }
    ~FScene()
    {
        for (auto &actor : actors_) actor->Destroy();
        Kamm->Deinitialize();
    }
    /* A box of an actor of its own. */
    UPrimitiveComponent *AddBox(const FVector &low, const FVector &high)
    {
        UPrimitiveComponent *of = AddActor()->AddComponent<UPrimitiveComponent>();
        World.Boxes.push_back({of, low, high, &Material});
        return of;
    }
    AActor *AddActor()
    {
        actors_.push_back(std::make_unique<AActor>(&World));
        return actors_.back().get();
    }
    /* A vehicle that has not begun to play. */
    UKammVehicleComponent *AddVehicle(const FVector &at, UKammPreset *preset = nullptr)
    {
        UKammVehicleComponent *made = AddActor()->AddComponent<UKammVehicleComponent>();
        made->Preset = preset;
        made->SetWorldLocationAndRotation(at, FQuat());
        return made;
    }
    UKammVehicleComponent *Start(const FVector &at, UKammPreset *preset = nullptr)
    {
        UKammVehicleComponent *made = AddVehicle(at, preset);
        made->StubOwner->BeginPlay();
        return made;
    }
    void Run(int frames, float interval_s = 1 / 60.0f)
    {
        for (int i = 0; i < frames; ++i) World.Tick(interval_s);
    }

  private:
    std::vector<std::unique_ptr<AActor>> actors_;
};

inline UKammPreset *PresetOf(const TCHAR *vehicle)
{
    UKammPreset *preset = NewObject<UKammPreset>(nullptr);
    preset->Vehicle = vehicle;
    return preset;
}

void CheckAxes();
void CheckBits();

#endif
