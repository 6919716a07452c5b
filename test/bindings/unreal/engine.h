/* Stands in for what the Unreal plugin uses of Unreal's modules CoreUObject, Engine and Projects. A world has level ground
 * and boxes, on which vertical rays fall. */
#ifndef KAMM_TEST_UNREAL_ENGINE_H
#define KAMM_TEST_UNREAL_ENGINE_H

#include "core.h"

/* -- Reflection: the marks of Unreal's header tool, whose part tools/unreal_headers.py plays -- */

#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define KAMM_JOIN_NOW(a, b, c, d) a##b##c##d
#define KAMM_JOIN(a, b, c, d) KAMM_JOIN_NOW(a, b, c, d)
#define GENERATED_BODY() KAMM_JOIN(CURRENT_FILE_ID, _, __LINE__, _GENERATED_BODY)
#define STUB_CLASS(Class, Base)                                 \
  public:                                                       \
    using Super = Base;                                         \
    static const void *StaticClass()                            \
    {                                                           \
        static const char id = 0;                               \
        return &id;                                             \
    }                                                           \
    bool IsAlso(const void *id) const override                  \
    {                                                           \
        return id == Class::StaticClass() || Super::IsAlso(id); \
    }

class UWorld;
class AActor;
struct FPropertyChangedEvent {
};

class UObject
{
  public:
    virtual ~UObject() = default;
    virtual bool IsAlso(const void *) const { return false; }
    template <class T> bool IsA() const { return IsAlso(T::StaticClass()); }
    virtual UWorld *GetWorld() const { return nullptr; }
    virtual void PostEditChangeProperty(FPropertyChangedEvent &) {}
    FString GetName() const { return TEXT("Object"); }
};
template <class To, class From> To *Cast(From *of)
{
    return of && of->template IsA<To>() ? static_cast<To *>(of) : nullptr;
}
/* Objects of NewObject, which a real Unreal collects. */
extern std::vector<std::unique_ptr<UObject>> Objects;
template <class T> T *NewObject(UObject *)
{
    Objects.push_back(std::make_unique<T>());
    return static_cast<T *>(Objects.back().get());
}

template <class... Values> class TStubDelegate
{
  public:
    std::vector<std::function<void(Values...)>> Handlers;
    void Broadcast(Values... values) const
    {
        const auto handlers = Handlers; /* one may end the owner of this */
        for (const auto &handler : handlers) handler(values...);
    }
};
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(Name, A, a) using Name = TStubDelegate<A>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Name, A, a, B, b) \
    using Name = TStubDelegate<A, B>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, A, a, B, b, C, c) \
    using Name = TStubDelegate<A, B, C>

/* -- Enumerations -- */

enum ECollisionChannel : int { ECC_WorldStatic, ECC_Visibility = 4, ECC_Vehicle = 6 };
enum EPhysicalSurface : int { SurfaceType_Default, SurfaceType1, SurfaceType2 };
namespace EComponentMobility
{
enum Type : int { Static, Stationary, Movable };
}
namespace EEndPlayReason
{
enum Type : int { Destroyed, LevelTransition };
}
namespace EWorldType
{
enum Type : int { None, Game, Editor, PIE };
}
enum ELevelTick : int { LEVELTICK_TimeOnly, LEVELTICK_ViewportsOnly, LEVELTICK_All };
enum ETickingGroup : int {
    TG_PrePhysics,
    TG_StartPhysics,
    TG_DuringPhysics,
    TG_EndPhysics,
    TG_PostPhysics
};
namespace ENamedThreads
{
enum Type : int { GameThread };
}
struct FGraphEventRef {
};

/* -- Actors and components -- */

class UActorComponent : public UObject
{
    STUB_CLASS(UActorComponent, UObject)
    AActor *StubOwner = nullptr;
    AActor *GetOwner() const { return StubOwner; }
    UWorld *GetWorld() const override;
    virtual void BeginPlay() {}
    virtual void EndPlay(const EEndPlayReason::Type) {}
};

class USceneComponent : public UActorComponent
{
    STUB_CLASS(USceneComponent, UActorComponent)
    TEnumAsByte<EComponentMobility::Type> Mobility = EComponentMobility::Movable;
    USceneComponent *StubParent = nullptr;
    USceneComponent *GetAttachParent() const { return StubParent; }
    const FTransform &GetComponentTransform() const { return transform_; }
    void SetWorldLocationAndRotation(FVector location, const FQuat &rotation)
    {
        transform_ = FTransform(rotation, location);
    }
    virtual FVector GetComponentVelocity() const { return StubVelocity; }
    FVector StubVelocity;

  private:
    FTransform transform_;
};

class UPrimitiveComponent : public USceneComponent
{
    STUB_CLASS(UPrimitiveComponent, USceneComponent)
    bool bSimulates = false;
    virtual bool IsSimulatingPhysics() const { return bSimulates; }
    FVector GetPhysicsLinearVelocityAtPoint(FVector) { return StubVelocity; }
};

