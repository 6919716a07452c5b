#pragma once

#include "CoreMinimal.h"

THIRD_PARTY_INCLUDES_START
#include <kamm/kamm.h>
THIRD_PARTY_INCLUDES_END

DECLARE_LOG_CATEGORY_EXTERN(LogKamm, Log, All);

namespace Kamm
{

// Objects of the C interface that destroy themselves. kamm.hpp throws errors, which a module without exceptions cannot.
template <class T, void (*Destroy)(T *)> struct TDestroy {
    void operator()(T *Object) const { Destroy(Object); }
};
template <class T, void (*Destroy)(T *)> using THandle = TUniquePtr<T, TDestroy<T, Destroy>>;

using FModel = THandle<kamm_model, kamm_destroy_model>;
using FCars = THandle<kamm_cars, kamm_destroy_cars>;
using FWorld = THandle<kamm_world, kamm_destroy_world>;

} // namespace Kamm
