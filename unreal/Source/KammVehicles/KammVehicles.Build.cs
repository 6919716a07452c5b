using System.IO;
using UnrealBuildTool;

// The module is not named Kamm: Unreal would define KAMM_API for it, which the C interface has.
public class KammVehicles : ModuleRules
{
    public KammVehicles(ReadOnlyTargetRules Target) : base(Target)
    {
        PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
        CppStandard = CppStandardVersion.Cpp20;
        PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine", "PhysicsCore" });
        PrivateDependencyModuleNames.Add("Projects");
        PublicSystemIncludePaths.Add(Path.Combine(PluginDirectory, "Source", "ThirdParty", "Kamm", "include"));

        string Libraries = Path.Combine(PluginDirectory, "Binaries", "ThirdParty", "Kamm", Target.Platform.ToString());
        string Library;
        if (Target.Platform == UnrealTargetPlatform.Win64) {
            Library = Path.Combine(Libraries, "kamm.dll");
            PublicAdditionalLibraries.Add(Path.Combine(Libraries, "kamm.lib"));
            PublicDelayLoadDLLs.Add("kamm.dll");
        } else {
            Library = Path.Combine(Libraries, Target.Platform == UnrealTargetPlatform.Mac ? "libkamm.dylib" : "libkamm.so");
            PublicAdditionalLibraries.Add(Library);
        }
        RuntimeDependencies.Add(Library);
        // Files beside the package, not within it: the readers of C open them.
        RuntimeDependencies.Add("$(PluginDir)/Data/...", StagedFileType.NonUFS);
    }
}
