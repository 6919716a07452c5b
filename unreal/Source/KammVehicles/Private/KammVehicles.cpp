#include "CoreMinimal.h"
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "KammHandles.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"

THIRD_PARTY_INCLUDES_START
#include <kamm/bindings.h>
#include <kamm/unreal.h>
THIRD_PARTY_INCLUDES_END

DEFINE_LOG_CATEGORY(LogKamm);

// Loads the library, checks that it is that of the headers, and names the data folder.
class FKammVehiclesModule : public IModuleInterface
{
  public:
    virtual void StartupModule() override
    {
        TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Kamm"));
        if (!Plugin) return;
        const FString Folder = FPaths::ConvertRelativePathToFull(Plugin->GetBaseDir());
#if PLATFORM_WINDOWS
        Library = FPlatformProcess::GetDllHandle(
            *FPaths::Combine(Folder, TEXT("Binaries/ThirdParty/Kamm/Win64/kamm.dll")));
        if (!Library) {
            UE_LOG(LogKamm, Error, TEXT("kamm.dll is not in the plugin's folder"));
            return;
        }
#endif
        const kamm_abi_struct Structs[] = {{"kamm_vehicle_def", sizeof(kamm_vehicle_def)},
                                           {"kamm_contact", sizeof(kamm_contact)},
                                           {"kamm_probe", sizeof(kamm_probe)},
                                           {"kamm_ground", sizeof(kamm_ground)}};
        kamm_error Why;
        if (kamm_check_abi(KAMM_VERSION_NUMBER, Structs, UE_ARRAY_COUNT(Structs), &Why) != KAMM_OK)
            UE_LOG(LogKamm, Fatal, TEXT("%s"), UTF8_TO_TCHAR(Why.text));
        if (!kamm_unreal_set_data(TCHAR_TO_UTF8(*FPaths::Combine(Folder, TEXT("Data")))))
            UE_LOG(LogKamm, Error, TEXT("the path of the plugin is too long for its data: %s"),
                   *Folder);
    }

    virtual void ShutdownModule() override
    {
        if (Library) FPlatformProcess::FreeDllHandle(Library);
        Library = nullptr;
    }

  private:
    void *Library = nullptr;
};

IMPLEMENT_MODULE(FKammVehiclesModule, KammVehicles)
