/** Keeps the last seconds of all channels, for whoever draws them. */
import type { ModelInfo } from "kamm";
import type { Frame } from "../frame";
import { channelGroups, type Channel, type Group } from "./channels";
import { createClock } from "./clock";
import { createHistory, type History } from "./history";

export const recordedS = 10;
const rateHz = 50;

export interface Recorder {
    readonly groups: readonly Group[];
    readonly history: History;
    group(id: string): Group;
    column(channel: Channel): Float64Array;
    setInfo(info: ModelInfo): void;
    take(frame: Frame): void;
}

export function createRecorder(wheelCount: number): Recorder {
    const clock = createClock();
    let groups: Group[] = [];
    let channels: Channel[] = [];
    let history = createHistory([], recordedS, rateHz);

    function remember(wheels: number) {
        groups = channelGroups(wheels);
        channels = groups.flatMap((group) => group.channels);
        history = createHistory(
            channels.map(({ read }) => read),
            recordedS,
            rateHz,
        );
    }

    remember(wheelCount);
    return {
        get groups() {
            return groups;
        },
        get history() {
            return history;
        },
        group: (id) => groups.find((group) => group.id === id)!,
        column: (channel) => history.column(channels.indexOf(channel)),
        setInfo: (info) => remember(info.wheelCount),
        take(frame) {
            const car = frame.cars[0];
            if (!car) return;
            clock.tick(frame.timeS);
            if (clock.jumped) history.clear();
            history.take(car, frame.timeS);
        },
    };
}
