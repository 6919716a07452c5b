/** New vehicles in the module are those of the command, whose code it is, and so is what is said of them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type KammWithNewCars, loadKamm } from "kamm/new-cars";
import { beforeAll, expect, test } from "vitest";
import { dataFile, kammError } from "./support";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = [process.env["KAMM"], "build/dev/bin/kamm", "build/fast/bin/kamm", "build/release/bin/kamm"]
    .filter((path) => path !== undefined)
    .map((path) => (path.startsWith("/") ? path : root + path))
    .find((path) => existsSync(path));

let kamm: KammWithNewCars;
beforeAll(async () => {
    kamm = await loadKamm({ wasm: new Uint8Array(dataFile("../wasm/dist/kamm-new-cars.wasm")) });
});

const facts = { body: "saloon", mass: 1450, wheelbase: 2.65, tyres: "225/45R17", power: "147kW", drive: "front" };

test.skipIf(!command)("they are the command's, and so is what is said of them", () => {
    const folder = mkdtempSync(join(tmpdir(), "kamm-"));
    const words = Object.entries(facts).flatMap(([name, value]) => [`--${name}`, String(value)]);
    execFileSync(command!, ["new", "my-car", "--name", "my car", ...words], { cwd: folder });
    const json = kamm.newCars.make({ ...facts, name: "my car" });
    expect(json).toBe(readFileSync(join(folder, "my-car.json"), "utf8"));
    const said = execFileSync(command!, ["check", "my-car.json", "--class", "saloon"], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    const vehicle = kamm.vehicle(json);
    const { body, figures, failures } = kamm.newCars.diagnose(vehicle, "saloon");
    vehicle.dispose();
    expect(body).toBe("saloon");
    expect(failures).toEqual([]);
    expect(figures.length).toBeGreaterThan(15);
    for (const { name, remark } of figures) expect(said).toMatch(new RegExp(`${name} .*${remark}`));
});

test("a class is guessed, and a remark says what is unusual", () => {
    const vehicle = kamm.vehicle(kamm.newCars.make({ ...facts, cg_height: 0.9 }));
    const { body, figures } = kamm.newCars.diagnose(vehicle);
    vehicle.dispose();
    expect(kamm.newCars.wordsOf("body")).toContain(body);
    expect(figures.some(({ remark }) => remark !== "")).toBe(true);
});

test("mistakes name the fact", () => {
    const { make, wordsOf } = kamm.newCars;
    expect(kammError(() => make({ ...facts, tyres: "round" })).message).toContain("no size of a tyre");
    expect(kammError(() => make({ mass: 1000 })).message).toContain("wheelbase is missing");
    expect(kammError(() => make({ ...facts, powr: 1 })).message).toContain("did you mean power");
    expect(wordsOf("drive")).toEqual(["by_class", "front", "rear", "all"]);
    expect(wordsOf("mass")).toEqual([]);
});
