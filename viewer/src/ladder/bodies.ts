/** The ghosts in the scene and on the plan: translucent cars with their names, and their paths on the road. */
import {
    BufferAttribute,
    BufferGeometry,
    CanvasTexture,
    DoubleSide,
    DynamicDrawUsage,
    Group,
    type Material,
    Mesh,
    MeshBasicMaterial,
    Sprite,
    SpriteMaterial,
    SRGBColorSpace,
} from "three";
import type { ModelInfo, Rung } from "kamm";
import { type CarModel, createCarModel } from "../cars";
import type { CarFrame } from "../frame";
import { createPlanCar, type PlanCar } from "../plan/cars";
import { nameOf, paintOf } from "./looks";
import type { Trace, Traces } from "./traces";

/** A ghost as it is drawn: its units from front to rear. */
export interface Shown {
    readonly rung: Rung;
    readonly units: readonly { readonly id: string; readonly info: ModelInfo; readonly frame: CarFrame }[];
}

export interface Bodies {
    readonly root: Group;
    rebuild(shown: readonly Shown[]): void;
    /** Where one is in the player's car it is not drawn. */
    update(player: CarFrame, traces: Traces, dtS: number): void;
    drawPlan(context: CanvasRenderingContext2D, traces: Traces): void;
    clear(): void;
}

/** Opacity of ghosts of rungs, which is above that of the best lap's ghost. */
const opaque = 1.5;
/** What coincides with the player's car is not seen from 0.4 m on. */
const [hiddenM, seenM] = [0.4, 1.6];
const samplesPerPoint = 6;
const maxPoints = 400;
const pathWidthM = 0.16;
const pathLiftM = 0.03;
const labelHeight = 0.032; // of the picture's, about

const opaqueShare = (ghost: CarFrame, player: CarFrame) => {
    const [a, b] = [ghost.position, player.position];
    const apartM = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
    return opaque * Math.min(1, Math.max(0, (apartM - hiddenM) / (seenM - hiddenM)));
};

function labelTexture(text: string, colour: string) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [256, 48];
    const context = canvas.getContext("2d")!;
    context.font = "600 30px system-ui, 'DejaVu Sans', sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 7;
    context.strokeStyle = "rgb(10 14 20 / 80%)";
    context.strokeText(text, 128, 25);
    context.fillStyle = colour;
    context.fillText(text, 128, 25);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    return texture;
}

/** Always of one size; names of cars that are in one place stand above each other. */
function createLabel(rung: Rung, place: number) {
    const material = new SpriteMaterial({
        ...{ map: labelTexture(nameOf(rung), paintOf(rung)), sizeAttenuation: false },
        ...{ depthTest: false, toneMapped: false },
    });
    const sprite = new Sprite(material);
    sprite.scale.set((labelHeight * 256) / 48, labelHeight, 1);
    sprite.center.set(0.5, -0.2 - 0.75 * place);
    sprite.renderOrder = 12;
    const dispose = () => {
        material.map!.dispose();
        material.dispose();
    };
    return { sprite, dispose };
}

