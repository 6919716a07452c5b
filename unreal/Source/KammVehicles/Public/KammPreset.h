#pragma once

#include "CoreMinimal.h"
#include "Engine/DataAsset.h"
#include "KammHandles.h"

#include "KammPreset.generated.h"

/** Model of the ladder. */
UENUM(BlueprintType)
enum class EKammRung : uint8 { Kinematic = 1, Rigid2D, SingleTrack, DoubleTrack, Full };

/** A value of a vehicle by its path, such as "body.mass_kg" or "gearbox.kind". */
USTRUCT(BlueprintType)
struct FKammSetting {
    GENERATED_BODY()

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    FString Path;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    FString Value;
};

/** A vehicle for UKammVehicleComponent: a vehicle file, or the default car, with some values of its own. */
UCLASS(BlueprintType)
class KAMMVEHICLES_API UKammPreset : public UDataAsset
{
    GENERATED_BODY()

  public:
    /** A name such as "nissan-micra", or the path of a file. Empty: the default small car. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    FString Vehicle;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    EKammRung Rung = EKammRung::Full;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    TArray<FKammSetting> Settings;

    /**
     * The compiled model at a rate of substeps, which all vehicles of this preset share. An error is logged, and the result is null.
     * It is compiled again after Forget. Vehicles that drive keep what they need.
     */
    const kamm_model *GetModel(int32 SubstepsPerSecond);

    /** Compiles again at the next use, after a change of the values. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    void Forget();

#if WITH_EDITOR
    virtual void PostEditChangeProperty(FPropertyChangedEvent &Event) override;
#endif

  private:
    Kamm::FModel Model;
    int32 ModelRate = 0;
};
