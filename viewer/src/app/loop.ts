/** Frame by frame: drive or replay, then show. */
import type { Frame } from "../frame";
import type { Simulation } from "../simulation";
import { isModalOpen } from "../input/keys";
import { wantsToDrive } from "../driver_input";
import { type Costs, createCosts } from "./costs";
import type { Replay } from "../replay";
import type { Parts } from "./parts";
import { createWatch } from "./watch";

/** After a stall the car does not catch up more than that. */
const maxFrameS = 0.1;

export interface Loop {
    paused: boolean;
    /** The frame that is shown: the present, or one of the replay. */
    readonly shown: Frame;
    readonly costs: Costs;
    /** Drives on by that much without drawing. */
    advance(dtS: number): void;
    start(): void;
}

/** `takeOver`: the driver wants the car back from the autopilot; `say`: a message about the car is to be shown. */
export function createLoop(
    simulation: Simulation,
    parts: Parts,
    takeOver: () => void,
    say: (text: string) => void,
): Loop {
    const { picture, dials, map, meter, sound, laps, replay, hands } = parts;
    const { start, ladder, tyres, tests, slowMotion, telemetry } = parts;
    const watchCar = createWatch();
    const costs = createCosts();
    let shown: Frame = simulation.frame;

    /** Gives the time that has passed. */
    function advance(wantedS: number): number {
        const dtS = tests.prepare(simulation.driverInput, wantedS) ? wantedS : 0;
        simulation.step(dtS);
        if (dtS === 0) return 0;
        replay.record(simulation.frame);
        tests.observe(simulation.frame);
        if (tests.active) return dtS;
        laps.update(simulation.frame);
        start.update(simulation.frame);
        return dtS;
    }

    /** Both give the time that passes in what is shown. */
    function drive(dtS: number): number {
        Object.assign(simulation.driverInput, hands.driverInput);
        simulation.directSteering = hands.directSteering;
        if (simulation.autopilot && wantsToDrive(hands.driverInput, hands.directSteering)) takeOver();
        const waits = loop.paused || picture.isWaiting || isModalOpen() || telemetry.holds;
        const stepS = advance(waits ? 0 : dtS * slowMotion.scale);
        const remark = watchCar(simulation.frame.cars[0]!, stepS);
        if (remark) say(remark);
        shown = telemetry.frameOf(simulation.frame);
        return stepS;
    }
    function watch(played: Pick<Replay, "play" | "playing" | "speed">, dtS: number): number {
        shown = played.play(dtS);
        return played.playing ? dtS * played.speed : 0;
    }
    function showNext(dtS: number): number {
        if (replay.active) return watch(replay, dtS);
        return tests.player ? watch(tests.player, dtS) : drive(dtS);
    }

    function show(dtS: number) {
        const ghost = replay.active || tests.active ? null : (telemetry.ghost ?? laps.ghost);
        map.ghost = ghost;
        for (const view of [ladder, tyres]) view.update(shown, dtS);
        picture.cameras.replaying = replay.active;
        picture.update(shown, ghost, dtS);
        costs.end("scene");
        for (const view of [dials, map, meter, sound, hands.haptics]) view.update(shown, dtS);
        costs.end("dials");
    }

    function frame(frameS: number) {
        const dtS = Math.min(frameS, maxFrameS);
        hands.steeringLockRad = simulation.info.steeringLockRad;
        hands.update(dtS);
        telemetry.update(dtS);
        costs.begin();
        const shownS = showNext(dtS);
        costs.end("physics");
        show(shownS);
        picture.draw(frameS);
        costs.end("scene");
    }

    const loop: Loop = {
        paused: false,
        costs,
        advance,
        get shown() {
            return shown;
        },
        start() {
            let last = performance.now();
            const next = (now: number) => {
                requestAnimationFrame(next);
                frame(Math.max(0, (now - last) / 1000));
                last = now;
            };
            requestAnimationFrame(next);
        },
    };
    return loop;
}
