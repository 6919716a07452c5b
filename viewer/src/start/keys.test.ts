/** Every card can be won on arrow keys: by a driver who presses or lets go, and sees what he acts on 0.12 s late. */
import { loadKamm, type KammWithLab } from "kamm/lab";
import type { World } from "kamm";
import { beforeAll, expect, test } from "vitest";
import groundText from "../../../data/worlds/proving-ground.json?raw";
import heights from "../../../data/worlds/proving-ground.png?inline";
import wasm from "../../../wasm/dist/kamm-lab.wasm?inline";
import { newFrame } from "../frame";
import { createKeys } from "../input/keys";
import { createCourse } from "../replay/course";
import { createLapTimer } from "../replay/timer";
import { drivable } from "../road_tests/catalogue";
import { judgeMoose } from "../road_tests/judges";
import { createSpeedHold } from "../road_tests/speed_hold";
import { createTrack } from "../road_tests/track";
import { vehicleFiles } from "../simulation/files";
import { createGarage } from "../simulation/garage";
import { createPlayer, type Player } from "../simulation/player";
import { createRoster } from "../simulation/roster";
import type { Setup } from "../simulation/setup";
import { createDriftJudge } from "./drift";
import { tasks } from "./tasks";

const frameS = 1 / 60;
const delayFrames = Math.round(0.12 / frameS);
const actsPerFrame = 2; // as the page's stepper
const bytesOf = async (dataUrl: string) => new Uint8Array(await (await fetch(dataUrl)).arrayBuffer());

let kamm: KammWithLab;
let ground: World;
beforeAll(async () => {
    kamm = await loadKamm({ wasm: await bytesOf(wasm) });
    await kamm.addFile("worlds/proving-ground.png", await bytesOf(heights));
    ground = kamm.world(groundText, "worlds/proving-ground.json");
});

interface Seen {
    readonly x: number;
    readonly y: number;
    readonly yawRad: number;
    readonly speedMps: number;
    readonly sideslipRad: number;
    readonly yawRateRadps: number;
}

/** What a driver holds down, by what he saw, and by how that has changed in the tenth of a second before. */
type Hands = (seen: Seen, before: Seen) => { steer: number; throttle: boolean; brake?: boolean };

/** The driver's eyes, delayed, and his fingers on the page's own keys. */
function sit(player: Player, hands: Hands) {
    const keys = createKeys(() => {});
    const scene = { tagName: "CANVAS" };
    const history: Seen[] = [];
    const plain = { key: "", repeat: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false };
    const press = (code: string, is: boolean) =>
        is ? keys.down({ ...plain, code }, scene) : keys.up({ code, key: "" });
    return () => {
        const { xM, yM, yawRad, speedMps, sideslipRad, yawRateRadps } = player.car;
        history.push({ x: xM, y: yM, yawRad, speedMps, sideslipRad, yawRateRadps });
        const at = (frames: number) => history[Math.max(0, history.length - 1 - frames)]!;
        const { steer, throttle, brake = false } = hands(at(delayFrames), at(delayFrames + 6));
        press("ArrowLeft", steer > 0);
        press("ArrowRight", steer < 0);
        press("ArrowUp", throttle);
        press("ArrowDown", brake);
        Object.assign(player.driverInput, keys.driverInput);
    };
}

function setUp(id: "drift" | "moose" | "lap", world: World) {
    const task = tasks.find((each) => each.id === id)!;
    const setup = { windMps: [0, 0, 0], changes: {}, start: "circuit", ...task.setup } as unknown as Setup;
    world.setSurface(setup.surfaceOverride);
    const player = createPlayer(kamm, world, createRoster(world), createGarage(kamm), setup);
    const start = world.starts.find(({ name }) => name === setup.start);
    if (start) player.place({ x: start.x, y: start.y, yawRad: start.yawRad });
    return player;
}

/** Frame by frame, until `watch` says that it is over; whether it did. */
function drive(world: World, player: Player, hands: Hands, forS: number, watch: (timeS: number) => boolean, adjust = () => {}) {
    const act = sit(player, hands);
    try {
        for (let timeS = 0; timeS < forS; timeS += frameS) {
            act();
            adjust();
            for (let i = 0; i < actsPerFrame; ++i) {
                player.act(frameS / actsPerFrame);
                world.step(frameS / actsPerFrame);
            }
            if (watch(timeS)) return true;
        }
        return false;
    } finally {
        player.dispose();
    }
}

const sign = (value: number, dead: number) => (value > dead ? 1 : value < -dead ? -1 : 0);

/** Three tries at most, each with the next of these. */
const winsWith = <Habit>(habits: readonly Habit[], attempt: (habit: Habit) => boolean) => habits.slice(0, 3).some(attempt);

