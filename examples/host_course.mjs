/**
 * The course of host_course.h for hosts in JavaScript: the ground, the underside of the car, what the driver does; a crash. All axes
 * are Kamm's: x forward, y left, z up.
 */
import { pathToFileURL } from "node:url";
import { loadKamm } from "kamm";

export const ratesHz = [30, 60, 120, 144];
export const gravityMps2 = 9.80665;

/** A frame has to be whole substeps: 240 a second suit 30, 60 and 120 Hz, 288 suit 144 Hz. */
export const substepsAt = (hz) => (240 % hz ? 2 : 240 / hz);

const rowM = [-40, -36, -32, -28, -24, -20, -16, -12, -8, -4, -2, -0.4, -0.2, 0.3, 0.5];
rowM.push(2, 4, 8, 12, 16, 20, 24, 32, 40);
const columns = 181;

/** A ridge of 0.17 m between the wheels of a car that has 0.15 m below its belly, and two crests of 0.5 m across the road. */
function heightM(x, row, scrapes) {
    const ridge = Math.max(0, Math.min(1, Math.min(x - 20, 62 - x) / 6));
    const crests = Math.max(0, 1 - Math.abs(x - 120) / 4) + Math.max(0, 1 - Math.abs(x - 180) / 4);
    const onRidge = row === 12 || row === 13 ? 1 : 0;
    return scrapes ? 0.17 * ridge * onRidge + 0.5 * crests : 0;
}

/** Vertices as [x, y, z, …] and triangles that are seen from above, counter-clockwise. */
export function courseMesh(scrapes) {
    const vertices = [];
    const triangles = [];
    const rows = rowM.length;
    for (let column = 0; column < columns; ++column)
        for (let row = 0; row < rows; ++row) {
            const v = column * rows + row;
            const x = 2 * column - 20;
            vertices.push(x, rowM[row], heightM(x, row, scrapes));
            if (column === columns - 1 || row === rows - 1) continue;
            triangles.push(v, v + rows, v + rows + 1, v, v + rows + 1, v + 1);
        }
    return { vertices: new Float32Array(vertices), triangles: new Uint32Array(triangles) };
}

/**
 * The chassis by its shapes, about the centre of gravity: rails with round ends for the underside, and the car's
 * contact boxes, the first of them without its underside. The rails slide over the edges of a mesh where the edge of a
 * box would catch.
 */
export function chassisShapes(info, cgM, radiusM = 0.25) {
    const about = (point) => point.map((each, i) => each - cgM[i]);
    const [{ centreM: centre, halfM: half }, ...others] = info.boxes;
    const floorM = centre[2] - half[2];
    const rails = [-1, 0, 1].map((side) => ({
        middle: about([centre[0], centre[1] + side * (half[1] - radiusM), floorM + radiusM]),
        halfLengthM: half[0] - radiusM,
    }));
    const lower = {
        centreM: [centre[0], centre[1], centre[2] + radiusM / 2],
        halfM: [half[0], half[1], half[2] - radiusM / 2],
    };
    return { radiusM, rails, boxes: [lower, ...others].map((box) => ({ middle: about(box.centreM), half: box.halfM })) };
}

/** What the driver does: until, throttle, brake, steering wheel. Half seconds are whole frames at all rates. */
const steps = [
    ...[[6, 0.25, 0, 0], [7, 0.3, 0, 0.5], [8.5, 0.3, 0, -0.5], [9.5, 0.3, 0, 0.5], [11, 0, 0.2, 0], [15, 0.3, 0, 0.1]],
    ...[[18, 0.3, 0, -0.2], [20, 0, 0.2, 0.05], [23.5, 0.3, 0, 0], [25, 0.7, 0, 0.3], [26, 0, 0.3, 0]],
    ...[[28, 0.6, 0, -0.3], [Infinity, 0.5, 0, 0]],
];
/** How far apart the ways of scraping runs may be. */
export const scrapingM = 0.5;
const durationS = 33;

function driveByTime(input, timeS) {
    const [, throttle, brake, steeringWheelRad] = steps.find(([until]) => timeS + 1e-6 <= until);
    Object.assign(input, { gear: 2, throttle, brake, steeringWheelRad });
}

