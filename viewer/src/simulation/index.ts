/**
 * The simulation behind the page: a world with the player's car and others, a set-up that may be changed while
 * they drive, and the frame that all views show.
 */
import type { CarView, Hitch, Kamm, KammError, ModelInfo, Placement, Vehicle, World } from "kamm";
import type { Frame } from "../frame";
import type { DriverInput } from "../driver_input";
import type { Change } from "./change";
import type { OwnFiles } from "./kept_files";
import type { Combination, Size } from "./combination";
import type { Setup } from "./setup";

export type { Change } from "./change";
export type { Setup } from "./setup";
export type { Size } from "./combination";

/** A piece of time in which the inputs of all cars were as they are now. */
export interface Step {
    readonly dtS: number;
    readonly substeps: number;
    /** The frames' clock after it. */
    readonly timeS: number;
}

export interface Simulation {
    readonly kamm: Kamm;
    /** Where the player is: the proving ground, or the world of a road test. */
    readonly world: World;
    /** The present; the same object each time. */
    readonly frame: Frame;
    readonly setup: Readonly<Setup>;
    /** The player's car. It is another object after a change of car or rung: do not keep it. */
    readonly player: CarView;
    readonly info: ModelInfo;
    /** Size of all that the player drives, with trailers, which cameras keep in sight. */
    readonly size: Size;
    /** What the player drives, and the vehicles of its units. */
    readonly combination: Combination;
    readonly vehicles: readonly Vehicle[];
    /** How many of the cars are the player's: its car and the trailers behind it. */
    readonly unitCount: number;
    /** Before each trailer, as it is now. */
    readonly hitches: readonly Hitch[];
    /** Each car with the data that draw it, the player's first. It changes with `otherCars` of a change. */
    readonly cars: readonly { readonly id: string; readonly info: ModelInfo }[];
    /** Tells the player's car without its changes from any other: of files that were dropped, by what is in them. */
    readonly carKey: string;
    /** Those that were dropped, as far as the player's car is made of them. */
    readonly files: OwnFiles;
    /** The player's vehicle with its changes; its file without them. */
    readonly vehicle: Vehicle;
    readonly original: Vehicle;
    /** Names of the vehicles that may be chosen: id and name. */
    readonly choices: readonly { readonly id: string; readonly name: string }[];
    /** What the hands want of the player's car, from now on. */
    readonly driverInput: DriverInput;
    /** A real steering wheel is in use: the input assist keeps out. */
    directSteering: boolean;
    /** 100: Kamm shifts; else what Q and E have chosen. */
    gear: number;
    /** The core's driver laps the circuit in the player's car. */
    autopilot: boolean;
    /** Time that the last frame's physics took, smoothed, and that of the frame itself. */
    readonly physicsMs: number;

    /**
     * Changes a part of the set-up; the car drives on. If the physics refuses, throws KammError and nothing has
     * changed. Takes effect at once.
     */
    change(part: Partial<Setup>): void;
    /** Takes a vehicle file, or a tyre file for all wheels of the present one; throws KammError. */
    takeFile(name: string, text: string): void;
    /** Real time goes on by that; fills in the frame. 0: only fills in. */
    step(dtS: number): void;
    /** A single substep, for the pause. */
    stepOnce(): void;
    /** Puts the player's car on its wheels where it is. */
    recover(): void;
    /** Puts it, at rest, to the start of the set-up. */
    restart(): void;
    /** Lets the last trailer go or takes it again; null: there is none. Throws KammError if it is too far away. */
    changeCoupling(): "coupled" | "uncoupled" | null;
    /** Puts all cars and things back. */
    restartAll(): void;
    /** Hears after each piece of time how long it was and how many substeps all took, the inputs as they were; returns what stops that. */
    listenToSteps(listener: (step: Step) => void): () => void;
    /** Continues in another world, which the caller owns, with the car as it is set up and no other cars. */
    enter(world: World, start: Placement): void;
    /** Back to the proving ground, where the car was left. */
    goHome(): void;
    /** Tells of each change, and what it ends; returns what stops that. */
    listen(listener: (change: Change) => void): () => void;
}

export type { KammError };
export { createSimulation } from "./simulation";
