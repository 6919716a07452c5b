/** Commands, whether they come from a key, a pad, a thumb or a button. */
import type { Vehicle } from "kamm";
import type { MenuItem, Place } from "../bar";
import type { Command } from "../input";
import { keyOf } from "../input/bindings";
import type { Simulation } from "../simulation";
import { driveGear } from "../simulation/pedals";
import { reason, type Report } from "../tuning/report";
import { nextForces } from "../tyres/forces";
import type { Parts } from "./parts";
import type { Loop } from "./loop";

export type Commands = Readonly<Record<Command, () => void>>;

/** Shifts with Q and E: from the engaged gear, or between those chosen. */
function shift(simulation: Simulation, by: number) {
    const from = simulation.gear === driveGear ? simulation.frame.cars[0]!.gear : simulation.gear;
    const highest = Math.max(1, simulation.info.gearCount); // an electric car has none, and goes forwards in 1
    simulation.gear = Math.max(-1, Math.min(highest, from + by));
}

/** It goes in below walking speed with the clutch open, which the core sees to. */
function changeRange({ player, vehicle }: Simulation): string {
    if (vehicle.get("transfer.low_ratio") <= 1) return "There is no low range";
    player.input.lowRange = 1 - player.input.lowRange;
    return player.input.lowRange ? "Low range: goes in at rest" : "High range: goes in at rest";
}

/** A curve without points has no value there. */
function has(vehicle: Vehicle, path: string): boolean {
    try {
        return vehicle.get(path) > 0;
    } catch {
        return false;
    }
}

/** The driver's lever, by a third further at each press. */
function moveLever({ player, vehicle }: Simulation): string {
    if (!has(vehicle, "retarder.max_power_w") && !has(vehicle, "engine.exhaust_brake.torque_nm[0]"))
        return "There is no retarder or exhaust brake";
    const thirds = (Math.round(3 * player.input.enduranceBrake) + 1) % 4;
    player.input.enduranceBrake = thirds / 3;
    return `Retarder and exhaust brake: ${thirds ? `${thirds} of 3` : "off"}`;
}

function liftAxles({ player, info, vehicle }: Simulation): string {
    const lifts = Array.from({ length: info.axleCount }, (_, i) => vehicle.get(`axles[${i}].lift_m`) > 0);
    if (!lifts.includes(true)) return "There is no lift axle";
    player.input.raisedAxles = 1 - player.input.raisedAxles;
    return player.input.raisedAxles ? "Lift axles are up" : "Lift axles are down";
}

function couple(simulation: Simulation): string {
    try {
        const now = simulation.changeCoupling();
        return now ? `The trailer is ${now}` : "There is no trailer";
    } catch (error) {
        return reason(error);
    }
}

/** Tuning and ladder side by side. */
const hasRoomForBoth = () => innerWidth > 1500;

export function createCommands(
    simulation: Simulation,
    { picture, hands, replay, sound, start, tuning, ladder, tyres, clip, tests, slowMotion, telemetry }: Parts,
    loop: Loop,
    report: Report,
): Commands {
    const { cameras } = picture;
    return {
        recover: () => simulation.recover(),
        restart: () => void (tests.again() || simulation.restart()),
        tests: () => tests.toggle(),
        slowMotion: () => report.say(slowMotion.next()),
        camera: () => report.say(`Camera: ${(cameras.next(), cameras.title)}`),
        lean: () => {
            cameras.leaning = !cameras.leaning;
            report.say(`The camera ${cameras.leaning ? "leans with two-wheelers" : "stays upright"}`);
        },
        zoomIn: () => cameras.zoom(0.8),
        zoomOut: () => cameras.zoom(1.25),
        pause: () => {
            loop.paused = !loop.paused;
            report.say(loop.paused ? "Paused" : "Goes on");
        },
        singleStep: () => {
            loop.paused = true;
            simulation.stepOnce();
        },
        bars: () => report.say(`Anti-roll bars: ${tuning.cycleBars()}`),
        help: () => hands.showHelp(),
        pads: () => hands.showPads(),
        mute: () => (sound.muted = !sound.muted),
        gearUp: () => shift(simulation, 1),
        gearDown: () => shift(simulation, -1),
        gearAuto: () => (simulation.gear = driveGear),
        swap: () => tuning.swap(),
        tuning: () => tuning.toggle(),
        plan: () => report.say(picture.togglePlan()),
        forces: () => {
            const { arrows, circles, title } = nextForces({
                arrows: picture.forcesVisible,
                circles: tyres.circlesVisible,
            });
            [picture.forcesVisible, tyres.circlesVisible] = [arrows, circles];
            report.say(`Forces: ${title}`);
        },
        glass: () => report.say(picture.nextGlass()),
        replay: () => (replay.active ? replay.close() : replay.open()),
        telemetry: () => telemetry.toggle(),
        autopilot: () => {
            const wanted = !simulation.autopilot;
            simulation.autopilot = wanted;
            const instead = wanted ? "Kamm cannot drive this one: its engine is in the trailer" : "You drive";
            report.say(simulation.autopilot ? "Kamm drives a lap" : instead);
        },
        lowRange: () => report.say(changeRange(simulation)),
        enduranceBrake: () => report.say(moveLever(simulation)),
        liftAxles: () => report.say(liftAxles(simulation)),
        locks: () => report.say(`Differentials locked: ${tuning.cycleLocks()}`),
        tasks: () => start.toggle(),
        ladder: () => {
            ladder.open = !ladder.open;
            if (ladder.open && tuning.open && !hasRoomForBoth()) tuning.toggle();
        },
        clip: () => clip.toggle(),
        couple: () => report.say(couple(simulation)),
    };
}

/** The top bar's buttons and what its list "View" has. A feature adds itself by a line: `inBar` gives it a button. */
export function menuItems(
    simulation: Simulation,
    { picture, replay, sound, tuning, ladder, tyres, clip, tests, telemetry }: Parts,
    run: (command: Command) => void,
): MenuItem[] {
    const item = (title: string, command: Command, isOn?: () => boolean): MenuItem => ({
        title,
        key: keyOf(command),
        place: "view",
        press: () => run(command),
        ...(isOn && { isOn }),
    });
    const inBar = (made: MenuItem, place: Place = "feature"): MenuItem => ({ ...made, place });
    return [
        item("Three tasks", "tasks"),
        item("Forces", "forces", () => picture.forcesVisible || tyres.circlesVisible),
        item("Glass car", "glass", () => picture.glass !== "off"),
        item("Camera", "camera"),
        item("Camera leans (two wheels)", "lean", () => picture.cameras.leaning),
        item("Plan", "plan", () => picture.isPlan),
        item("Replay", "replay", () => replay.active),
        item("Clip of the last 10 s", "clip", () => clip.isOn),
        item("Sound", "mute", () => !sound.muted),
        item("Autopilot", "autopilot", () => simulation.autopilot),
        inBar(item("Ladder", "ladder", () => ladder.open)),
        item("Pads and wheels", "pads"),
        inBar(item("Tests", "tests", () => tests.active)),
        inBar(item("Telemetry", "telemetry", () => telemetry.open)),
        inBar(item("Tune", "tuning", () => tuning.open), "end"),
        inBar(item("Help", "help"), "end"),
    ];
}