/** A small car that starts at the origin, and its body, for frames of that rate. */
export async function courseCar(hz, speedMps = 8) {
    const kamm = await loadKamm();
    const vehicle = kamm.defaultVehicle();
    vehicle.set("stepping.substeps_per_s", hz * substepsAt(hz));
    const car = kamm.car(vehicle);
    vehicle.dispose();
    car.place({ speedMps, gear: 2 });
    const hosted = car.hosted();
    return { car, hosted, body: hosted.bodies[0], substeps: substepsAt(hz) };
}

/** `makeHost(hz, scrapes)` gives a host that can step() and free(), with its car; `step` returns whether the body touches something. */
export async function runCourse(makeHost, hz, scrapes) {
    const host = await makeHost(hz, scrapes);
    const { car, body } = host;
    const end = { hz, wayM: 0, scrapedS: 0, x: 0, y: 0, fault: 0 };
    let [x, y] = body.position;
    for (let frame = 0; frame < durationS * hz; ++frame) {
        driveByTime(car.input, frame / hz);
        if (host.step()) end.scrapedS += 1 / hz;
        end.wayM += Math.hypot(body.position[0] - x, body.position[1] - y);
        [x, y] = body.position;
    }
    Object.assign(end, { x, y, fault: car.fault });
    host.free();
    return end;
}

/**
 * The course at several rates, and how far apart its ends are. Where a car grounds on a crest the outcome is sensitive: a start that is
 * faster by 0.1 to 10 mm/s ends up to 2 m further to a side and up to 5 m further on. So scraping runs are compared by their ways alone.
 */
export async function compareRates(makeHost, scrapes, rates = ratesHz) {
    const ends = [];
    for (const hz of rates) ends.push(await runCourse(makeHost, hz, scrapes));
    const apartOf = (a, b) => (scrapes ? Math.abs(a.wayM - b.wayM) : Math.hypot(a.x - b.x, a.y - b.y));
    const apartM = Math.max(...ends.flatMap((a) => ends.map((b) => apartOf(a, b))));
    return { ends, apartM };
}

function printRates(title, { ends, apartM }) {
    console.log(`${title}\n  Hz    way m      x m      y m  scraping s`);
    for (const { hz, wayM, x, y, scrapedS } of ends)
        console.log([hz, wayM.toFixed(2), x.toFixed(2), y.toFixed(2), scrapedS.toFixed(2)].map((v, i) => String(v).padStart(i ? 8 : 4)).join(" "));
    console.log(`${apartM.toFixed(2)} m apart`);
}

/** Into six boxes of 40 kg at 30 m, and into a wall at 55 m. `addBox(half, at, massKg)` of a host adds what stands fast if it has no mass. */
export async function crash(makeHost, hz) {
    const host = await makeHost(hz, false, 15);
    const { car, body } = host;
    const boxes = [0, 1, 2, 3, 4, 5].map((i) =>
        host.addBox([0.4, 0.4, 0.4], [30, i % 2 ? 0.45 : -0.45, 0.4 + 0.8 * Math.floor(i / 2)], 40),
    );
    host.addBox([0.5, 10, 2], [55.5, 0, 2], 0);
    const seen = { fastestBoxMps: 0, boxesMoved: 0, farthestM: 0, speedMps: 0, fault: 0 };
    let there = false; // and brakes from then on, also when what it hits throws it back
    for (let frame = 0; frame < 12 * hz; ++frame) {
        there ||= body.position[0] > 50;
        Object.assign(car.input, { throttle: there ? 0 : 1, brake: there ? 0.5 : 0 });
        host.step();
        seen.farthestM = Math.max(seen.farthestM, body.position[0]);
        seen.fastestBoxMps = Math.max(seen.fastestBoxMps, ...boxes.map((box) => box.velocityMps()[0]));
    }
    const places = boxes.map((box) => box.position());
    seen.boxesMoved = places.filter(([x, y]) => Math.hypot(x - 30, y) > 3).length;
    seen.speedMps = Math.hypot(...body.velocityMps);
    seen.fault = car.fault;
    host.free();
    return seen;
}

/** Drives all of it and prints what has come out, if the module at `url` is the program. */
export async function runProgram(url, makeHost) {
    if (url !== pathToFileURL(process.argv[1] ?? "").href) return;
    printRates("level", await compareRates(makeHost, false));
    printRates("scraping", await compareRates(makeHost, true));
    console.log("crash at 60 Hz", await crash(makeHost, 60));
}
