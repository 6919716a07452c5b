#include "KammPreset.h"

THIRD_PARTY_INCLUDES_START
#include <kamm/bindings.h>
#include <kamm/io/vehicle_file.h>
THIRD_PARTY_INCLUDES_END

static_assert(static_cast<int>(EKammRung::Full) == KAMM_FULL && KAMM_RUNG_COUNT == KAMM_FULL,
              "EKammRung has the rungs of kamm_rung");

// The values of a preset. `File` is large, so the caller has it on the heap.
static bool ReadValues(const UKammPreset &Of, kamm_vehicle_file &File, kamm_error &Why)
{
    if (Of.Vehicle.IsEmpty())
        kamm_default_vehicle_out(&File.def);
    else if (kamm_load_vehicle(TCHAR_TO_UTF8(*Of.Vehicle), &File, nullptr, &Why) != KAMM_OK)
        return false;
    for (const FKammSetting &Setting : Of.Settings)
        if (kamm_set(kamm_vehicle_table(), &File.def, TCHAR_TO_UTF8(*Setting.Path),
                     TCHAR_TO_UTF8(*Setting.Value), &Why) != KAMM_OK)
            return false;
    return true;
}

const kamm_model *UKammPreset::GetModel(int32 SubstepsPerSecond)
{
    if (Model && ModelRate == SubstepsPerSecond) return Model.Get();
    kamm_error Why = {};
    TUniquePtr<kamm_vehicle_file> File = MakeUnique<kamm_vehicle_file>();
    Model.Reset();
    if (ReadValues(*this, *File, Why)) {
        File->def.stepping.substeps_per_s = SubstepsPerSecond;
        Model.Reset(kamm_create_model(&File->def, static_cast<kamm_rung>(Rung), &Why));
    }
    if (!Model) UE_LOG(LogKamm, Error, TEXT("%s: %s"), *GetName(), UTF8_TO_TCHAR(Why.text));
    ModelRate = SubstepsPerSecond;
    return Model.Get();
}

void UKammPreset::Forget() { Model.Reset(); }

#if WITH_EDITOR
void UKammPreset::PostEditChangeProperty(FPropertyChangedEvent &Event)
{
    Super::PostEditChangeProperty(Event);
    Forget();
}
#endif
