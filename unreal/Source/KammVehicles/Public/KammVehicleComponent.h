#pragma once

#include "Components/SceneComponent.h"
#include "CoreMinimal.h"
#include "KammHandles.h"

#include "KammVehicleComponent.generated.h"

class UKammPreset;
class UKammWheelComponent;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FKammGearChanged, int32, Gear);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FKammWheelSlipped, int32, Wheel, bool, bSlips);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(FKammCollided, float, ImpulseNs, float, SpeedMps,
                                               FVector, Point);
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FKammFault, int32, Bits);

/**
 * A vehicle. As the root of an actor it moves the actor; its origin is on the road below the centre of gravity. Scripts write its
 * pedals and its steering, or the driver's request where the assist is on. UKammWorldSubsystem steps it.
 */
UCLASS(ClassGroup = (Physics), meta = (BlueprintSpawnableComponent))
class KAMMVEHICLES_API UKammVehicleComponent : public USceneComponent
{
    GENERATED_BODY()

  public:
    /** Empty: the default small car. */
    UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Kamm")
    TObjectPtr<UKammPreset> Preset;

    /** On: the vehicle starts on the ground below the component. Off: where the component is. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    bool bOnGround = true;

    /** On: keys and pads steer well, two pedals drive forwards and backwards, and motorcycles are balanced. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    bool bAssisted = true;

    /** Positive to the right: share of the steering wheel's lock, or the request of the assist. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver",
              meta = (ClampMin = "-1", ClampMax = "1"))
    float Steer = 0;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver",
              meta = (ClampMin = "0", ClampMax = "1"))
    float Throttle = 0;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver",
              meta = (ClampMin = "0", ClampMax = "1"))
    float Brake = 0;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver",
              meta = (ClampMin = "0", ClampMax = "1"))
    float HandBrake = 0;

    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver",
              meta = (ClampMin = "0", ClampMax = "1"))
    float Clutch = 0;

    /** 100: drive. -1 reverse, 0 neutral, 1 and more: that gear. The assist chooses between drive and reverse itself. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm|Driver")
    int32 Gear = 100;

    /** Speed of a tread over the ground from which OnWheelSlipped reports it. */
    UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Kamm")
    double SlipLimitMps = 2;

    /** Another gear is engaged: -1 reverse, 0 neutral. */
    UPROPERTY(BlueprintAssignable, Category = "Kamm")
    FKammGearChanged OnGearChanged;

    /** A wheel begins to slide faster than SlipLimitMps, or is back below half of that. */
    UPROPERTY(BlueprintAssignable, Category = "Kamm")
    FKammWheelSlipped OnWheelSlipped;

    /** The body has begun to touch another vehicle or the ground. */
    UPROPERTY(BlueprintAssignable, Category = "Kamm")
    FKammCollided OnCollided;

    /** A fault bit was set: 1 numeric, 2 input, 4 ground. */
    UPROPERTY(BlueprintAssignable, Category = "Kamm")
    FKammFault OnFault;

    /** Places the vehicle at rest: on the ground below, or with bOnGround off just there. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    void Place(const FTransform &At);

    /** Continues with another vehicle in the same motion. On an error, which is logged, the vehicle stays. */
    UFUNCTION(BlueprintCallable, Category = "Kamm")
    bool Change(UKammPreset *To);

    UFUNCTION(BlueprintPure, Category = "Kamm")
    double GetSpeedMps() const;

    /** A channel of the vehicle by its name, such as "engine_radps"; 0 and an error for an unknown one. */
    UFUNCTION(BlueprintPure, Category = "Kamm")
    double ReadChannel(const FString &Name) const;

    /** A channel of a wheel, such as "load_n". */
    UFUNCTION(BlueprintPure, Category = "Kamm")
    double ReadWheelChannel(int32 Wheel, const FString &Name) const;

    /** 0 before the vehicle drives. */
    UFUNCTION(BlueprintPure, Category = "Kamm")
    int32 GetWheelCount() const { return WheelPoses.Num(); }

    /** Equal on all machines for equal states. */
    UFUNCTION(BlueprintPure, Category = "Kamm")
    int64 GetStateHash() const;

    /** The car of the C interface, one group of one car; null before the vehicle drives. */
    kamm_cars *GetCars() const { return Cars.Get(); }

    virtual void BeginPlay() override;
    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

  private:
    friend class UKammWorldSubsystem;
    friend class UKammWheelComponent;

    Kamm::FCars CreateCars();
    void Enter(Kamm::FCars Entering);
    void WriteInputs(double IntervalS);
    void Show(double Fraction);
    void Tell();
    bool SlipsNow(int32 Wheel) const;

    UPROPERTY(Transient)
    TArray<TObjectPtr<UKammWheelComponent>> Wheels;

    UPROPERTY(Transient)
    TObjectPtr<UKammPreset> DefaultPreset;

    Kamm::FCars Cars;
    TArray<kamm_wheel_pose> WheelPoses;
    TArray<bool> Slips;
    float LockRad = 0;
    int32 EngagedGear = 0;
    uint32 Fault = 0;
};
