/** What kamm/full has beyond kamm. */
import type { Body, CarView, Cars, Combinations, Kamm, NewBody, PathShape, Placement, Quaternion, Rider, TerrainArrays, Vector3, World } from "./types";

/** `Kamm` of the entry kamm/full: worlds with joints, traffic and debug draw; slots; portable snapshots; riders that do more. */
export interface FullKamm extends Kamm {
    world(json: string | object, name?: string): FullWorld;
    terrainWorld(terrain: TerrainArrays, name?: string): FullWorld;
    rider(car: CarView): FullRider | undefined;
    /** Cars that are switched on and off, for players and traffic that come and go. All are on at first. */
    slots(cars: Cars): Slots;
    /**
     * Bytes for save games, and for other builds and versions: each field by its name, little-endian. `snapshot()` is faster
     * and smaller, but only for the same build.
     */
    savePortable(what: Cars | Combinations | World): Uint8Array;
    /**
     * Restores such bytes into as many cars of the same rung with as many wheels, or into a world with the same cars, bodies
     * and joints. What does not fit throws, and nothing has changed then.
     */
    loadPortable(what: Cars | Combinations | World, bytes: Uint8Array): PortableReport;
    /** Draws cars that are in no world, as `FullWorld.draw`. */
    draw(cars: Cars, options?: DrawOptions): DebugDrawing;
}

/** Differences between a portable snapshot and what it was restored into; without any the drive goes on with the same bits. */
export interface PortableReport {
    /** Fields of the snapshot that are left out, as of a later version, and the first of them. */
    readonly unknown: number;
    readonly firstUnknown: string;
    /** Fields that the snapshot lacks, which are as after `place`, and the first of them. */
    readonly missing: number;
    readonly firstMissing: string;
    /** Cars whose model is made of other values. */
    readonly otherModels: number;
}

/** What the body of a terrain's upright faces has, as of a new body. */
export type FacesOptions = Pick<NewBody, "friction" | "restitution" | "isDrivenOn" | "surface" | "material" | "filter">;

export interface FullWorld extends World {
    /**
     * Adds the upright faces of the terrain's meshes (steeper than 75 degrees) as one static body, which stops cars of all
     * rungs from both sides. Its `shapes` are not listed. Without any face nothing is added.
     */
    addTerrainFaces(options?: FacesOptions): Body | undefined;
    /** Connects two bodies, cars, or one of them and the world. */
    addJoint(joint: NewJoint): Joint;
    /** Those that are there now. */
    readonly joints: readonly Joint[];
    /** Those that broke in the last step, in the order in which they broke. */
    brokenJoints(): readonly Joint[];
    /** Drivers who see each other on a path, of the world by name or your own. */
    traffic(path: string | PathShape, options?: { grip?: number }): Traffic;
    /** Lines, points and texts of what the world is made of. */
    draw(options?: DrawOptions): DebugDrawing;
}

/** Kinds of joints. */
export type JointKind = "ball" | "hinge" | "slider" | "fixed" | "distance" | "rope" | "spring";

/** What an end of a joint is on; null: the world. */
export type JointOn = Body | CarView | null;

/** A joint that is to be added. Positions, speeds and motors of a hinge are in rad and N.m, those of all others in m and N. */
export interface NewJoint {
    readonly kind: JointKind;
    readonly first: JointOn;
    readonly second: JointOn;
    /** Place of the world at which both points are now; without it the points below. */
    readonly at?: Vector3;
    /** Axis of a hinge or slider, in the world; needs `at`. */
    readonly axis?: Vector3;
    /** Points in the frames of the bodies or cars, or in the world; 0, 0, 0 if not given. */
    readonly firstPoint?: Vector3;
    readonly secondPoint?: Vector3;
    /** Axes in these frames; the second is that of the first if not given. */
    readonly firstAxis?: Vector3;
    readonly secondAxis?: Vector3;
    /** Whether both ends collide; if not given, those of a distance, rope or spring do. */
    readonly collides?: boolean;
    /** Length of a distance, rope or spring; as the bodies are if not given. */
    readonly lengthM?: number;
    /** Position of a hinge now; 0 if not given. */
    readonly angleRad?: number;
    /** Least and greatest position of a hinge, slider or winch. */
    readonly limits?: readonly [number, number];
    /** At which the motor aims, or a distance or rope changes its length. */
    readonly motorSpeed?: number;
    /** Greatest torque or force of the motor; 0: none. With speed 0 it is a brake. */
    readonly motorForce?: number;
    /** Stiffness of a spring, of a rope (0: it does not stretch), or of a hinge or slider towards `rest`: N/m or N.m/rad. */
    readonly stiffness?: number;
    readonly damping?: number;
    /** Position at which the spring of a hinge or slider has no force. */
    readonly rest?: number;
    /** The joint breaks at a greater force or torque; 0: at none. */
    readonly breakForceN?: number;
    readonly breakTorqueNm?: number;
}

