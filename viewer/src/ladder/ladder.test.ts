import { type Kamm, loadKamm, rungs, type Vehicle } from "kamm";
import { beforeAll, describe, expect, test } from "vitest";
import text from "../../../data/vehicles/bmw-m3-e46.json?raw";
import { newCarFrame } from "../frame";
import { makeCombination } from "../simulation/combination";
import { measureNs } from "./cost";
import { differences } from "./differences";
import { createGhosts, type Ghosts } from "./ghosts";
import { createLapKeeper } from "./lap_inputs";
import { type Leader, leadLap, leadManoeuvre } from "./leaders";
import { manoeuvres } from "./manoeuvres";
import { asItIs, moveFrame } from "./pose";
import { createTraces, substepsPerSample, type Traces } from "./traces";

const level = { surface: "dry_asphalt" };

let kamm: Kamm;
let vehicle: Vehicle;
beforeAll(async () => {
    kamm = await loadKamm();
    vehicle = kamm.vehicle(text);
});

const noInput = () =>
    Object.fromEntries(kamm.fields.input.map(({ key, defaultValue }) => [key, defaultValue])) as never as Parameters<
        Leader["lead"]
    >[0];

/** Drives a leader's inputs to their end. */
function drive(ghosts: Ghosts, leader: Leader, maxSubsteps = Infinity): Traces {
    const traces = createTraces(ghosts.all.map(({ car }) => car), asItIs);
    const input = noInput();
    traces.take(0);
    for (let i = 0; i < maxSubsteps && leader.lead(input, i, ghosts.truest.car.forwardSpeedMps); ++i) {
        ghosts.step(input, 1, 1);
        if ((i + 1) % substepsPerSample === 0) traces.take((i + 1) / 240);
    }
    return traces;
}

function manoeuvre(id: string, speedMps: number, wheelDeg: number) {
    const ghosts = createGhosts(kamm, level, [vehicle]);
    ghosts.place(0, 0, 0, speedMps);
    const asked = { speedMps, wheelRad: (wheelDeg * Math.PI) / 180 };
    const traces = drive(ghosts, leadManoeuvre(manoeuvres.find((each) => each.id === id)!, asked, 1 / 240));
    const [all, truest] = [ghosts.all.map(({ rung }) => rung), ghosts.all.indexOf(ghosts.truest)];
    ghosts.dispose();
    return { traces, rungs: all, figures: differences(traces, truest) };
}

