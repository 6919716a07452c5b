/** The measured run that comes with the page: its source stands in the head of the file. */

import file from "../../../test/reference/volvo_v40/step_steer_left.csv?url";

export const exampleName = "Measured Volvo V40.csv";
export const exampleCar = "volvo-v40";
/** It was driven in fourth gear (docs/validation.md). */
export const exampleGear = 4;

/** Fetched when it is wanted. */
export async function readExample(): Promise<string> {
    const answer = await fetch(file);
    if (!answer.ok) throw new Error(`${file}: ${answer.status} ${answer.statusText}`);
    return answer.text();
}