/** A joint of a world; once it has been removed, or one of its ends, using it throws. */
export interface Joint {
    readonly index: number;
    /** Tells it from joints that had its place before. */
    readonly generation: number;
    readonly kind: JointKind;
    readonly isThere: boolean;
    /** Its state now: a new object each time. */
    read(): JointState;
    setMotor(speed: number, force?: number): void;
    /** null: none. */
    setLimits(limits: readonly [number, number] | null): void;
    remove(): void;
}

export interface JointState {
    /** Angle of a hinge, which counts turns; way of a slider along its axis; else the distance of the points. */
    readonly position: number;
    readonly speed: number;
    readonly lengthM: number;
    /** On the second end in the last substep, world axes. */
    readonly forceN: Float64Array;
    /** On it, besides that of the force. */
    readonly torqueNm: Float64Array;
    readonly motorForce: number;
    /** Points of both ends in the world: x, y, z of the first, then of the second. */
    readonly points: Float64Array;
    /** It holds nothing any more. */
    readonly isBroken: boolean;
}

/** How a driver of traffic drives; docs/traffic.md has ranges and equations. Values may be written at any time. */
export interface TrafficStyle {
    /** Share of the planned speed. */
    pace: number;
    /** Most speed on a free road; 0: the car's. */
    speedMps: number;
    /** Least gap at rest, time gap, acceleration and deceleration of the IDM. */
    gapM: number;
    headwayS: number;
    accelerationMps2: number;
    brakingMps2: number;
    /** Gain for which it goes aside, advantage of its own place, deceleration that it imposes on others, and its weight (MOBIL). */
    thresholdMps2: number;
    keepingMps2: number;
    safeBrakingMps2: number;
    politeness: number;
    /** Distance to the left of the path to which it returns. */
    placeLeftM: number;
    sideGapM: number;
    sideSpeedMps: number;
    /** Human errors. */
    reactionS: number;
    latenessS: number;
    wanderM: number;
    /** Time without motion after which it reverses, and without progress after which `needsReset` is set. */
    stuckS: number;
    giveUpS: number;
    /** 1: it is placed back then. */
    placesBack: number;
}

export type TrafficMode = "drives" | "stops" | "reverses" | "turns" | "backs" | "lies";

export interface TrafficDriver {
    readonly index: number;
    readonly car: CarView;
    readonly style: TrafficStyle;
    /** Defaults of a calm or a racing driver. */
    setStyle(style: "road" | "racing"): void;
    /** false: others see the car, but you drive it. */
    isDriven: boolean;
    readonly mode: TrafficMode;
    readonly stationM: number;
    readonly leftM: number;
    readonly alongMps: number;
    /** It asks to be placed on the road again. */
    readonly needsReset: boolean;
    readonly recoveries: number;
    readonly resets: number;
    /** Puts the car on the path, and forgets what it was doing; without `speedMps` at the planned speed. */
    place(at: { readonly stationM: number; readonly leftM?: number; readonly speedMps?: number }): void;
    /** Places the car back on the road, where it is or up to 200 m behind. false: there is no room. */
    placeBack(): boolean;
}

/** A rectangle on the road. */
export interface TrafficBody {
    readonly x: number;
    readonly y: number;
    readonly yawRad: number;
    readonly lengthM: number;
    readonly widthM: number;
    /** Velocity of its middle; 0, 0 if not given. */
    readonly velocityMps?: readonly [number, number];
}

export interface TrafficObstacle {
    move(to: TrafficBody): void;
}

