/** What the lessons' tests share. */
import { advance, type Experiment } from "./experiment";
import type { Knobs, Values } from "./knobs";

export const degree = Math.PI / 180;
export const kmh = 1 / 3.6;

/** From the start, with these values, for so long: what is to be seen then. */
export function drive<All extends Knobs>(experiment: Experiment<All>, values: Values<All>, seconds: number) {
    experiment.set(values);
    experiment.restart();
    advance(experiment, seconds);
    return { figures: experiment.figures(), isDone: experiment.progress().isDone };
}
