#include "KammWheelComponent.h"

#include "KammVehicleComponent.h"

void UKammWheelComponent::BeginPlay()
{
    Super::BeginPlay();
    USceneComponent *Above = GetAttachParent();
    while (Above && !Above->IsA<UKammVehicleComponent>()) Above = Above->GetAttachParent();
    Vehicle = Cast<UKammVehicleComponent>(Above);
    if (Vehicle)
        Vehicle->Wheels.Add(this);
    else
        UE_LOG(LogKamm, Warning, TEXT("%s is not attached to a vehicle"), *GetName());
}

void UKammWheelComponent::EndPlay(const EEndPlayReason::Type Reason)
{
    if (Vehicle) Vehicle->Wheels.Remove(this);
    Vehicle = nullptr;
    Super::EndPlay(Reason);
}
