// TypeScript interfaces of inputs, states and channels, from the field tables in the module itself.

/** Field tables, read by the same code that reads them at run time. */
async function readTables(bytes) {
    const { build } = await import("esbuild");
    const { fileURLToPath } = await import("node:url");
    const source = (name) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
    const { outputFiles } = await build({
        stdin: {
            contents: `export { openModule } from ${JSON.stringify(source("module"))};
                       export { readFieldTables } from ${JSON.stringify(source("field_tables"))};`,
            resolveDir: ".",
        },
        ...{ bundle: true, format: "esm", write: false },
    });
    const code = Buffer.from(outputFiles[0].text).toString("base64");
    const { openModule, readFieldTables } = await import(`data:text/javascript;base64,${code}`);
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return readFieldTables(openModule(instance));
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

export async function fieldTypes(bytes) {
    const fields = await readTables(bytes);
    return [
        "// Made by scripts/build.mjs from the field tables.\n",
        declare("Input", "What the driver does.", fields.input),
        declare("CarChannels", "What can be read of a car.", fields.channel),
        declare("WheelChannels", "What can be read of a wheel.", fields.wheelChannel),
        declare("CarState", "What moves a car.", fields.carState),
        declare("WheelState", "What moves a wheel.", fields.wheelState),
    ].join("\n");
}
