/** Whistling and whining besides the engine: turbocharger, gears, electric motors; and metal on the road. */
import type { CarFrame } from "../frame";
import { filterOf, gainOf, glideOf, loop } from "./parts";
import type { Buffers } from "./tyres";

/** Forces come in steps with the slots of the stator: this many in a turn, usual for motors of cars. */
const motorSlots = 48;
/** Pitch of a turbocharger's shaft, with and without boost. */
const turboHz = { idle: 1800, boosted: 8500 };

function createTone(context: BaseAudioContext, type: OscillatorType, reachHz: number, to: AudioNode) {
    const level = gainOf(context, 0, to);
    const source = new OscillatorNode(context, { type, frequency: 100 });
    source.connect(filterOf(context, "lowpass", reachHz, 0.5, level));
    source.start();
    return { hz: glideOf(source.frequency, 0.04), level: glideOf(level.gain, 0.06) };
}

/** Speed of the fastest motor. */
const motorRadps = (car: CarFrame) =>
    car.wheels.reduce((most, { motorRadps }) => Math.max(most, Math.abs(motorRadps)), 0);

/** Straight-cut teeth, as of reverse, are loud. */
const gearLoudness = ({ gear }: CarFrame) => (gear < 0 ? 5 : 1);

export function createWhine(context: BaseAudioContext, to: AudioNode) {
    const turbo = createTone(context, "sine", 12000, to);
    const gears = createTone(context, "triangle", 5000, to);
    const motor = createTone(context, "triangle", 9000, to);
    return (car: CarFrame, nowS: number) => {
        turbo.hz(turboHz.idle + (turboHz.boosted - turboHz.idle) * car.boost, nowS);
        turbo.level(0.012 * car.boost ** 2 * (0.3 + 0.7 * car.engineLoad), nowS);
        const pull = Math.min(1, Math.abs(car.driveTorqueNm) / 1500);
        gears.hz(car.gearMeshHz, nowS);
        gears.level(0.004 * gearLoudness(car) * (0.3 + 0.7 * pull) * Math.min(1, car.gearMeshHz / 600), nowS);
        const turns = motorRadps(car) / (2 * Math.PI);
        motor.hz(Math.min(9000, turns * motorSlots), nowS);
        const power = Math.min(1, Math.abs(car.motorPowerW) / 80000);
        motor.level((0.004 + 0.02 * power) * Math.min(1, turns / 20), nowS);
    };
}

/** The body on the ground. */
export function createScrape(context: BaseAudioContext, { noise, crackle }: Buffers, to: AudioNode) {
    const level = gainOf(context, 0, to);
    const metal = filterOf(context, "bandpass", 2600, 1.2, level);
    loop(context, noise, 0.6, metal);
    loop(context, crackle, 0.2, metal);
    const setLevel = glideOf(level.gain, 0.04);
    return (scrapeW: number, nowS: number) => setLevel(0.5 * Math.min(1, scrapeW / 40000) ** 0.7, nowS);
}