describe("five rungs with the same inputs", () => {
    test("turn alike at walking pace with little steering", () => {
        const { traces, rungs: all } = manoeuvre("step", 5, 40);
        expect(all).toEqual(rungs);
        const last = traces.count - 1;
        const perMetre = traces.all.map((trace) => trace.of("yawRate")[last]! / trace.of("speed")[last]!);
        const [kinematic, ...others] = perMetre.map((each) => each / perMetre.at(-1)!);
        expect(Math.abs(kinematic! - 1)).toBeLessThan(0.1); // it knows of no slip at all
        for (const other of others) expect(Math.abs(other - 1)).toBeLessThan(0.03);
        expect(traces.all[0]!.of("yawRate")[last]!).toBeGreaterThan(2);
    });

    test("part at the limit: kinematic first, in a ramp below 2 m/s², and single_track later", () => {
        const { figures } = manoeuvre("ramp", 22, 90);
        const [kinematic, , single, double, full] = figures;
        expect(kinematic!.leavesAtMps2).toBeLessThan(2);
        expect(single!.leavesAtMps2 ?? 99).toBeGreaterThan(kinematic!.leavesAtMps2! + 1);
        expect(kinematic!.peakYawRateDegps).toBeGreaterThan(1.3 * full!.peakYawRateDegps);
        expect(kinematic!.asideM).toBeGreaterThan(5);
        expect(double!.asideM).toBeLessThan(kinematic!.asideM);
        expect(full).toMatchObject({ asideM: 0, leavesAtMps2: null });
    });

    test("are mirrored to the bit by a mirrored step", () => {
        const [left, right] = [manoeuvre("step", 22, 60), manoeuvre("step", 22, -60)];
        for (const [i] of rungs.entries())
            for (const id of ["yawRate", "lateral", "sideslip", "speed"] as const) {
                const sign = id === "speed" ? 1 : -1;
                const mirrored = right.traces.all[i]!.of(id).map((value) => sign * value + 0);
                expect(mirrored).toEqual(left.traces.all[i]!.of(id).map((value) => value + 0));
            }
        expect(left.traces.all[0]!.of("yawRate").at(-1)).toBeGreaterThan(5);
        expect(right.figures).toEqual(left.figures);
    });

    test("start where the player is: on its rung to the bit, on the others with its speed", () => {
        const player = makeCombination(kamm, level, [vehicle], { rung: "full" });
        player.place({ x: 3, y: -2, yawRad: 0.4, speedMps: 15 });
        player.units[0]!.input.steeringWheelRad = 0.4;
        player.member.stepSubsteps(240);
        const ghosts = createGhosts(kamm, level, [vehicle]);
        ghosts.meet({ rung: "full", combination: player });
        for (const { car } of ghosts.all) expect(car.speedMps).toBeCloseTo(player.units[0]!.speedMps, 1);
        const input = { ...noInput(), steeringWheelRad: -0.8, throttle: 0.3 };
        for (let i = 0; i < 240; ++i) ghosts.step(input, 1, 1);
        Object.assign(player.units[0]!.input, input);
        player.member.stepSubsteps(240);
        expect(ghosts.truest.combination.member.hash()).toBe(player.member.hash());
        expect(ghosts.all[0]!.combination.member.hash()).not.toBe(player.member.hash());
        ghosts.dispose();
        player.dispose();
    });

    test("have a cost, and are as before when it has been measured", () => {
        const ghosts = createGhosts(kamm, level, [vehicle]);
        ghosts.place(0, 0, 0, 20);
        const hashes = () => ghosts.all.map(({ combination }) => combination.member.hash());
        const before = hashes();
        for (const { combination } of ghosts.all) expect(measureNs(combination.member)).toBeGreaterThan(0);
        expect(hashes()).toEqual(before);
        ghosts.dispose();
    });
});

test("with a trailer there are two rungs, and of the others the core says why not", () => {
    const units = kamm.units("volvo-v40-caravan");
    const ghosts = createGhosts(kamm, level, units);
    expect(ghosts.all.map(({ rung }) => rung)).toEqual(["single_track", "full"]);
    expect(ghosts.missing.map(({ rung }) => rung)).toEqual(["kinematic", "rigid2d", "double_track"]);
    for (const { reason } of ghosts.missing) expect(reason).toMatch(/full|single_track/);
    ghosts.dispose();
    for (const unit of units) unit.dispose();
});

describe("the last lap's inputs", () => {
    const keep = (snapshot = new Uint8Array([1])) => () => ({ snapshot, rung: "full" as const });

    test("are kept from line to line, and read substep by substep", () => {
        const keeper = createLapKeeper(["throttle", "steeringWheelRad"]);
        const input = noInput();
        keeper.update(null, null, keep());
        keeper.take({ ...input, throttle: 0.9 }, 5);
        keeper.update(0.01, null, keep(new Uint8Array([7])));
        keeper.take({ ...input, throttle: 0.5 }, 2);
        keeper.take({ ...input, throttle: 0.25, steeringWheelRad: -1 }, 3);
        expect(keeper.last).toBeNull();
        keeper.update(0.02, 60, keep()); // the next lap: its time is less than that of the one before
        keeper.update(0.005, 61, keep());
        keeper.take({ ...input, throttle: 0.1 }, 2);
        expect(keeper.last?.snapshot[0]).toBe(7);
        const leader = leadLap(keeper.last!);
        const throttles: number[] = [];
        for (let i = 0; leader.lead(input, i, 0); ++i) throttles.push(input.throttle);
        expect(throttles).toEqual([0.5, 0.5, 0.25, 0.25, 0.25]);
        expect(input.steeringWheelRad).toBe(-1);
        expect(leader.lead(input, 0, 0)).toBe(true); // once more from its beginning
        expect(input.throttle).toBe(0.5);
    });

    test("are none where the lap was left, and of another car they are forgotten", () => {
        const keeper = createLapKeeper(["throttle"]);
        keeper.update(0.01, null, keep());
        keeper.take(noInput(), 2);
        keeper.update(null, null, keep());
        keeper.update(0.01, null, keep());
        expect(keeper.last).toBeNull();
        keeper.take(noInput(), 2);
        keeper.update(0.005, 50, keep());
        expect(keeper.last).not.toBeNull();
        keeper.forget();
        expect(keeper.last).toBeNull();
    });
});