export interface Traffic {
    readonly lengthM: number;
    readonly drivers: readonly TrafficDriver[];
    /** A driver for a car, which stays where it is. Its errors depend on `seed`: its number if not given. */
    add(car: CarView, options?: { style?: "road" | "racing"; seed?: number; train?: number }): TrafficDriver;
    /** What drivers see on the road, and you move. Add a driver first. */
    addObstacle(body: TrafficBody): TrafficObstacle;
    /** Places the cars of all drivers, in their order, on a starting grid, at rest. */
    placeOnGrid(grid?: { stationM?: number; rowM?: number; columnsM?: number; rightFirst?: boolean }): void;
    /** Sets the inputs of all driven cars for the coming `dtS` (0.005 to 0.02). */
    drive(dtS: number): void;
    /** All drivers, beside a snapshot of their world. */
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    /** Before its cars and the world are. */
    dispose(): void;
}

/** A car from when it is switched on until it is switched off. */
export interface Slot {
    readonly index: number;
    readonly generation: number;
}

/** A car that is off takes no time, touches nothing and is not seen. Snapshots say which are on, so that a rollback restores who was there. */
export interface Slots {
    readonly countOn: number;
    isOn(index: number): boolean;
    /** Switches a car on and places it: the first that is off, if no index is given. Throws if none is. */
    switchOn(placement?: Placement, index?: number): Slot;
    /** Throws if the car is off, or on again for another. */
    switchOff(slot: Slot): void;
    switchAllOff(): void;
    /** null: the car is off. */
    slotOf(index: number): Slot | null;
    /** The car of a slot; throws as `switchOff`. */
    car(slot: Slot): CarView;
}

/** A rider that also lifts wheels, parks and falls off: on wheels by `lift`, on the rung full all else. */
export interface FullRider extends Rider {
    /** By how much a wheel is off the road: above 0 the front wheel, below 0 the rear wheel. */
    readonly wheelLiftRad: number;
    /**
     * Lifts a wheel and holds it: 0 to 1 for a wheelie, 0 to -0.6 for a stoppie; writes throttle and brakes. 0: it comes down, and
     * both stay on the road. Call it after `ride`, before each step.
     */
    lift(liftRad: number): void;
    /** Lean on the stand, positive to the right; NaN: it has none. */
    readonly standLeanRad: number;
    /** Parks it on its stand, without the rider; `seat` puts him on. */
    park(placement?: Placement): void;
    /** Throws the rider off; gives how he moves. */
    throwOff(): ThrownRider;
    /** Throws him off if the time since the last call, a step, would have; null: it would not. */
    watch(dtS: number): ThrownRider | null;
    seat(): void;
    readonly isThrown: boolean;
}

/** Where a ragdoll starts; world axes. */
export interface ThrownRider {
    readonly position: Vector3;
    readonly orientation: Quaternion;
    readonly velocityMps: Vector3;
    readonly angularVelocityRadps: Vector3;
    readonly massKg: number;
}

/** Parts of a debug drawing, in the order of kamm_draw_part. */
export const drawParts = [
    ...["shapes", "wheels", "contactPlanes", "forces", "frictionCircles"],
    ...["massCentres", "contacts", "axleLoads", "joints", "bodyPoints"],
] as readonly DrawPart[];

export type DrawPart =
    | "shapes"
    | "wheels"
    | "contactPlanes"
    | "forces"
    | "frictionCircles"
    | "massCentres"
    | "contacts"
    | "axleLoads"
    | "joints"
    | "bodyPoints";

export interface DrawOptions {
    /** All if not given. */
    readonly parts?: readonly DrawPart[];
    /** Only what comes this near to `centre`; all if not given. */
    readonly withinM?: number;
    readonly centre?: Vector3;
    /** Length of arrows; 2e-4 if not given, a metre for 5 kN. */
    readonly metresPerN?: number;
    /** From which places are measured, as they are 32-bit numbers; the world's if not given. */
    readonly origin?: Vector3;
}

/** Views of the module's memory, until the next call of it: copy them, or hand them on at once (`bufferSubData`, `BufferAttribute.set`). */
export interface DebugDrawing {
    /** x, y, z of each end, two ends a line, and red, green, blue of each. */
    readonly lines: Float32Array;
    readonly lineColours: Uint8Array;
    readonly points: Float32Array;
    readonly pointColours: Uint8Array;
    readonly texts: readonly { readonly text: string; readonly position: Vector3; readonly colour: Vector3 }[];
}