class AActor : public UObject
{
    STUB_CLASS(AActor, UObject)
    explicit AActor(UWorld *in) : world_(in) {}
    UWorld *GetWorld() const override { return world_; }
    template <class T> T *AddComponent(USceneComponent *above = nullptr)
    {
        components_.push_back(std::make_unique<T>());
        T *made = static_cast<T *>(components_.back().get());
        made->StubOwner = this;
        made->StubParent = above;
        return made;
    }
    void BeginPlay()
    {
        for (auto &component : components_) component->BeginPlay();
    }
    /* Memory is kept until the actor goes, as Unreal's is until it collects. */
    void Destroy()
    {
        for (auto &component : components_) component->EndPlay(EEndPlayReason::Destroyed);
    }

  private:
    UWorld *world_;
    std::vector<std::unique_ptr<UActorComponent>> components_;
};

/* -- The world -- */

class UPhysicalMaterial : public UObject
{
  public:
    TEnumAsByte<EPhysicalSurface> SurfaceType = SurfaceType_Default;
};

struct FHitResult {
    FVector ImpactPoint, ImpactNormal;
    uint8 bStartPenetrating : 1 = 0;
    TWeakObjectPtr<UPhysicalMaterial> PhysMaterial;
    UPrimitiveComponent *Component = nullptr;
    UPrimitiveComponent *GetComponent() const { return Component; }
};

struct FCollisionQueryParams {
    FCollisionQueryParams(FName, bool) {}
    bool bReturnPhysicalMaterial = false;
    std::vector<const AActor *> Actors;
    std::vector<const UPrimitiveComponent *> Components;
    void AddIgnoredActor(const AActor *of) { Actors.push_back(of); }
    void AddIgnoredComponent(const UPrimitiveComponent *of) { Components.push_back(of); }
};

struct FTickFunction;
struct ULevel {
    std::vector<FTickFunction *> Functions;
};
struct FTickFunction {
    ETickingGroup TickGroup = TG_PrePhysics;
    uint8 bCanEverTick : 1 = 0;
    virtual ~FTickFunction() = default;
    virtual void ExecuteTick(float, ELevelTick, ENamedThreads::Type, const FGraphEventRef &) {}
    virtual FString DiagnosticMessage() { return TEXT(""); }
    void RegisterTickFunction(ULevel *in)
    {
        in_ = in;
        in->Functions.push_back(this);
    }
    void UnRegisterTickFunction()
    {
        if (!in_) return;
        auto &all = in_->Functions;
        all.erase(std::remove(all.begin(), all.end(), this), all.end());
        in_ = nullptr;
    }

  private:
    ULevel *in_ = nullptr;
};

class UWorldSubsystem : public UObject
{
    STUB_CLASS(UWorldSubsystem, UObject)
    UWorld *In = nullptr;
    UWorld *GetWorld() const override { return In; }
    virtual void OnWorldBeginPlay(UWorld &) {}
    virtual void Deinitialize() {}
    bool Supports(EWorldType::Type type) const { return DoesSupportWorldType(type); }

  protected:
    virtual bool DoesSupportWorldType(const EWorldType::Type) const { return true; }
};

/* An upright box that stops vertical rays; a component of `Of`. */
struct FStubBox {
    UPrimitiveComponent *Of;
    FVector Low, High;
    UPhysicalMaterial *Material;
    FVector Normal = FVector(0, 0, 1);
};

class UWorld : public UObject
{
  public:
    ULevel Level;
    ULevel *PersistentLevel = &Level;
    std::vector<FStubBox> Boxes;
    std::unique_ptr<UWorldSubsystem> Subsystem;
    double GravityZ = -980.0;
    mutable int Rays = 0;

    float GetGravityZ() const { return static_cast<float>(GravityZ); }
    template <class T> T *GetSubsystem() const { return static_cast<T *>(Subsystem.get()); }
    bool LineTraceSingleByChannel(FHitResult &hit, const FVector &from, const FVector &to,
                                  ECollisionChannel channel,
                                  const FCollisionQueryParams &params) const;
    void Tick(float interval_s, ELevelTick type = LEVELTICK_All)
    {
        for (FTickFunction *function : Level.Functions)
            function->ExecuteTick(interval_s, type, ENamedThreads::GameThread, {});
    }
};

inline UWorld *UActorComponent::GetWorld() const { return StubOwner->GetWorld(); }

class UDataAsset : public UObject
{
    STUB_CLASS(UDataAsset, UObject)
};

/* -- Modules and plugins -- */

class IModuleInterface
{
  public:
    virtual ~IModuleInterface() = default;
    virtual void StartupModule() {}
    virtual void ShutdownModule() {}
};
extern IModuleInterface *StartedModule;
#define IMPLEMENT_MODULE(Class, Name) \
    static Class The##Name;           \
    IModuleInterface *StartedModule = &The##Name;

struct IPlugin {
    FString GetBaseDir() const;
};
struct IPluginManager {
    static IPluginManager &Get();
    TSharedPtr<IPlugin> FindPlugin(const FString &name)
    {
        return name == TEXT("Kamm") ? TSharedPtr<IPlugin>(new IPlugin) : TSharedPtr<IPlugin>();
    }
};
struct FPlatformProcess {
    static void *GetDllHandle(const TCHAR *) { return nullptr; }
    static void FreeDllHandle(void *) {}
};
struct FPaths {
    static FString ConvertRelativePathToFull(const FString &path) { return path; }
    static FString Combine(const FString &a, const TCHAR *b)
    {
        return (std::u16string(*a) + u"/" + b).c_str();
    }
};

#endif
