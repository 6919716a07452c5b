/** Which engine a car has, as far as one hears it. */
import type { ModelInfo } from "kamm";

export interface EngineKind {
    readonly cylinders: number;
    /** Diesels knock. */
    readonly diesel: boolean;
}

/** An electric car's is never heard. */
export const engineOf = ({ engineCylinders, engineDiesel }: ModelInfo): EngineKind => ({
    cylinders: Math.max(1, Math.round(engineCylinders)),
    diesel: engineDiesel,
});

/** The period of all that an engine repeats: in it each cylinder fires once. */
export const cycleHz = (firingHz: number, { cylinders }: EngineKind) => Math.max(0, firingHz) / cylinders;
