/**
 * All voices of a car, from frames to one output. Works on any audio context, so that it can be
 * tested in silence.
 */
import type { ModelInfo } from "kamm";
import { createClock } from "../dials/clock";
import type { Impact, Frame } from "../frame";
import { createEngine } from "./engine";
import { createLandings, hear, newHeard } from "./hearing";
import { createKnocks, type Knock } from "./knocks";
import { crackle, gainOf, glideOf, whiteNoise } from "./parts";
import { groundSound, type GroundSound } from "./surfaces";
import { createRoad, createSqueal, createWind } from "./tyres";
import { createScrape, createWhine } from "./whine";

const volume = 0.5;

export interface Mix {
    setInfo(info: ModelInfo): void;
    setSurfaces(names: readonly string[]): void;
    /** What of the frame is heard from `nowS` of the context on; if not `audible`, it fades out. */
    update(frame: Frame, audible: boolean, nowS: number): void;
}

/** From voices to loudspeakers: a fader, and a limiter that nothing gets past. */
function createMaster(context: BaseAudioContext) {
    const fader = gainOf(context, 0, context.destination);
    const limiter = new DynamicsCompressorNode(context, {
        threshold: -11,
        knee: 8,
        ratio: 14,
        attack: 0.002,
        release: 0.18,
    });
    limiter.connect(fader);
    return { input: limiter, fade: glideOf(fader.gain, 0.07) };
}

const impactKnock = ({ speedMps, impulseNs }: Impact): Knock => ({
    strength: Math.min(1, Math.abs(speedMps) / 12 + Math.abs(impulseNs) / 30000),
    thudHz: 62,
    clatter: 0.6,
});

export function createMix(context: BaseAudioContext): Mix {
    const master = createMaster(context);
    const buffers = { noise: whiteNoise(context), crackle: crackle(context) };
    const engine = createEngine(context, buffers.noise, master.input);
    const squealFront = createSqueal(context, buffers, 830, 0.1, master.input);
    const squealRear = createSqueal(context, buffers, 690, 0.7, master.input);
    const road = createRoad(context, buffers, master.input);
    const wind = createWind(context, buffers, master.input);
    const whine = createWhine(context, master.input);
    const scrape = createScrape(context, buffers, master.input);
    const knock = createKnocks(context, buffers.noise, master.input);
    const landings = createLandings();
    const heard = newHeard();
    const clock = createClock();
    let info: ModelInfo | undefined;
    let grounds: GroundSound[] = [];

    function knockAll(frame: Frame, info: ModelInfo, nowS: number) {
        const car = frame.cars[0]!;
        if (clock.jumped) landings.clear();
        const landing = landings.take(car, info, clock.stepS);
        knock({ strength: 0.7 * landing, thudHz: 48, clatter: 0.12 }, nowS);
        for (const impact of frame.impacts) if (impact.speedMps > 0.4) knock(impactKnock(impact), nowS);
    }

    return {
        setInfo(model) {
            info = model;
            engine.setInfo(model);
        },
        setSurfaces(names) {
            grounds = names.map(groundSound);
        },
        update(frame, audible, nowS) {
            const car = frame.cars[0];
            master.fade(audible && car && info ? volume : 0, nowS);
            if (!audible || !car || !info) return;
            clock.tick(frame.timeS);
            hear(car, info, grounds, heard);
            engine.update(car, nowS);
            squealFront(heard.front, nowS);
            squealRear(heard.rear, nowS);
            const sliding = heard.front.hiss + heard.rear.hiss;
            road(heard.road, car.speedMps, sliding, nowS);
            wind(car.airSpeedMps, nowS);
            whine(car, nowS);
            scrape(car.scrapeW, nowS);
            knockAll(frame, info, nowS);
        },
    };
}
