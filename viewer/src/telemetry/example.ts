/** The measured run that comes with the page: its source stands in the head of the file. */

export const exampleName = "Measured Volvo V40.csv";
export const exampleCar = "volvo-v40";
/** It was driven in fourth gear (docs/validation.md). */
export const exampleGear = 4;

/** Fetched when it is wanted. */
export const readExample = async (): Promise<string> =>
    (await import("../../../test/reference/volvo_v40/step_steer_left.csv?raw")).default;
