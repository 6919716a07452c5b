/** Which files a shard has, and in what order: shards take about as long as each other, and each has the same files every time. */
import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of processor time; of what is not here, `usualS`. A figure that is off makes one shard longer, no more. */
const costsS: Readonly<Record<string, number>> = {
    ...{ axe: 28, budget: 60, cockpit: 75, drive: 14, glass: 26, hands: 30, ladder: 28, laps: 9, lessons: 55, links: 20, looks: 5 },
    ...{ offline: 29, phone: 19, plan: 50, road_tests: 34, size: 6, start: 40, telemetry: 30, trailers: 9, tyres: 7, worker_example: 9 },
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
