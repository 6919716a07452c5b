// TypeScript interfaces of inputs, states and channels, from the field tables in the module itself; its surfaces.

/** Field tables, and the surfaces as the module keeps them, in base64; read by the same code that reads them at run time. */
export async function readTables(bytes) {
    const { build } = await import("esbuild");
    const { fileURLToPath } = await import("node:url");
    const source = (name) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
    const { outputFiles } = await build({
        stdin: {
            contents: ["module", "field_tables", "files", "generated/data"]
                .map((name) => `export * from ${JSON.stringify(source(name))};`)
                .join("\n"),
            resolveDir: ".",
        },
        ...{ bundle: true, format: "esm", write: false },
    });
    const code = Buffer.from(outputFiles[0].text).toString("base64");
    const { data, openModule, readFieldTables, storeText } = await import(`data:text/javascript;base64,${code}`);
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const module = openModule(instance);
    storeText(module, "surfaces.json", data["surfaces.json"]);
    const from = module.made(module.call.face_read_surfaces());
    const count = module.heap.i32[(from + module.at("surface_set.count")) / 4];
    const size = module.at("surface_set.surfaces") + count * module.at("surface");
    const surfaces = Buffer.from(module.heap.u8.slice(from, from + size)).toString("base64");
    return { fields: readFieldTables(module), surfaces };
}

function range({ min, max }) {
    return min || max ? `, ${min} to ${max}` : "";
}

function member(field) {
    const unit = field.unit === "1" ? "" : ` ${field.unit}`;
    const details = `${unit}${range(field)}`.replace(/^,? /, "");
    return `    /** ${field.doc}${details ? ` [${details}]` : ""} */\n    ${field.key}: number;\n`;
}

function declare(name, doc, fields) {
    return `/** ${doc} */\nexport interface ${name} {\n${fields.map(member).join("")}}\n`;
}

/** A constant with the unit of each key, in the order of the table. */
function declareUnits(name, doc, type, fields) {
    const units = fields.map(({ key, unit }) => `    ${key}: ${JSON.stringify(unit)},\n`).join("");
    return `/** ${doc} */\nexport const ${name}: Readonly<Record<keyof ${type}, string>> = {\n${units}};\n`;
}

/** From KAMM_RUNGS in the text of include/kamm/vehicle.h. */
export function rungTypes(header) {
    const names = [...header.matchAll(/\bRUNG\(KAMM_\w+,[\s\\]*(\w+)\)/g)].map((found) => JSON.stringify(found[1]));
    return (
        "// Made by scripts/build.mjs from KAMM_RUNGS.\n\n" +
        `/** The ladder of models, from the cheapest to the truest. */\nexport type Rung = ${names.join(" | ")};\n` +
        `export const rungs: readonly Rung[] = [${names.join(", ")}];\n`
    );
}

export function fieldTypes(fields) {
    return [
        "// Made by scripts/build.mjs from the field tables.\n",
        declare("Input", "What the driver does.", fields.input),
        declare("CarChannels", "What can be read of a car.", fields.channel),
        declare("WheelChannels", "What can be read of a wheel.", fields.wheelChannel),
        declareUnits("carChannelUnits", "Units of all channels of a car; 1: none.", "CarChannels", fields.channel),
        declareUnits("wheelChannelUnits", "Units of all channels of a wheel; 1: none.", "WheelChannels", fields.wheelChannel),
        declare("CarState", "What moves a car.", fields.carState),
        declare("WheelState", "What moves a wheel.", fields.wheelState),
    ].join("\n");
}
