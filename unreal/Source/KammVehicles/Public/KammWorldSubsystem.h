#pragma once

#include "Chaos/ChaosEngineInterface.h"
#include "CoreMinimal.h"
#include "Engine/EngineBaseTypes.h"
#include "Engine/EngineTypes.h"
#include "KammHandles.h"
#include "Subsystems/WorldSubsystem.h"

#include "KammWorldSubsystem.generated.h"

class UKammVehicleComponent;
class UKammWorldSubsystem;
struct FCollisionQueryParams;
struct FHitResult;

/** What a surface type of physical materials means for tyres. */
USTRUCT(BlueprintType)
struct FKammSurface {
    GENERATED_BODY()

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    TEnumAsByte<EPhysicalSurface> Surface = SurfaceType_Default;

    /** 1 on dry asphalt, 0.1 on ice. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    float Friction = 1;

    /** Share of the friction that a sliding tyre loses: 0 on dry asphalt, 0.25 on wet. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    float SlidingLoss = 0;

    /** Added to that of the tyre, as force per load: 0.1 on sand. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    float RollingResistance = 0;

    /** Depth of standing water. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    float WaterM = 0;
};

/** Steps the vehicles of a world after its physics, on the game thread. */
struct FKammTickFunction : public FTickFunction {
    UKammWorldSubsystem *Target = nullptr;

    virtual void ExecuteTick(float DeltaTime, ELevelTick TickType,
                             ENamedThreads::Type CurrentThread,
                             const FGraphEventRef &MyCompletionGraphEvent) override;
    virtual FString DiagnosticMessage() override { return TEXT("UKammWorldSubsystem"); }
};

/**
 * Steps all vehicles of a world by whole substeps, and shows them where the present lies between the last two. Each wheel's contact
 * plane is found by a ray on Unreal's collision. Vehicles collide with each other in Kamm. Section
 * [/Script/KammVehicles.KammWorldSubsystem] of DefaultGame.ini has the settings.
 */
UCLASS(Config = Game)
class KAMMVEHICLES_API UKammWorldSubsystem : public UWorldSubsystem
{
    GENERATED_BODY()

  public:
    UPROPERTY(Config, BlueprintReadOnly, Category = "Kamm")
    int32 SubstepsPerSecond = 240;

    /** Substeps between two rays of a wheel; 4 are 1/60 s. */
    UPROPERTY(Config, BlueprintReadOnly, Category = "Kamm")
    int32 QuerySubsteps = 4;

    /** Vehicles drive on what blocks this channel. */
    UPROPERTY(Config, BlueprintReadWrite, Category = "Kamm")
    TEnumAsByte<ECollisionChannel> GroundChannel = ECC_Vehicle;

    /** Types without a line have a friction of 1. */
    UPROPERTY(Config, BlueprintReadWrite, Category = "Kamm")
    TArray<FKammSurface> Surfaces;

    /** Off: the game calls Step itself, such as after a rollback. */
    UPROPERTY(Config, BlueprintReadWrite, Category = "Kamm")
    bool bStepsItself = true;

    /** Writes the inputs of all vehicles, steps them by whole substeps, and shows and tells what has changed. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    void Step(int32 Substeps);

    /** State of the vehicles and their inputs. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    TArray<uint8> SaveState() const;

    /** Restores a state of the same vehicles in the same order; false, and nothing changes, if it is another's. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    bool RestoreState(const TArray<uint8> &State);

    /** Equal on all machines for equal states. */
    UFUNCTION(BlueprintPure, Category = "Kamm")
    int64 GetStateHash() const;

    /** The world of the C interface; null before the first vehicle. */
    kamm_world *GetKammWorld() const { return World.Get(); }

    virtual void OnWorldBeginPlay(UWorld &InWorld) override;
    virtual void Deinitialize() override;

  protected:
    virtual bool DoesSupportWorldType(const EWorldType::Type WorldType) const override;

  private:
    friend class UKammVehicleComponent;
    friend struct FKammTickFunction;

    bool Add(UKammVehicleComponent *Vehicle, kamm_cars *Cars);
    void Remove(UKammVehicleComponent *Vehicle);
    bool Replace(kamm_cars *Cars, kamm_cars *By);
    kamm_placement PlaceOnGround(const kamm_cars *Cars, const FTransform &At) const;
    bool Create();
    void Tick(double IntervalS);
    void StepVehicles(int32 Substeps, double IntervalS);
    void ShowVehicles(double Fraction);
    void TellHits();

    static void Query(void *User, int Count, const kamm_probe *Probes, kamm_contact *Contacts);
    bool FindGround(const kamm_probe &Probe, const FCollisionQueryParams &Without,
                    FHitResult &Hit) const;
    void FillContact(const FHitResult &Hit, kamm_contact &Contact) const;

    // In the order of the world's groups.
    UPROPERTY(Transient)
    TArray<TObjectPtr<UKammVehicleComponent>> Vehicles;

    Kamm::FWorld World;
    FKammTickFunction TickFunction;
    kamm_clock Clock = {};
};
