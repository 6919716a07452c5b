/** Runs road tests beside the page: they take up to half a minute. */
import { type KammWithLab, loadKamm } from "kamm/lab";
import { addHeights, provingGround } from "../simulation/proving_ground";
import type { Answer, Request } from "./lab_messages";

const rowsEveryS = 0.02;

const kamms = loadKamm();

/** The world of a test that is driven in one. */
async function addWorld(kamm: KammWithLab) {
    await addHeights(kamm);
    await kamm.addFile("worlds/proving-ground.json", provingGround);
}

async function run({ test, car, rung, surface }: Request): Promise<Answer> {
    const kamm = await kamms;
    const { takesWorld } = kamm.lab.tests.find(({ name }) => name === test)!;
    if (takesWorld) await addWorld(kamm);
    const on = surface !== null && !takesWorld ? { surface } : {};
    return kamm.lab.run(test, car, { rung, rowsEveryS, ...on });
}

addEventListener("message", ({ data }: MessageEvent<Request>) => {
    run(data).then(
        (answer) => postMessage(answer),
        (error: unknown) =>
            postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies Answer),
    );
});
