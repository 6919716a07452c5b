#!/bin/sh
# The plugin for Unreal without Unreal: its own sources drive in a scene of stubs, whose names and signatures are those of Unreal's
# published interface, to the bits of the C interface. g++ and clang++ compile them as Unreal does, without exceptions.
#
# Usage: tools/test_unreal.sh BUILD | PLUGIN    a build with the libraries, or a plugin that is built, ending in /Kamm
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
given=$(CDPATH='' cd -- "$1" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
. tools/setup.sh

case $given in
*/Kamm) plugin=$given ;;
*) plugin=$work/plugin/Kamm && sh tools/build_unreal.sh "$given" "$work/plugin" ;;
esac
module=$plugin/Source/KammVehicles
stubs=$work/stubs
mkdir "$stubs"
python3 tools/unreal_headers.py "$module" "$stubs"
# Headers of Unreal by their names: what a source includes has to be among them.
for header in Chaos/ChaosEngineInterface CollisionQueryParams Components/PrimitiveComponent Components/SceneComponent CoreMinimal \
    Engine/DataAsset Engine/EngineBaseTypes Engine/EngineTypes Engine/HitResult Engine/Level Engine/World HAL/PlatformProcess \
    Interfaces/IPluginManager Misc/Paths Modules/ModuleManager PhysicalMaterials/PhysicalMaterial Subsystems/WorldSubsystem; do
    mkdir -p "$stubs/$(dirname "$header")"
    printf '#pragma once\n#include "engine.h"\n' >"$stubs/$header.h"
done
python3 -m json.tool "$plugin/Kamm.uplugin" >/dev/null

libraries=$(echo "$plugin"/Binaries/ThirdParty/Kamm/*)
# kamm_unreal_set_data, and what the headers mark: nothing of cJSON, nothing internal.
nm -D --defined-only "$libraries/libkamm.so" | awk '{ print $3 }' >"$work/exported"
grep -qx kamm_unreal_set_data "$work/exported" || fail 'the library does not export kamm_unreal_set_data'
if grep -v '^kamm_' "$work/exported"; then fail 'the library exports these as well'; fi

export KAMM_TEST_PLUGIN="$plugin" LD_LIBRARY_PATH="$libraries" KAMM_DATA=/nowhere
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || continue
    objects=
    for source in "$module"/Private/*.cpp test/bindings/unreal/*.cpp; do
        object=$work/$compiler.$(basename "$source" .cpp).o
        cached $compiler -std=c++20 -O1 -fno-exceptions -fno-rtti -Wall -Wextra -Wshadow -Werror -I"$module/Public" -Itest/bindings/unreal \
            -isystem "$stubs" -isystem "$plugin/Source/ThirdParty/Kamm/include" -c "$source" -o "$object"
        objects="$objects $object"
    done
    # shellcheck disable=SC2086
    $compiler $objects -L"$libraries" -lkamm -lm -o "$work/drive"
    echo "$compiler:"
    "$work/drive"
done
