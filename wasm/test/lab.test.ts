/** Road tests in the module: the figures are those of the command, whose code it is. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type KammWithLab, loadKamm } from "kamm/lab";
import { beforeAll, describe, expect, test } from "vitest";
import { dataFile, kammError } from "./support";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = [process.env["KAMM"], "build/dev/bin/kamm", "build/fast/bin/kamm", "build/release/bin/kamm"]
    .filter((path) => path !== undefined)
    .map((path) => (path.startsWith("/") ? path : root + path))
    .find((path) => existsSync(path));

let kamm: KammWithLab;
beforeAll(async () => {
    kamm = await loadKamm({ wasm: dataModule() });
    await kamm.addFile("worlds/proving-ground.png", dataFile("worlds/proving-ground.png"));
    await kamm.addFile("worlds/proving-ground.json", dataFile("worlds/proving-ground.json").toString());
});

const dataModule = () => new Uint8Array(dataFile("../wasm/dist/kamm-lab.wasm"));
const carOf = (name: string) => ({ name, json: dataFile(`vehicles/${name}.json`).toString() });

interface Told {
    readonly figures: Record<string, { value: number | null; published: number | null }>;
}

const tell = (name: string, car: string, ...options: string[]): Told =>
    JSON.parse(execFileSync(command!, ["run", name, "--car", `${root}data/vehicles/${car}.json`, "--json", ...options], { encoding: "utf8" }));

/** The cars' bits are equal; the lab's own sines are of another libm, whose last digits may differ. */
function expectAlike(found: number | null, told: number | null) {
    if (told === null || found === null) return expect(found).toBe(told);
    expect(Math.abs(found - told)).toBeLessThanOrEqual(1e-10 * Math.abs(told));
}

const isLong = (process.env["KAMM_TIER"] ?? "short") !== "short";

describe.skipIf(!command)("figures are the command's", () => {
    const fast = ["accel", "brake", "skidpad", "step-steer", "split-mu", "jump", "crash", "sine-dwell", "fishhook", "crosswind"];
    const cases = ["bmw-m3-e46", "reliant-robin"].flatMap((car) => fast.map((name) => [name, car, "full"] as const));

    const others = [
        ["lap", "nissan-micra", "full"],
        ["moose", "bmw-m3-e46", "rigid2d"], // on the full model it takes half a minute
    ] as const;

    test.each(isLong ? [...cases, ...others] : cases)("%s of %s on %s", (name, car, rung) => {
        const { figures } = kamm.lab.run(name, carOf(car), { rung });
        const told = tell(name, car, "--rung", rung).figures;
        expect(figures.map((figure) => figure.name)).toEqual(Object.keys(told));
        for (const { name: figure, value, published } of figures) {
            expectAlike(value, told[figure]!.value);
            expect(published).toBe(told[figure]!.published);
        }
        expect(figures.some(({ value }) => value !== null)).toBe(true);
    }, 120_000);

    test("with changes, another rung and another surface too", () => {
        const car = { ...carOf("bmw-m3-e46"), changes: { "body.mass_kg": 1700, "aids.abs": false } };
        const { figures } = kamm.lab.run("brake", car, { rung: "double_track", surface: "snow" });
        const options = ["--set", "body.mass_kg=1700", "--set", "aids.abs=false", "--rung", "double_track", "--surface", "snow"];
        const told = tell("brake", "bmw-m3-e46", ...options).figures;
        for (const { name, value } of figures) expectAlike(value, told[name]!.value);
        expect(figures[0]!.value).toBeGreaterThan(100);
    });
});

