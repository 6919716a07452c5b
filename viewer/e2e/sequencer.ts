/** Which files a shard has, and in what order: shards take about as long as each other, and each has the same files every time. */
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of processor time, on a loaded machine; of what is not here, `usualS`. A figure that is off makes one shard longer, no more. */
const costsS: Readonly<Record<string, number>> = {
    ...{ axe: 24, budget: 47, cockpit: 30, drive: 11, glass: 18, hands: 24, ladder: 27, laps: 8, lessons: 30, links: 16, looks: 2 },
    ...{ offline: 27, phone: 14, plan: 43, road_tests: 29, size: 4, start: 38, telemetry: 20, trailers: 9, two_wheels: 17, tyres: 5 },
    ...{ worker_example: 5 },
};
const usualS = 20;

const nameOf = ({ moduleId }: TestSpecification) => basename(moduleId, ".test.ts");
const costS = (file: TestSpecification) => costsS[nameOf(file)] ?? usualS;
const byName = (a: TestSpecification, b: TestSpecification) => (nameOf(a) < nameOf(b) ? -1 : 1);

export class EvenShards extends BaseSequencer {
    /** The dearest file first, each to the shard that has the least so far. */
    override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
        const { index, count } = this.ctx.config.shard!;
        const shards = Array.from({ length: count }, () => ({ takesS: 0, files: [] as TestSpecification[] }));
        for (const file of [...files].sort(byName).sort((a, b) => costS(b) - costS(a))) {
            const shortest = shards.reduce((least, shard) => (shard.takesS < least.takesS ? shard : least));
            shortest.takesS += costS(file);
            shortest.files.push(file);
        }
        return shards[index - 1]!.files;
    }

    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
        return [...files].sort(byName);
    }
}