/** A band on the road, written again as it grows. */
function createBand(rung: Rung) {
    const positions = new BufferAttribute(new Float32Array(6 * maxPoints), 3).setUsage(DynamicDrawUsage);
    const index = new BufferAttribute(new Uint16Array(6 * maxPoints), 1).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute("position", positions).setIndex(index);
    const material = new MeshBasicMaterial({
        ...{ color: paintOf(rung), transparent: true, opacity: 0.8, side: DoubleSide, toneMapped: false },
        ...{ depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 },
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 3;

    function write({ x, y, z }: Trace, meetings: ReadonlySet<number>, count: number) {
        let points = 0;
        let corners = 0;
        let isCut = true;
        for (let i = 0; i < count && points < maxPoints; ++i) {
            isCut ||= meetings.has(i);
            if (i % samplesPerPoint !== 0 && i !== count - 1) continue;
            const before = Math.max(0, i - samplesPerPoint);
            const [dx, dy] = [x[i]! - x[before]!, y[i]! - y[before]!];
            const half = pathWidthM / 2 / (Math.hypot(dx, dy) || 1);
            positions.setXYZ(2 * points, x[i]! - dy * half, y[i]! + dx * half, z[i]! + pathLiftM);
            positions.setXYZ(2 * points + 1, x[i]! + dy * half, y[i]! - dx * half, z[i]! + pathLiftM);
            if (!isCut) {
                const at = 2 * points - 2;
                [at, at + 1, at + 2, at + 2, at + 1, at + 3].forEach((corner) => index.setX(corners++, corner));
            }
            isCut = false;
            ++points;
        }
        geometry.setDrawRange(0, corners);
        positions.needsUpdate = index.needsUpdate = true;
    }
    const dispose = () => {
        geometry.dispose();
        material.dispose();
    };
    return { mesh, write, dispose };
}

/** Cars in one place shall not flicker. */
function letThrough(model: CarModel) {
    model.root.traverse((object) => {
        const { material } = object as { material?: Material };
        if (material) material.depthWrite = false;
    });
}

function createBody({ rung, units }: Shown, place: number) {
    const models = units.map(({ id, info }) => createCarModel(id, info, { plain: true, colour: paintOf(rung) }));
    for (const model of models) {
        model.setGhost(true);
        letThrough(model);
    }
    const label = createLabel(rung, place);
    const band = createBand(rung);
    const planCars: PlanCar[] = units.map(({ info }) => createPlanCar(info));
    return {
        objects: [...models.map(({ root }) => root), label.sprite, band.mesh],
        planCars,
        update(player: CarFrame, dtS: number) {
            const share = opaqueShare(units[0]!.frame, player);
            models.forEach((model, i) => {
                model.root.visible = share > 0;
                model.update(units[i]!.frame, dtS);
                model.fade(share);
            });
            const [x, y, z] = units[0]!.frame.position as unknown as [number, number, number];
            label.sprite.position.set(x, y, z + units[0]!.info.heightM);
        },
        write: band.write,
        dispose() {
            for (const model of models) model.dispose();
            label.dispose();
            band.dispose();
        },
    };
}

function strokePath(context: CanvasRenderingContext2D, { x, y }: Trace, { meetings, count }: Traces, colour: string) {
    const cuts = new Set(meetings);
    context.strokeStyle = colour;
    context.lineWidth = pathWidthM;
    context.beginPath();
    for (let i = 0; i < count; i += 1)
        if (i === 0 || cuts.has(i)) context.moveTo(x[i]!, y[i]!);
        else context.lineTo(x[i]!, y[i]!);
    context.stroke();
}

export function createBodies(): Bodies {
    const root = new Group();
    let shown: readonly Shown[] = [];
    let bodies: ReturnType<typeof createBody>[] = [];
    let drawnVersion = -1;

    function clear() {
        for (const body of bodies) body.dispose();
        root.clear();
        bodies = [];
        shown = [];
    }
    return {
        root,
        clear,
        rebuild(next) {
            clear();
            shown = next;
            bodies = next.map(createBody);
            for (const { objects } of bodies) root.add(...objects);
            drawnVersion = -1;
        },
        update(player, traces, dtS) {
            for (const body of bodies) body.update(player, dtS);
            if (traces.version === drawnVersion) return;
            drawnVersion = traces.version;
            const meetings = new Set(traces.meetings);
            bodies.forEach((body, i) => body.write(traces.all[i]!, meetings, traces.count));
        },
        drawPlan(context, traces) {
            shown.forEach(({ rung }, i) => strokePath(context, traces.all[i]!, traces, paintOf(rung)));
            context.globalAlpha = 0.75;
            shown.forEach(({ rung, units }, i) =>
                units.forEach(({ frame }, unit) =>
                    bodies[i]!.planCars[unit]!.draw(context, frame, paintOf(rung), false),
                ),
            );
            context.globalAlpha = 1;
        },
    };
}
