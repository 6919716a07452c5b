/** Keeps the last seconds of all channels for the plots. */
import type { ModelInfo } from "kamm";
import type { Frame } from "../frame";
import { type WheelLayout, type WheelName, wheelNames } from "../wheels";
import { channelGroups, type Channel, type Group } from "./channels";
import { createClock } from "./clock";
import { createHistory, type History } from "./history";

export const recordedS = 10;
const rateHz = 50;

/** Something that happened, for plots to show. */
export interface Mark {
    readonly timeS: number;
    readonly text: string;
}

export interface Recorder {
    readonly groups: readonly Group[];
    readonly history: History;
    group(id: string): Group;
    column(channel: Channel): Float64Array;
    /** Goes on with what it has, if the model has the same wheels. */
    setInfo(info: ModelInfo): void;
    /** Forgets all. */
    restart(): void;
    /** Keeps that something happened now. */
    mark(text: string): void;
    /** Those of the time that is kept. */
    readonly marks: readonly Mark[];
    take(frame: Frame): void;
}

export function createRecorder(layout: WheelLayout): Recorder {
    const clock = createClock();
    let groups: Group[] = [];
    let channels: Channel[] = [];
    let known = "";
    let history = createHistory([], recordedS, rateHz);
    let marks: Mark[] = [];
    let nowS = 0;

    function clear() {
        history.clear();
        marks = [];
    }

    /** Channels of other wheels are others. */
    function remember(wheels: readonly WheelName[]) {
        const shorts = wheels.map(({ short }) => short).join();
        if (shorts === known) return;
        known = shorts;
        groups = channelGroups(wheels);
        channels = groups.flatMap((group) => group.channels);
        history = createHistory(
            channels.map(({ read }) => read),
            recordedS,
            rateHz,
        );
    }

    remember(wheelNames(layout));
    return {
        get groups() {
            return groups;
        },
        get history() {
            return history;
        },
        group: (id) => groups.find((group) => group.id === id)!,
        column: (channel) => history.column(channels.indexOf(channel)),
        setInfo: (info) => remember(wheelNames(info)),
        restart: clear,
        mark(text) {
            const last = marks.at(-1);
            if (last?.timeS === nowS) marks.pop(); // a slider that is drawn while paused
            marks.push({ timeS: nowS, text });
        },
        get marks() {
            marks = marks.filter(({ timeS }) => timeS >= nowS - recordedS);
            return marks;
        },
        take(frame) {
            const car = frame.cars[0];
            if (!car) return;
            clock.tick(frame.timeS);
            if (clock.jumped) clear();
            nowS = frame.timeS;
            history.take(car, frame.timeS);
        },
    };
}