/** Full throttle; into the turn until the slide is wide enough, then against it, by what it is about to be. */
test.each([
    ["how fast the car turns", 0.3, 0],
    ["how fast the slide grows", 0, 0.35],
    ["both", 0.3, 0.25],
    ["some of both", 0.15, 0.2],
])("Drift, by a driver who looks at %s", (_, ofTurning, ofGrowth) => {
    const wanted = (targetRad: number): Hands => (seen, before) => {
        const slipRad = -seen.sideslipRad;
        const growth = (slipRad + before.sideslipRad) / 0.1;
        const missing = targetRad - slipRad - ofTurning * (seen.yawRateRadps - 0.6) - ofGrowth * growth;
        return { steer: sign(missing, 0.1), throttle: true };
    };
    const attempt = (targetRad: number) => {
        const player = setUp("drift", ground);
        const frame = newFrame([player.car.wheels.length], 0);
        const judge = createDriftJudge();
        return drive(ground, player, wanted(targetRad), 20, (timeS) => {
            const { speedMps, sideslipRad } = player.car;
            Object.assign(frame.cars[0]!, { speedMps, sideslipRad });
            frame.timeS = timeS;
            return judge.update(frame)?.isDone ?? false;
        });
    };
    expect(winsWith([0.45, 0.55, 0.65], attempt)).toBe(true);
});

/** The lane to be in, whose change he begins that far before its first cones. */
const laneAt = (x: number, beforeM: number) => (x > 36.5 - beforeM ? 0.15 : x > 12 - beforeM ? 3.45 : 0);
const mostRad = 0.45;

test("Moose, by a driver who points the car at the lane and sees it turn", () => {
    const task = tasks.find(({ id }) => id === "moose")!;
    const { id, text } = vehicleFiles.find((file) => file.id === task.setup.car)!;
    const course = kamm.lab.course("moose", { name: id, json: text! }, "full");
    const cones = course.parts.filter(({ kind }) => kind === "cone");
    const entryMps = drivable["moose"]!.entryKmh! / 3.6;
    const attempt = (beforeM: number) => {
        const world = createTrack(kamm, "moose", course, "dry_asphalt");
        const player = setUp("moose", world);
        const { info, vehicle } = player;
        const noseM = info.frontOverhangM + info.cgBehindFrontAxleM;
        const endM = Math.max(...cones.map(({ from }) => from[0])) + info.lengthM - noseM;
        const distances = (x: number, y: number, yawRad: number) =>
            cones.map((cone) => kamm.lab.coneDistanceM(cone, vehicle, x, y, yawRad));
        const judge = judgeMoose(distances, noseM, endM);
        player.place({ x: course.start[0] - 2 * entryMps, y: course.start[1], yawRad: 0, speedMps: entryMps, gear: 100 });
        const hold = createSpeedHold(entryMps);
        const hands: Hands = (seen) => {
            const y = seen.y + 0.12 * seen.speedMps * Math.sin(seen.yawRad + seen.sideslipRad);
            const wantedRad = Math.max(-mostRad, Math.min(mostRad, 0.12 * (laneAt(seen.x, beforeM) - y)));
            return { steer: sign(wantedRad - seen.yawRad - 0.28 * seen.yawRateRadps, 0.06), throttle: false };
        };
        const frame = newFrame([player.car.wheels.length], 0);
        const holdSpeed = () => player.car.xM < course.start[0] && hold(player.driverInput, player.car.speedMps, frameS);
        const ended = drive(world, player, hands, 20, (timeS) => {
            const { yawRad, speedMps, rollRad, xM, yM, input } = player.car;
            const { throttle, brake } = input;
            judge.take(Object.assign(frame.cars[0]!, { yawRad, speedMps, rollRad, throttle, brake }), timeS, xM, yM);
            return judge.done;
        }, holdSpeed);
        world.dispose();
        return ended && Object.keys(judge.figures).length > 0;
    };
    expect(winsWith([5, 7, 9], attempt)).toBe(true);
});

test("Lap, by a driver who looks ahead and brakes in time", () => {
    const path = ground.paths.find(({ name }) => name === "circuit")!;
    const course = createCourse(path);
    const attempt = (grip: number) => {
        const player = setUp("lap", ground);
        const plan = ground.driver("circuit", player.car, { grip });
        const timer = createLapTimer(course);
        const frame = newFrame([player.car.wheels.length], 0);
        const hands: Hands = ({ x, y, yawRad, speedMps, sideslipRad }) => {
            const { stationM } = course.locate(x, y);
            const to = plan.at(stationM + 5 + 0.6 * speedMps);
            const bearing = Math.atan2(to.y - y, to.x - x) - yawRad - sideslipRad;
            const aside = Math.atan2(Math.sin(bearing), Math.cos(bearing));
            const fastestMps = plan.at(stationM + 0.4 * speedMps).speedMps;
            return { steer: sign(aside, 0.03), throttle: speedMps < fastestMps, brake: speedMps > fastestMps + 1.5 };
        };
        const isRound = drive(ground, player, hands, 180, (timeS) => {
            const { speedMps, position } = player.car;
            frame.timeS = timeS;
            frame.cars[0]!.position.set(position);
            frame.cars[0]!.speedMps = speedMps;
            timer.update(frame);
            return timer.lastS !== null || (timeS > 5 && timer.currentS === null); // off the road
        });
        plan.dispose();
        return isRound && timer.lastS !== null;
    };
    expect(winsWith([0.35, 0.3, 0.25], attempt)).toBe(true);
});
