#!/bin/sh
# A new rung needs no edit of the package's types and the page: with a line added to KAMM_RUNGS in a copy of the tree,
# both compile, and the page has a name, a title and a look for it.
#
# Usage: tools/test_add_rung_page.sh    where the page has been built
set -eu
. "$(dirname -- "$0")/test_tree.sh"

mkdir "$tree/node_modules" "$tree/include"
cp -r "$root/include/kamm" "$tree/include"
cp -r "$root/wasm" "$root/viewer" "$root/data" "$root/package.json" "$tree"
for package in "$root"/node_modules/* "$root"/node_modules/.bin; do ln -s "$package" "$tree/node_modules"; done
rm -f "$tree/node_modules/kamm" "$tree/node_modules/kamm-viewer"
ln -s ../wasm "$tree/node_modules/kamm"
cd "$tree"

sed -i 's/^\( *\)RUNG(KAMM_RIGID2D, rigid2d).*$/&\n\1RUNG(KAMM_ADDED, added_rung) \\/' include/kamm/vehicle.h
cat >make.mjs <<'EOF'
import { readFileSync, writeFileSync } from "node:fs";
import { rungTypes } from "./wasm/scripts/field_types.mjs";

const made = rungTypes(readFileSync("include/kamm/vehicle.h", "utf8"));
const type = made.match(/^export type Rung = .*$/m)[0];
const wanted = ["kinematic", "rigid2d", "added_rung", "single_track", "double_track", "full"];
if (!type.includes(` = ${wanted.map((name) => `"${name}"`).join(" | ")};`)) throw Error(`KAMM_RUNGS has become ${type}`);
writeFileSync("wasm/src/generated/rungs.ts", made);
const declared = "wasm/dist/index.d.ts", text = readFileSync(declared, "utf8");
const added = text.replace(/^export type Rung = .*$/m, type);
if (added === text) throw Error("index.d.ts declares no Rung");
writeFileSync(declared, added);
EOF
node make.mjs
node node_modules/typescript/bin/tsc --noEmit -p wasm || fail 'the package does not compile with a rung more'
node node_modules/typescript/bin/tsc --noEmit -p viewer || fail 'the page does not compile with a rung more'

cat >look.ts <<'EOF'
import { nameOf, paintOf } from "./viewer/src/ladder/looks";
import { rungNames, rungTitles } from "./viewer/src/tuning/rungs";

const rung = rungNames[2]!;
const found = [rung, rungTitles[rung], nameOf(rung), /^#[0-9a-f]{6}$/.test(paintOf(rung)), rungTitles.full];
const wanted = ["added_rung", "Added rung", "added rung", true, "Six degrees of freedom, springs, tyres, driveline"];
if (found.join() !== wanted.join()) throw Error(`the page has ${found.join()}, not ${wanted.join()}`);
EOF
node_modules/.bin/esbuild look.ts --bundle --format=esm --alias:kamm=./wasm/src/generated/rungs.ts --log-level=warning \
    --outfile=look.mjs
node look.mjs
