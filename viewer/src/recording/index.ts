/** Plays recordings of worlds (docs/recordings.md): a window over the page, in which the drive waits. Loaded when a file is opened. */
import type { Simulation } from "../simulation";
import { everyFile, readProvingGround } from "../simulation/files";
import type { Report } from "../tuning/report";
import { element } from "../view";
import { cameraTitles, createFollowCamera } from "./camera";
import { readRecording, type Recording } from "./read";
import { createRecordedScene, type RecordedScene } from "./scene";

/** Set here and not in a style sheet: those of all parts are one file, which each visit loads. */
const styles = {
    dialog: { position: "fixed", inset: "0", width: "100%", height: "100%", maxWidth: "none", maxHeight: "none", padding: "0", margin: "0", border: "0", overflow: "hidden" },
    canvas: { display: "block", width: "100%", height: "100%", touchAction: "none" },
    text: { position: "absolute", left: "12px", top: "12px", margin: "0", padding: "4px 10px", borderRadius: "6px", background: "var(--paper-solid)", color: "var(--ink)" },
    problem: { top: "48px", color: "var(--bad)" },
    bar: { position: "absolute", inset: "auto 12px 12px", display: "flex", flexWrap: "wrap", gap: "8px", alignItems: "center", padding: "8px", borderRadius: "8px", background: "var(--paper-solid)", color: "var(--ink)" },
    time: { flex: "1", minWidth: "140px", accentColor: "var(--accent)" },
    clock: { minWidth: "64px", fontVariantNumeric: "tabular-nums" },
} as const;

const style = (element: HTMLElement, ...of: readonly (keyof typeof styles)[]) =>
    Object.assign(element.style, ...of.map((name) => styles[name])) as CSSStyleDeclaration;

export const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

const carName = ({ models, cars }: Recording, i: number) =>
    cars.length > 1 ? `${i + 1}: ${models[cars[i]!.model]!.name}` : models[cars[i]!.model]!.name;

function choice(parent: HTMLElement, label: string, options: readonly string[], chosen: number, choose: (i: number) => void) {
    const select = element("select", "", parent);
    select.setAttribute("aria-label", label);
    options.forEach((text, i) => (element("option", "", select, text).value = String(i)));
    select.value = String(chosen);
    select.addEventListener("change", () => choose(Number(select.value)));
    return select;
}

function button(parent: HTMLElement, text: string, press: () => void) {
    const made = element("button", "", parent, text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
}

/** What is played when. */
function createPlayer({ timesS }: Recording) {
    const [startS, endS] = [timesS[0]!, timesS.at(-1)!];
    let timeS = startS;
    const player = {
        startS,
        endS,
        speed: 1,
        playing: true,
        get timeS() {
            return timeS;
        },
        /** Goes there, within the recording. */
        seek(toS: number) {
            timeS = Math.min(endS, Math.max(startS, toS));
        },
        advance(dtS: number) {
            if (!player.playing) return;
            player.seek(timeS + dtS * player.speed);
            if (timeS >= endS) player.playing = false;
        },
        /** From the beginning if it has ended. */
        toggle() {
            if (!player.playing && timeS >= endS) timeS = startS;
            player.playing = !player.playing;
        },
    };
    return player;
}

function createWindow(recording: Recording, name: string) {
    const dialog = element("dialog", "recording", document.body);
    const title = recording.title || name;
    dialog.setAttribute("aria-label", `Recording ${title}`);
    const canvas = element("canvas", "", dialog);
    style(element("p", "", dialog, title), "text");
    const bar = element("div", "recording-bar", dialog);
    style(dialog, "dialog");
    style(canvas, "canvas");
    style(bar, "bar");
    const { problem, timesS } = recording;
    const told = `${name}: ${problem}; it is played up to ${timesS.at(-1)!.toFixed(2)} s`;
    if (problem) style(element("p", "", dialog, told), "text", "problem");
    return { dialog, canvas, bar };
}

function createBar(bar: HTMLElement, recording: Recording, player: ReturnType<typeof createPlayer>, close: () => void) {
    const view = { car: 0, camera: 0 };
    const play = button(bar, "Pause", () => player.toggle());
    const time = element("input", "", bar);
    time.type = "range";
    [time.min, time.max, time.step] = [String(player.startS), String(player.endS), "0.001"];
    time.setAttribute("aria-label", "Time");
    time.addEventListener("input", () => player.seek(Number(time.value)));
    const text = element("output", "", bar);
    style(time, "time");
    style(text, "clock");
    const names = speeds.map((speed) => `${speed}×`);
    choice(bar, "Speed", names, speeds.indexOf(1), (i) => (player.speed = speeds[i]!));
    if (recording.cars.length > 0)
        choice(bar, "Car", recording.cars.map((_, i) => carName(recording, i)), 0, (i) => (view.car = i));
    choice(bar, "Camera", cameraTitles, 0, (i) => (view.camera = i));
    button(bar, "Close", close);
    return {
        view,
        refresh() {
            play.textContent = player.playing ? "Pause" : "Play";
            time.value = String(player.timeS);
            text.textContent = `${player.timeS.toFixed(2)} s`;
        },
    };
}

/** The chosen car, else the first one that is there. */
const subjectOf = ({ cars }: RecordedScene, chosen: number) => cars[chosen] ?? cars.find((car) => car !== null) ?? null;

/** Opens a file. What is wrong with it is thrown. */
export async function playRecording(file: File, simulation: Simulation, report: Report): Promise<void> {
    const recording = readRecording(new Uint8Array(await file.arrayBuffer()), file.name);
    const { ground } = recording;
    const world = ground.kind === "world" && /(^|\/)proving-ground(\.json)?$/.test(ground.world) ? await readProvingGround(simulation.kamm) : null;
    const { dialog, canvas, bar } = createWindow(recording, file.name);
    const player = createPlayer(recording);
    const idOf = (name: string) => everyFile.find((known) => known.name === name)?.id ?? "";
    dialog.showModal();
    const scene = await createRecordedScene(canvas, recording, idOf, world).catch((error: unknown) => {
        dialog.remove();
        throw error;
    });
    const follow = createFollowCamera(canvas);
    const { view, refresh } = createBar(bar, recording, player, () => dialog.close());
    const origin = { position: new Float64Array(recording.originM), orientation: new Float64Array([1, 0, 0, 0]) };
    let last = performance.now();
    let isOpen = true;
    function frame(now: number) {
        if (!isOpen) return;
        const dtS = Math.min(0.1, Math.max(0, (now - last) / 1000));
        last = now;
        player.advance(dtS);
        scene.show(player.timeS);
        const { width, height } = canvas.getBoundingClientRect();
        if (canvas.dataset.size !== `${width} ${height}`) scene.resize(width, height);
        canvas.dataset.size = `${width} ${height}`;
        follow.camera.aspect = width / Math.max(1, height);
        follow.camera.updateProjectionMatrix();
        follow.title = cameraTitles[view.camera]!;
        const subject = subjectOf(scene, view.car) ?? origin;
        follow.follow(subject, dtS);
        scene.draw(follow.camera, subject.position);
        refresh();
        requestAnimationFrame(frame);
    }
    dialog.addEventListener("keydown", (event) => {
        if (event.code === "Space" && !(event.target instanceof HTMLButtonElement)) player.toggle();
        event.stopPropagation(); // the car that waits hears none of it
    });
    dialog.addEventListener("close", () => {
        isOpen = false;
        follow.dispose();
        scene.dispose();
        world?.dispose();
        dialog.remove();
    });
    requestAnimationFrame(frame);
    if (recording.problem) report.say(`${file.name}: ${recording.problem}`);
}
