#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"

#include "KammWheelComponent.generated.h"

class UKammVehicleComponent;

/** Follows a wheel of the vehicle to which it is attached. Its y axis is the wheel's, positive to the right. */
UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class KAMMVEHICLES_API UKammWheelComponent : public USceneComponent
{
    GENERATED_BODY()

  public:
    /** From the front, left before right. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm", meta = (ClampMin = "0"))
    int32 Wheel = 0;

    /** On: the component turns with the wheel. Off: it steers and travels alone, such as a caliper. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    bool bSpins = true;

    virtual void BeginPlay() override;
    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

  private:
    UPROPERTY(Transient)
    TObjectPtr<UKammVehicleComponent> Vehicle;
};
