/** Effects of tyres on the ground and in the air: marks, smoke, dust and spray. */
import type { World } from "kamm";
import { Group } from "three";
import type { Frame } from "../frame";
import { wantsLessMotion } from "../view";
import { createMarks } from "./marks";
import { createParticles } from "./particles";
import { createSpray } from "./spray";

type Marks = ReturnType<typeof createMarks>;

export interface Effects {
    readonly root: Group;
    setTyres: Marks["setTyres"];
    setWind(windMps: readonly number[]): void;
    update(frame: Frame): void;
    dispose(): void;
}

const maxPuffs = 600;
const maxStepS = 0.5; // between two frames; more is a jump

export function createEffects({ surfaces }: Pick<World, "surfaces">, heightAt: (x: number, y: number) => number): Effects {
    const marks = createMarks(surfaces, heightAt);
    const particles = createParticles(maxPuffs);
    const spray = createSpray(particles, surfaces, wantsLessMotion() ? 0.2 : 1);
    const root = new Group();
    root.add(marks.mesh, particles.mesh);
    let timeS = 0;
    return {
        root,
        setTyres(tyres) {
            marks.setTyres(tyres);
            spray.setTyres(tyres);
        },
        setWind: particles.setWind,
        update(frame) {
            // The frame's own time, which a replay may slow down, or take anywhere.
            const passedS = frame.timeS - timeS;
            const jumped = passedS < 0 || passedS > maxStepS;
            timeS = frame.timeS;
            marks.update(frame, jumped);
            if (jumped) particles.clear();
            else spray.update(frame, passedS);
            particles.advance(jumped ? 0 : passedS);
        },
        dispose() {
            marks.dispose();
            particles.dispose();
        },
    };
}