test("who starts more quickly from rest is not beside the path, and who drives beside it is", () => {
    const samples = 600;
    const trace = (x: (i: number) => number, y: (i: number) => number) => {
        const column = (of: (i: number) => number) => Float64Array.from({ length: samples }, (_, i) => of(i));
        return { x: column(x), y: column(y), z: column(() => 0), of: () => column(() => 1) };
    };
    const creep = (i: number) => 1e-5 * ((i * 7) % 5);
    const traces: Traces = {
        ...{ count: samples, version: 1, meetings: [], yawRad: 0, take() {}, meet() {} },
        timesS: Float64Array.from({ length: samples }, (_, i) => i / 60),
        all: [
            trace((i) => 0.3 * i, () => 0), // off at once
            trace((i) => Math.max(0, 0.3 * (i - 200)), (i) => (i > 300 ? 1.5 : 0)),
            trace((i) => (i < 250 ? -creep(i) : 0.3 * (i - 250)), creep), // waits
        ],
    };
    const [early, beside, truest] = differences(traces, 2);
    expect(early!.asideM).toBeLessThan(0.01);
    expect(beside!.asideM).toBeCloseTo(1.5, 1);
    expect(truest!.asideM).toBe(0);
});

test("traces keep the newest half minute, and know where they met", () => {
    const ghosts = createGhosts(kamm, level, [vehicle]);
    ghosts.place(0, 0, 0, 10);
    const traces = createTraces(ghosts.all.map(({ car }) => car), { x: 5, y: 1, z: 2, yawRad: Math.PI / 2 });
    for (let i = 0; i < 3000; ++i) {
        if (i === 2900) traces.meet();
        traces.take(i);
    }
    expect(traces.count).toBeLessThan(3000);
    expect(traces.count).toBeGreaterThanOrEqual(1800);
    expect(traces.timesS.at(-1)).toBe(2999);
    expect(traces.timesS[traces.meetings[0]!]).toBe(2900);
    expect(traces.all[4]!.z[0]! - ghosts.truest.car.position[2]!).toBeCloseTo(2, 6);
    expect(traces.all[4]!.x[0]!).toBeCloseTo(5 - ghosts.truest.car.position[1]!, 6);
    expect(traces.all[4]!.y[0]!).toBeCloseTo(1 + ghosts.truest.car.position[0]!, 6);
    expect(traces.yawRad).toBeCloseTo(Math.PI / 2, 6);
    ghosts.dispose();
});

test("a frame that is shown elsewhere is turned as a whole", () => {
    const frame = newCarFrame(2);
    frame.position.set([1, 0, 0]);
    frame.orientation.set([1, 0, 0, 0]);
    frame.wheels[0]!.position.set([2, 1, 0.3]);
    frame.wheels[0]!.orientation.set([Math.cos(0.2), Math.sin(0.2), 0, 0]); // leans
    moveFrame(frame, { x: 10, y: 20, z: 3, yawRad: Math.PI / 2 });
    expect([...frame.position].map((value) => +value.toFixed(9))).toEqual([10, 21, 3]);
    expect([...frame.wheels[0]!.position].map((value) => +value.toFixed(9))).toEqual([9, 22, 3.3]);
    const [w, x, y, z] = frame.wheels[0]!.orientation;
    const half = Math.SQRT1_2;
    [w! - half * Math.cos(0.2), x! - half * Math.sin(0.2), y! - half * Math.sin(0.2), z! - half * Math.cos(0.2)].forEach(
        (difference) => expect(difference).toBeCloseTo(0, 9),
    );
});