describe("the run that gave the figures", () => {
    test("comes row by row, and asking for it changes nothing", () => {
        const car = carOf("bmw-m3-e46");
        for (const name of isLong ? ["brake", "top-speed", "sine-dwell", "fishhook"] : ["brake"]) {
            const { figures, rows } = kamm.lab.run(name, car, { rowsEveryS: 0.02 });
            expect(figures).toEqual(kamm.lab.run(name, car).figures);
            expect(rows!.count).toBeGreaterThan(50);
            expect(rows!.values.length).toBe(rows!.count * rows!.size);
        }
    });

    test("a row has channels, poses and wheels where it says", () => {
        const { rows, figures } = kamm.lab.run("brake", carOf("bmw-m3-e46"), { rowsEveryS: 0.02 });
        const { values, size, bodySize, wheelSize, wheelCount, count, channels, wheelChannels } = rows!;
        expect(wheelCount).toBe(4);
        expect(size).toBe(bodySize + 4 * wheelSize);
        const row = (index: number) => values.subarray(index * size, (index + 1) * size);
        const channel = (index: number, name: string) => row(index)[1 + channels.indexOf(name)]!;
        const position = (index: number) => row(index).subarray(1 + channels.length + 2);
        expect(channel(0, "speedMps") * 3.6).toBeCloseTo(100, 0);
        expect(channel(count - 1, "speedMps")).toBeLessThan(0.1);
        expect(row(50)[0]).toBeCloseTo(1, 2);
        const stopM = position(count - 1)[0]! - position(0)[0]!;
        expect(stopM).toBeCloseTo(figures[0]!.value!, 0);
        expect(channel(10, "xM")).toBeCloseTo(position(10)[0]!, 1); // below the centre of gravity, by the pitch
        const wheel = row(10).subarray(bodySize, bodySize + wheelSize);
        expect(wheel[wheelChannels.indexOf("loadN")]).toBeGreaterThan(1000);
        const centre = wheel.subarray(wheelChannels.length + 1);
        expect(centre[1]).toBeGreaterThan(0.5); // on the left
        expect(Math.hypot(...centre.subarray(3, 7))).toBeCloseTo(1, 6);
    });
});

describe("courses", () => {
    test("moose: ISO 3888-2's cones by the car's width, and the lab's distance to each", () => {
        const car = carOf("bmw-m3-e46");
        const vehicle = kamm.vehicle(car.json, car.name);
        const widthM = vehicle.get("body.width_m");
        const { parts, entryMps, start } = kamm.lab.course("moose", car);
        expect(parts).toHaveLength(30);
        expect(entryMps).toBeNull();
        expect(start[0]).toBeLessThan(-2);
        const entry = parts.filter(({ name }) => name === "entry lane");
        expect(entry.map(({ from }) => from[0])).toEqual([0, 0, 3, 3, 6, 6, 9, 9, 12, 12]);
        const [right, left] = entry as unknown as [(typeof entry)[0], (typeof entry)[0]];
        expect(left.from[1] - right.from[1]).toBeCloseTo(1.1 * widthM + 0.25, 9);
        expect([right.side, left.side]).toEqual([-1, 1]);
        const distance = (y: number) => kamm.lab.coneDistanceM(left, vehicle, 0, y, 0);
        expect(distance(0)).toBeCloseTo(left.from[1] - widthM / 2, 9);
        expect(distance(left.from[1])).toBeCloseTo(-widthM / 2, 9); // over it
        vehicle.dispose();
        const wide = kamm.lab.course("moose", { ...car, changes: { "body.width_m": 2 } });
        expect(wide.parts[1]!.from[1]).toBeCloseTo((1.1 * 2 + 0.25) / 2, 9);
    });

    test("every test tells its course", () => {
        const car = carOf("bmw-m3-e46");
        const kinds = (name: string) => [...new Set(kamm.lab.course(name, car).parts.map(({ kind }) => kind))];
        expect(kamm.lab.tests).toHaveLength(20);
        for (const { name } of kamm.lab.tests) kamm.lab.course(name, car);
        expect(kinds("skidpad")).toEqual(["circle"]);
        expect(kinds("split-mu")).toEqual(["area"]);
        expect(kinds("jump")).toEqual(["ramp"]);
        expect(kinds("rollover")).toEqual(["block"]);
        expect(kinds("crosswind")).toEqual(["wind"]);
        expect(kinds("fishhook")).toEqual([]);
        expect(kamm.lab.course("slope-hold", car).grade).toBe(0.2);
        expect(kamm.lab.course("lap", car).world).toBe("proving-ground");
        const ramp = kamm.lab.course("jump", car).parts;
        ramp.slice(1).forEach((part, i) => expect(part.fromHeightM).toBe(ramp[i]!.toHeightM));
        expect(ramp.at(-1)!.toHeightM).toBeCloseTo(1, 9);
    });

    test("mistakes are reported in the lab's words", () => {
        const car = carOf("bmw-m3-e46");
        expect(kammError(() => kamm.lab.run("mose", car)).message).toContain("did you mean moose?");
        expect(kammError(() => kamm.lab.course("jump", car, "kinematic")).message).toContain("lowest rung");
        const changes = { "body.mass_kg": -1 };
        expect(kammError(() => kamm.lab.run("brake", { ...car, changes })).path).toContain("mass_kg");
    });
});
