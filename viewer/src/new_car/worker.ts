/** Makes and judges cars beside the page: the rules come in a module of their own, and two steady turns take a moment. */
import { loadKamm } from "kamm/new-cars";
import type { Answer, NewVehicle, Request } from "./messages";

const kamms = loadKamm();

async function answer({ facts, choices }: Request): Promise<Answer> {
    const { newCars, vehicle } = await kamms;
    const make = (given: Readonly<Record<string, string>>): NewVehicle => {
        const json = newCars.make(given);
        const car = vehicle(json);
        try {
            return { json, diagnosis: newCars.diagnose(car, given["body"]) };
        } finally {
            car.dispose();
        }
    };
    const words = Object.fromEntries(choices.map((name) => [name, newCars.wordsOf(name)]));
    return { made: facts && make(facts), words };
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
    answer(data).then(
        (found) => postMessage(found),
        (error: unknown) =>
            postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies Answer),
    );
});
