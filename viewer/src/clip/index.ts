/** The last ten seconds as a film: the replay plays, and what is drawn is recorded and saved. */
import type { Replay } from "../replay";
import type { Report } from "../tuning/report";

export const clipS = 10;
const framesPerS = 30;
const bitsPerS = 8e6;
const lookMs = 100;
/** The first that the browser can make. */
const forms = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

export interface ClipOptions {
    readonly replay: Replay;
    readonly report: Report;
    /** The present picture of the world; null: there is none. */
    canvas(): HTMLCanvasElement | null;
}

export interface Clip {
    readonly isOn: boolean;
    /** Begins; once more: ends it early, with what there is. */
    toggle(): void;
}

const isSupported = () =>
    typeof MediaRecorder !== "undefined" && typeof HTMLCanvasElement.prototype.captureStream === "function";

export const formOf = (can: (form: string) => boolean): string | undefined => forms.find(can);

/** "kamm-2026-11-26-21-30-05.webm" */
export const clipName = (form: string, at: Date) =>
    `kamm-${at.toISOString().slice(0, 19).replace(/[T:]/g, "-")}.${/mp4/.test(form) ? "mp4" : "webm"}`;

function save(pieces: Blob[], form: string) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(pieces, { type: form }));
    link.download = clipName(form, new Date());
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function createClip({ replay, report, canvas }: ClipOptions): Clip {
    let recorder: MediaRecorder | null = null;

    function record(source: HTMLCanvasElement, form: string) {
        const made = new MediaRecorder(source.captureStream(framesPerS), { mimeType: form, videoBitsPerSecond: bitsPerS });
        const pieces: Blob[] = [];
        made.addEventListener("dataavailable", ({ data }) => data.size > 0 && pieces.push(data));
        made.addEventListener("stop", () => {
            for (const track of made.stream.getTracks()) track.stop();
            recorder = null;
            if (replay.active) replay.close();
            if (pieces.length === 0) return report.error("The browser's recorder gave no picture", "Clip");
            save(pieces, form);
            report.say("The clip is saved with your downloads");
        });
        made.start();
        return made;
    }

    /** Ends with the replay, however that ends. */
    function watch(made: MediaRecorder) {
        if (made.state === "inactive") return;
        if (replay.active && replay.playing) setTimeout(() => watch(made), lookMs);
        else made.stop();
    }

    function begin() {
        const source = canvas();
        const form = isSupported() ? formOf((each) => MediaRecorder.isTypeSupported(each)) : undefined;
        if (!form) return report.error("This browser cannot record what a page draws; Chrome, Edge and Firefox can", "Clip");
        if (!source) return report.say("Nothing is drawn that could be recorded");
        if (!replay.active) replay.open();
        if (!replay.active) return report.say("Nothing has happened yet");
        replay.seek(replay.lengthS - clipS);
        replay.speed = 1;
        replay.playing = true;
        recorder = record(source, form);
        watch(recorder);
        report.say(`Records the last ${Math.min(clipS, replay.lengthS).toFixed(0)} s; once more ends it early`);
    }

    return {
        get isOn() {
            return recorder !== null;
        },
        toggle() {
            if (recorder) recorder.stop();
            else begin();
        },
    };
}
