/** Marks of tyres on the plan: rubber where they slide on hard ground, ruts in soft ground. */
import type { Surface } from "kamm";
import type { Frame, WheelFrame } from "../frame";
import { markStrength, type Track, trackOf } from "../scene/marks";
import { type Tyre, type Tyres, usualTyre } from "../scene/tyres";
import { isInSight, type PlanView } from "./view";

export interface PlanMarks {
    /** So many pieces are kept. */
    readonly count: number;
    setTyres(tyres: Tyres): void;
    update(frame: Frame): void;
    draw(context: CanvasRenderingContext2D, view: PlanView): void;
}

const maxPieces = 6000;
const pieceM = 0.4;
const jumpM = 3;
const minStrength = 0.02;
/** Pieces as strong as each other are drawn in one go. */
const steps = 4;

interface Piece {
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
    readonly widthM: number;
    readonly tone: string;
    readonly step: number;
}

export function createPlanMarks(surfaces: readonly Surface[]): PlanMarks {
    const tracks = surfaces.map(trackOf);
    const tones = tracks.map(({ tone }) => `#${tone.getHexString()}`);
    const pieces: Piece[] = [];
    let oldest = 0;
    let tyres: Tyres = [];
    /** Where each wheel's mark has got to, car by car. */
    const ends = new Map<string, readonly [number, number]>();

    function keep(piece: Piece) {
        if (pieces.length < maxPieces) pieces.push(piece);
        else {
            pieces[oldest] = piece;
            oldest = (oldest + 1) % maxPieces;
        }
    }

    function follow(key: string, wheel: WheelFrame, tyre: Tyre, speedMps: number) {
        const track: Track | undefined = tracks[wheel.groundSurface];
        const strength = markStrength(track, wheel, tyre, speedMps);
        if (strength < minStrength) return void ends.delete(key);
        const to = [wheel.groundPoint[0]!, wheel.groundPoint[1]!] as const;
        const from = ends.get(key);
        const movedM = from ? Math.hypot(to[0] - from[0], to[1] - from[1]) : Infinity;
        if (from && movedM < pieceM) return;
        ends.set(key, to);
        if (!from || movedM > jumpM) return;
        const step = Math.max(1, Math.ceil(steps * Math.min(1, strength)));
        keep({ from, to, widthM: tyre.widthM, tone: tones[wheel.groundSurface]!, step });
    }

    function paths(view: PlanView): Map<string, { path: Path2D; piece: Piece }> {
        const found = new Map<string, { path: Path2D; piece: Piece }>();
        for (const piece of pieces) {
            if (!isInSight(view, piece.from, jumpM)) continue;
            const key = `${piece.tone} ${piece.step} ${piece.widthM}`;
            let entry = found.get(key);
            if (!entry) found.set(key, (entry = { path: new Path2D(), piece }));
            entry.path.moveTo(...piece.from);
            entry.path.lineTo(...piece.to);
        }
        return found;
    }

    return {
        get count() {
            return pieces.length;
        },
        setTyres: (told) => (tyres = told),
        update({ cars }) {
            cars.forEach((car, i) =>
                car.wheels.forEach((wheel, k) =>
                    follow(`${i} ${k}`, wheel, tyres[i]?.[k] ?? usualTyre, car.speedMps),
                ),
            );
        },
        draw(context, view) {
            context.save();
            for (const { path, piece } of paths(view).values()) {
                context.globalAlpha = piece.step / steps;
                context.strokeStyle = piece.tone;
                context.lineWidth = piece.widthM;
                context.stroke(path);
            }
            context.restore();
        },
    };
}
