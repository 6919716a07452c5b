/**
 * The face of Kamm in TypeScript.
 *
 * Axes and units are Kamm's own: x forward, y left, z up, metres, seconds, radians, SI throughout.
 * Names are the C library's in camel case: `speed_mps` is `speedMps`. Quaternions are w, x, y, z.
 * Objects that own memory of the module have a `dispose()`; using them afterwards throws.
 * Errors of the C library are thrown as a {@link KammError}; nothing has changed then.
 */
import type { CarChannels, CarState, Input, WheelChannels, WheelState } from "./generated/fields";
import type { Rung } from "./generated/rungs";

export * from "./generated/fields";
export * from "./generated/rungs";

/** x, y, z or any three numbers that can be indexed. */
export type Vector3 = ArrayLike<number>;
/** w, x, y, z. */
export type Quaternion = ArrayLike<number>;

/** An error of the C library: `message` names file, path, value and the allowed range. */
export interface KammError extends Error {
    readonly name: "KammError";
    readonly code: "format" | "unknown" | "range" | "missing" | "file" | "memory";
    /** Path of the offender, "axles[1].track_m", or "". */
    readonly path: string;
}

/** A line of the field tables. */
export interface Field {
    /** Name in vehicle files and CSV headers: `speed_mps`. */
    readonly name: string;
    /** Name in TypeScript: `speedMps`. */
    readonly key: string;
    /** SI unit; "1" for a ratio. */
    readonly unit: string;
    readonly doc: string;
    readonly defaultValue: number;
    /** Range of inputs, states and parameters; both 0 where anything goes. */
    readonly min: number;
    readonly max: number;
}

/** A line of the table of vehicle parameters, which is a tree. */
export interface ParameterField extends Field {
    readonly kind: "number" | "choice" | "flag" | "text" | "numbers" | "curve" | "group" | "list";
    /** The words of a choice. */
    readonly choices: readonly string[];
    /** The fields of a group, or of each item of a list. */
    readonly fields: readonly ParameterField[];
    /** Allowed numbers of items of a list or of numbers. */
    readonly minCount: number;
    readonly maxCount: number;
    /** Name and unit of a curve's x, and name of its y. */
    readonly xName: string;
    readonly xUnit: string;
    readonly yName: string;
}

export interface CarFields {
    readonly input: readonly Field[];
    readonly channel: readonly Field[];
    readonly wheelChannel: readonly Field[];
    readonly carState: readonly Field[];
    readonly wheelState: readonly Field[];
}

export interface FieldTables extends CarFields {
    /** The root of vehicle files. */
    readonly vehicle: readonly ParameterField[];
}

export interface LoadOptions {
    /** The module, if not the one that comes with the package: bytes, a compiled module, a URL or a response. */
    wasm?: BufferSource | WebAssembly.Module | URL | string | Response | Promise<Response>;
}

export interface Kamm {
    readonly version: string;
    readonly memory: WebAssembly.Memory;
    readonly fields: FieldTables;

    /**
     * Gives the readers a file: `tyres/my-tyre.tir`, `worlds/hill.png`, as if it lay in Kamm's data folder.
     * Tyres and surfaces that come with Kamm are there from the start. Grey PNGs (height maps, paint)
     * are unpacked, which takes a promise.
     */
    addFile(path: string, content: string | Uint8Array): Promise<void>;

    /** Reads a vehicle that comes with Kamm, by its name ("bmw-m3-e46"), or a vehicle file: text, or what JSON.parse made of it. `name` is what messages call it. */
    vehicle(json: string | object, name?: string): Vehicle;
    /** A driveable small car: the table's defaults. */
    defaultVehicle(): Vehicle;
    /** The figures of a tyre file (.tir or .json) under a load, which also says whether it can be read. */
    tyre(content: string, name: string): Tyre;

    /** One car. A vehicle that is given by its name ("bmw-m3-e46") or as JSON is read and compiled for it alone. */
    car(vehicle: Vehicle | string | object, options?: CarOptions): Car;
    /** Many cars: the same calls as for one, the same bits. One vehicle for all, or one for each. */
    cars(vehicle: Vehicle | string | object | readonly Vehicle[], count: number, options?: CarOptions): Cars;

    /**
     * The units of a combination, from front to rear: of one that comes with Kamm, by its name ("articulated-bus"), or of a
     * combination file, text or what JSON.parse made of it. The vehicles that it names are Kamm's trailers, or added by
     * `addFile("vehicles/mine.json", …)`.
     */
    units(combination: string | object, name?: string): Vehicle[];
    /** Vehicles with trailers: of those units, from front to rear, or of a combination as `units` takes it. */
    combinations(
        units: readonly Vehicle[] | string | object,
        count?: number,
        options?: CarOptions,
    ): Combinations;

    /** Reads arcade handling for one car: knobs by their names, as JSON. */
    arcade(json: string | object, name?: string): Arcade;

    /** The rider of a two-wheeler, which balances it by a torque at the handlebar. undefined: it has none. */
    rider(car: CarView): Rider | undefined;

    /** Reads a world file: terrain, surfaces, walls, cones, starts, paths. */
    world(json: string | object, name?: string): World;
    /** A world whose terrain is made of arrays, not of a file; bodies and cars are added to it. The arrays are copied. */
    terrainWorld(terrain: TerrainArrays, name?: string): World;

    /** The surfaces of data/surfaces.json. */
    readonly surfaces: readonly Surface[];

    /**
     * Turns real time into whole steps of `stepS`, as `step` of cars and worlds does, for what has steps of its own. No more
     * than `maxSteps` (240) are due at once: what a longer frame owes beyond that is forgotten.
     */
    clock(stepS: number, maxSteps?: number): Clock;
}

/** Real time in whole steps. */
export interface Clock {
    /** Adds a frame's time; returns how many steps to take now. */
    advance(dtS: number): number;
    /** How much of a step is owed beyond them, 0 to 1. */
    readonly fraction: number;
    dispose(): void;
}

/** Soft soil by Bekker, Mohr-Coulomb and Janosi-Hanamoto, in SI units. */
export interface Soil {
    /** k_c and k_phi, of the pressure (k_c / width + k_phi) depth^exponent. */
    readonly cohesionModulus: number;
    readonly frictionModulus: number;
    readonly exponent: number;
    readonly cohesionPa: number;
    /** Tangent of the angle of internal friction. */
    readonly frictionTangent: number;
    /** Shear modulus K. */
    readonly shearM: number;
    readonly densityKgpm3: number;
    /** Thickness of the soft layer on firm ground; 0: infinite. */
    readonly depthM: number;
}

export interface Surface {
    readonly name: string;
    readonly friction: number;
    readonly slidingLoss: number;
    readonly rollingResistance: number;
    /** How deep a wheel sinks in, and the drag of that over its load. */
    readonly sinkageM: number;
    readonly sinkageDrag: number;
    /** Displacement spectral density at 0.1 cycles per metre (ISO 8608); 0: smooth. Only rough ground has it. */
    readonly roughnessM3: number;
    /** Depth of the water that stands on it. */
    readonly waterM: number;
    /** Soft soil or snow; null: hard. */
    readonly soil: Soil | null;
}

/** A vehicle file in memory. Values are reached by path: "axles[1].suspension.anti_roll_bar_n_per_m". */
export interface Vehicle {
    /** `name` of the file. */
    readonly name: string;
    /** Remarks of the reader that are no errors. Those that start with "warning: " come first: a value was replaced by another one. */
    readonly notes: readonly string[];
    /** A number, choice (its index) or flag (0, 1), in the unit that the path names. */
    get(path: string): number;
    /** Numbers, words of a choice, true and false. Throws, and leaves the value, if it is out of range. */
    set(path: string, value: number | string | boolean): void;
    /** Puts tyres on an axle (0: the first), or on all that there are. */
    setTyre(tyre: Tyre, axle?: number): void;
    /**
     * The forces of an axle's tyre at each pair of slip ratio and slip angle, for curves: the steady ones of the law that the rungs
     * full and double_track have, without temperature, wear and what sliding fast takes. Signs as in channels.
     */
    tyreForces(
        axle: number,
        at: TyreConditions,
        slipRatios: ArrayLike<number>,
        slipAnglesRad: ArrayLike<number>,
    ): { readonly longitudinalN: Float64Array; readonly lateralN: Float64Array };
    /** The whole as a vehicle file, tyres written out. */
    json(): string;
    clone(): Vehicle;
    /** Figures of the model on a rung; throws if it cannot be compiled. */
    describe(rung?: Rung): ModelInfo;
    /** Compiled for a rung, as bytes that `kamm/lite` of the same version drives. */
    model(rung?: Rung): Uint8Array;
    dispose(): void;
}

/** How a wheel stands while its tyre's forces are asked for. */
export interface TyreConditions {
    readonly loadN: number;
    /** Camber with the channel's sign; 0 if not given. */
    readonly camberRad?: number;
    /** Friction of the surface; 1 if not given. */
    readonly friction?: number;
    /** Speed along the wheel, negative backwards; 20 if not given. */
    readonly speedMps?: number;
    /** 1 if not given. A wheel in the middle has the left one's tyre. */
    readonly side?: WheelSide;
}

export interface Tyre {
    readonly name: string;
    /** Remarks of the reader, as a vehicle's. */
    readonly notes: readonly string[];
    dispose(): void;
}

/** 1: left of the middle, 0: in it, -1: right of it. */
export type WheelSide = -1 | 0 | 1;

/** kamm_model_info: what follows from a vehicle file. */
export interface ModelInfo {
    readonly rung: Rung;
    readonly substepS: number;
    /** Axles from front to rear; 1, 2 or 4 (twin) wheels each. */
    readonly axleCount: number;
    readonly wheelCount: number;
    readonly gearCount: number;
    readonly massKg: number;
    readonly wheelbaseM: number;
    readonly cgHeightM: number;
    readonly cgBehindFrontAxleM: number;
    readonly steeringLockRad: number;
    readonly steeringRatio: number;
    readonly lengthM: number;
    readonly widthM: number;
    readonly heightM: number;
    readonly frontOverhangM: number;
    readonly idleRadps: number;
    readonly limiterRadps: number;
    /** Number of cylinders, for the sound; 0 if only electric motors drive. */
    readonly engineCylinders: number;
    readonly engineTwoStroke: boolean;
    readonly engineDiesel: boolean;
    /** Share of the highest drive force by which electric motors brake while the accelerator is released. */
    readonly liftShare: number;
    readonly topSpeedMps: number;
    /**
     * Axle (0: front) and side of each wheel, like all that follows. Wheels go axle by axle from the front, left
     * before right, of an axle with twin wheels left inner, right inner, left outer, right outer.
     */
    readonly wheelAxle: readonly number[];
    readonly wheelSide: readonly WheelSide[];
    readonly wheelRadiusM: readonly number[];
    readonly loadedRadiusM: readonly number[];
    readonly wheelWidthM: readonly number[];
    readonly rimRadiusM: readonly number[];
    /** Centre at rest in the vehicle frame: [x, y, z] each. */
    readonly wheelPositionM: readonly (readonly [number, number, number])[];
    readonly staticLoadN: readonly number[];
    readonly peakFrictionX: readonly number[];
    readonly peakFrictionY: readonly number[];
    readonly peakSlipAngleRad: readonly number[];
    /** The boxes by which the body touches others, in the vehicle frame. */
    readonly boxes: readonly Box[];
}

export interface Box {
    readonly centreM: readonly [number, number, number];
    readonly halfM: readonly [number, number, number];
    readonly orientation: readonly [number, number, number, number];
}

/** The ground below one probe; the callback fills it in. Starts as level, dry asphalt at z = 0. */
export interface Contact {
    /** A point of the plane. */
    x: number;
    y: number;
    z: number;
    /** Normal of the plane, out of the ground, of length 1. */
    normalX: number;
    normalY: number;
    normalZ: number;
    /** Velocity of the ground itself. */
    velocityX: number;
    velocityY: number;
    velocityZ: number;
    friction: number;
    rollingResistance: number;
    slidingLoss: number;
    /** Depth of the water that stands on it; 0: none. Used by the rung full. */
    waterM: number;
    /** Soft soil or snow, which full then takes instead of friction, sliding loss and rolling resistance; null: none. */
    soil: Soil | null;
}

/** The query's point: a wheel's centre at rest in the body. */
export interface Probe {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly radiusM: number;
    readonly widthM: number;
    readonly car: number;
    /** Index in `CarView.wheels`. */
    readonly wheel: number;
}

/**
 * Must depend on nothing but the probe, if runs are to repeat. Both objects are used again: do not keep them. Returns
 * false where there is no ground: a car falls there, and cannot be placed.
 */
export type GroundCallback = (probe: Probe, contact: Contact) => void | boolean;

/** A plane through the origin. */
export interface PlaneGround {
    /** Rise over run along x, and along y; 0 if not given. */
    readonly slope?: number;
    readonly bank?: number;
    /** A surface's name; "dry_asphalt" if not given. */
    readonly surface?: string;
}

export interface CarOptions {
    /** "full" if not given. */
    readonly rung?: Rung;
    /**
     * Level dry asphalt if not given. A world: its ground, with wind and weather, but nothing that stands or drives on it
     * is met. Not used by cars of a world.
     */
    readonly ground?: PlaneGround | GroundCallback | World;
    /** Substeps between two calls of a ground callback; 4 if not given. */
    readonly groundIntervalSubsteps?: number;
}

export interface Placement {
    readonly x?: number;
    readonly y?: number;
    /** Height of the road below the car; that of the ground if not given, which throws where a ground callback has none. */
    readonly z?: number;
    /** Takes the topmost ground below this height, as below a bridge; the topmost of all if not given. */
    readonly belowM?: number;
    readonly yawRad?: number;
    /** Instead of yaw: the vehicle frame's orientation. */
    readonly orientation?: Quaternion;
    readonly speedMps?: number;
    /** 100: the lowest that fits the speed, then Kamm shifts. */
    readonly gear?: number;
}

/** Contact of a wheel with the ground, and its sliding, for skid marks, dust and sounds; world axes. */
export interface WheelContact {
    /** Else place and surface are those of the plane below it. */
    readonly onGround: boolean;
    /** The number that the ground gave: of a world's terrain the index of the surface. */
    readonly surface: number;
    /** Middle of the contact patch. */
    readonly point: readonly number[];
    readonly normal: readonly number[];
    /** Unit vector along the wheel, in the ground's plane. */
    readonly forward: readonly number[];
    /** Velocity of the ground there. */
    readonly groundMps: readonly number[];
    /** Velocity of the tread over the ground, along the wheel (locked: above 0) and to its left. */
    readonly slidingMps: readonly number[];
    /** Power that friction takes there. */
    readonly skidW: number;
    readonly loadN: number;
    readonly deflectionM: number;
    readonly friction: number;
    /** "ground", or the kind of the body that carries most of the wheel's load. After `restore` it is known from the next step on. */
    readonly bodyType: ContactType;
    /** The body's group and index, as in contact events; 0 for the ground. */
    readonly bodyGroup: number;
    readonly bodyIndex: number;
}

/** All 0: none. */
export interface WheelDamage {
    /** Share of the brake's torque that is gone, 0 to 1. */
    readonly brakeLoss: number;
    /** Share of the friction that is gone, 0 to 1. */
    readonly gripLoss: number;
    /** Added to what the wheel has, as force per load, 0 to 1. */
    readonly rollingResistance: number;
    /** How much less the wheel stands out from its hub, up to its radius. */
    readonly radiusLossM: number;
}

/** The values are read when they are asked for, and belong to the last step. */
export interface Wheel extends Readonly<WheelChannels> {
    /** Centre, world axes; the same array each time. */
    readonly position: Float64Array;
    /** Without the spin; the wheel's y axis is its axle, pointing left on both sides. */
    readonly orientation: Float64Array;
    /** Angle about that axis, to be added when drawing. */
    readonly spinAngleRad: number;
    readonly travelM: number;
    /** A new object each time. */
    readonly contact: WheelContact;
    /** A factor on its friction, whatever the ground, 0 to 10; 1 again when the car is placed. */
    grip: number;
    /**
     * Damage of the wheel: `wheel.damage = { brakeLoss: 1 }` lets a brake fail, `wheel.damage = wheel.burst` a tyre, and
     * `wheel.damage = {}` mends it. Placing the car removes it.
     */
    get damage(): WheelDamage;
    set damage(damage: Partial<WheelDamage>);
    /** Damage of this wheel's tyre without air, and of a wheel that came off. */
    readonly burst: WheelDamage;
    readonly lost: WheelDamage;
    /** Views of its state. */
    readonly state: Readonly<WheelState>;
}

/** How a body moves; world axes. */
export interface RigidMotion {
    /** Origin of the body's frame. */
    readonly position: Vector3;
    readonly orientation: Quaternion;
    /** Velocity of that origin. */
    readonly velocityMps: Vector3;
    readonly angularVelocityRadps: Vector3;
}

/** How a car moves; its frame is the vehicle frame, as `CarView.position`. */
export interface Motion extends RigidMotion {
    /** Speed of each wheel, positive rolling forward. */
    readonly wheelRadps: ArrayLike<number>;
}

/** One car of its own or of many. */
export interface CarView extends Readonly<CarChannels> {
    readonly index: number;
    /** The driver's inputs; may be written between steps. */
    readonly input: Input;
    /** `info.wheelCount` of them, in the order of `info.wheelAxle`. */
    readonly wheels: readonly Wheel[];
    /** Origin of the vehicle frame (on the road at rest, below the centre of gravity), world axes. */
    readonly position: Float64Array;
    readonly orientation: Float64Array;
    /** States of the motion, as views of the module's memory. */
    readonly state: Readonly<CarState>;
    /** Bits: 1 numeric (stands parked until it is placed again), 2 an input was not finite or not obeyed, 4 the ground was absurd. */
    readonly fault: number;
    readonly info: ModelInfo;
    /** Puts it on the ground, at rest in its springs unless a speed is given. */
    place(placement?: Placement): void;
    /**
     * Changes its momentum at once: an impulse in N.s at a point, or at its centre of gravity. It answers as its rung
     * can: in all directions on full, in the plane of the road on the rungs below, along its course on kinematic.
     */
    applyImpulse(impulseNs: Vector3, point?: Vector3): void;
    /** Changes the angular momentum, in N.m.s. */
    applyAngularImpulse(impulseNms: Vector3): void;
    /** A force in N at a point, or at its centre of gravity, through the next call of `step`. Several add up. */
    applyForce(forceN: Vector3, point?: Vector3): void;
    /** A torque in N.m, likewise. */
    applyTorque(torqueNm: Vector3): void;
    /** How it moves now. */
    motion(): Motion;
    /**
     * Goes on from another motion, of which what is left out stays: a correction from a server, say. Springs, engine, gear and
     * inputs stay as they are; what turns with the wheels is turned along.
     */
    setMotion(motion: Partial<Motion>): void;
    /**
     * The input assist for keys and pads: turns requests into steering wheel and pedals for the coming `dtS`. In the gears 100 and -1
     * the two pedals drive forwards, backwards and stand: the brake stops the car and holds it. Released and pressed again it
     * drives backwards. A car without a pressed pedal stands. Its settings are kept from call to call.
     */
    assist(request: DriverRequest, dtS: number): void;
    readonly assistSettings: AssistSettings;
}

/** Request of the player's hands. */
export interface DriverRequest {
    /** -1 … 1, positive left. */
    steer: number;
    throttle: number;
    brake: number;
    handBrake: number;
    clutch?: number;
    /** `input.gear` is yours, and pedals are what they are. Else forwards and backwards go by the pedals. */
    ownGear?: boolean;
}

/** Request of an arcade car's player. */
export interface ArcadeRequest extends DriverRequest {
    /** Share of the boost, 0 … 1. */
    boost?: number;
    /** Rotation in the air, -1 … 1: nose down, to the right, to the left. All 0: the pedals pitch and steering yaws. */
    pitch?: number;
    roll?: number;
    yaw?: number;
}

/** Arcade handling of one car. Files of six presets are in the package: `data/arcade/drift.json`. */
export interface Arcade {
    readonly name: string;
    /** Factor of gravity for which vehicles are changed; their world has to have it. */
    readonly gravity: number;
    /** Changes a vehicle by the knobs, once, before cars are made of it. */
    change(vehicle: Vehicle): void;
    /**
     * Writes the car's inputs for the coming `dtS`, as `car.assist` does and in place of it: with the drift assist, air control,
     * boost and auto-flip. `strength` and `letsRoll` are those of the car's `assistSettings`.
     */
    drive(car: CarView, request: ArcadeRequest, dtS: number): void;
    /** Share of the boost's store. */
    readonly boostLeft: number;
    /** Cars pass through the car now; set its filter when it changes. */
    readonly isGhost: boolean;
    /** The last call of `drive` set the car upright. */
    readonly flipped: boolean;
    dispose(): void;
}

/** A two-wheeler's rider. `car.assist` and `Driver.drive` have a rider of their own: use one of the three. */
export interface Rider {
    /**
     * Writes `freeSteering`, `steeringWheelNm` and `steeringWheelRad` for the coming `dtS` (0.002 to 0.02 s). Call it once before
     * each step; pedals and gear remain yours. A vehicle that lies on its side is left alone.
     */
    ride(request: RideRequest, dtS: number): void;
    /** Lean of a steady turn on level ground, positive to the right; curvature is positive to the left. */
    leanInTurnRad(speedMps: number, curvaturePerM: number): number;
}

/** Request to a rider; values outside the range are clamped. */
export interface RideRequest {
    /** Curvature of the path on the ground, positive left; 0 if not given. */
    curvaturePerM?: number;
    /** Largest lean, up to 1.2; 0, the default: nine tenths of what the tyres' friction allows. */
    maxLeanRad?: number;
    /** Largest torque of the hands; 0, the default: 0.04 of weight times height of the centre of gravity. */
    maxTorqueNm?: number;
    /** Share of the rider's torque and of the feet: 0 (hands and feet off) to 1, the default. */
    strength?: number;
    /** Feet support the vehicle below walking pace; true if not given. */
    feet?: boolean;
}

export interface AssistSettings {
    /** 0: none, as for steering wheels, to 1. */
    strength: number;
    /** true: a car without a pressed pedal rolls and creeps. false, the default: it is stopped from walking pace, and held. */
    letsRoll: boolean;
}

/** Cars in motion. */
export interface Cars extends Iterable<CarView> {
    readonly count: number;
    at(car: number): CarView;
    /** All inputs: `inputs[car * fields.input.length + field]`. */
    readonly inputs: Float32Array;
    /** A channel of all cars, written into `out` or a new array. */
    read(channel: keyof CarChannels, out?: Float64Array): Float64Array;
    /** The same of a wheel of all cars; NaN where a car has fewer wheels. */
    readWheel(channel: keyof WheelChannels, wheel: number, out?: Float64Array): Float64Array;
    /** A state of the 16 cars of a block, a view without a copy: block 0 has cars 0 to 15. */
    stateRow(state: keyof CarState, block: number): Float32Array;
    /**
     * Steps all cars by real time, in seconds: as many whole substeps as have come due, but no more than 240 (0.2 s): what
     * a longer frame owes beyond that is forgotten, so that a stall does not lead to the next; a first frame of more than 5 s, and a second one, throws, as milliseconds would. Poses are then interpolated to the
     * present, if `interpolate` is not false. Returns the substeps taken.
     */
    step(dtS: number, interpolate?: boolean): number;
    /** Takes substeps, for programs with their own clock. Poses are interpolated to that fraction of the last substep (`Clock`). */
    stepSubsteps(substeps: number, fraction?: number): void;
    /** Takes over a running car, of any rung or model: pose, speed, wheels, gear and inputs are kept. */
    handOver(from: CarView, to: number): void;
    /** Hands the bodies to another engine; `step` still drives the cars without it. */
    hosted(): Hosted;
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    hash(): bigint;
    dispose(): void;
}

/** The rigid body that a host needs for a car: the whole car with wheels and payload. */
export interface HostMass {
    readonly massKg: number;
    /** Centre of gravity in the vehicle frame: where the host's body has its own. */
    readonly cgM: readonly [number, number, number];
    /** About it, in the vehicle frame's axes: three rows. */
    readonly inertiaKgm2: readonly (readonly number[])[];
}

/** A car's body, between host and Kamm; world axes. */
export interface HostedBody {
    readonly mass: HostMass;
    /** The host writes these before each step: the body as it is. Of its centre of gravity. */
    readonly position: Float64Array;
    /** w, x, y, z from the vehicle frame's axes to the world's. */
    readonly orientation: Float64Array;
    readonly velocityMps: Float64Array;
    readonly angularVelocityRadps: Float64Array;
    /** Kamm writes these: to be put on the body, at its centre of gravity, for the frame. Weight is not in them. */
    readonly forceN: Float64Array;
    readonly torqueNm: Float64Array;
    /** Force of each tyre on the ground, for hosts whose cars stand on bodies that move. */
    readonly pushes: readonly { readonly point: Float64Array; readonly forceN: Float64Array }[];
}

/** Cars of `full` whose bodies belong to another physics engine, which steps them: docs/embedding.md. */
export interface Hosted {
    /** One for each car. */
    readonly bodies: readonly HostedBody[];
    /** Takes the bodies, or that of one car, from where the cars are: after `place`, to teleport. */
    start(car?: number): void;
    /**
     * A frame of the host's, `substeps` long, before it: from the bodies' motion to the forces on them. `ground` is asked once
     * for each wheel, by a ray of the host's at best; without it the cars' own ground is used.
     */
    step(substeps: number, ground?: GroundCallback): void;
    /** The bodies, and what is remembered of them from frame to frame; to be kept beside a snapshot of the cars. */
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    dispose(): void;
}

/** One car with its own cars object. */
export interface Car extends CarView, Cars {}

/** The hitch before a unit of a combination. Read when asked for, of the last substep; the arrays are the same each time. */
export interface Hitch {
    readonly coupled: boolean;
    /** Heading of the trailer less that of the unit before it: above 0, its nose is further to the left. */
    readonly articulationRad: number;
    readonly articulationRateRadps: number;
    /** Vector from hitch to drawbar, axes of the unit before. */
    readonly gapM: Float64Array;
    /** Force on the trailer, axes of the unit before; 0 where uncoupled. */
    readonly forceN: Float64Array;
    /** Moments on the trailer, of a fifth wheel and of yaw damping, friction and stop. */
    readonly rollNm: number;
    readonly yawNm: number;
    /** Lift axles (jockey wheel, landing gear) go up. Throws if the coupling is more than 0.3 m away. */
    couple(): void;
    /** Lift axles come down, and the trailer rolls on by itself. */
    uncouple(): void;
}

/** One combination: a row of units, the first of which pulls. */
export interface Combination {
    readonly index: number;
    /** Units from front to rear, to be read, drawn and given inputs like cars. A trailer's brakes follow its hitch or the first pedal. */
    readonly units: readonly CarView[];
    /** `hitches[0]` is before `units[1]`. */
    readonly hitches: readonly Hitch[];
    /** Puts it on the ground, coupled: the first unit there, each other one behind it at its angle (0 if not given). */
    place(placement?: Placement, articulationRad?: ArrayLike<number>): void;
    /**
     * The angle of the steering wheel that leads the first trailer along a path of that curvature (above 0: its centre
     * is on the trailer's left) while reversing. Ask again some ten times a second.
     */
    reversingWheelRad(trailerCurvaturePerM: number): number;
}

/** Vehicles with trailers, alike; on the rungs `full` and `single_track`. */
export interface Combinations extends Iterable<Combination> {
    readonly count: number;
    /** Unit by unit the cars of all combinations, in their order. They are stepped and disposed of as a whole. */
    readonly units: readonly Cars[];
    at(combination: number): Combination;
    /** Like Cars.step. */
    step(dtS: number, interpolate?: boolean): number;
    /** Steps as Cars.stepSubsteps does. */
    stepSubsteps(substeps: number, fraction?: number): void;
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    hash(): bigint;
    dispose(): void;
}

export interface Start {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly yawRad: number;
}

export interface Path {
    readonly name: string;
    /** x, y of each point. */
    readonly points: Float64Array;
    readonly widthM: number;
    readonly closed: boolean;
    /** Distances from each point to the road's right and left edge, in pairs; null: half the width to both. */
    readonly sides?: Float64Array | null;
}

/** A path of your own. Points are some metres apart, smooth. */
export interface PathShape {
    /** x, y of each point. */
    readonly points: ArrayLike<number>;
    readonly widthM: number;
    /** Whether the path is closed; without it the path ends at its last point. */
    readonly closed?: boolean;
    readonly sides?: ArrayLike<number> | null;
    /** Near which the road is at each point, where ground lies above ground; else what it begins on leads on. */
    readonly heightsM?: ArrayLike<number>;
}

/** A path's line on the world's terrain, and the plan for it, at a place. */
export interface PlannedPoint {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly headingRad: number;
    /** Seen from above; to the left above 0. */
    readonly curvaturePerM: number;
    /** Uphill above 0. */
    readonly slopeRad: number;
    /** Above 0: its left side is up. */
    readonly bankRad: number;
    /** Distances to the road's edges. */
    readonly rightM: number;
    readonly leftM: number;
    readonly speedMps: number;
}

export interface GroundPoint {
    readonly heightM: number;
    readonly normal: readonly [number, number, number];
    /** Index among the world's surfaces. */
    readonly surface: number;
}

/** Heights on a grid, row by row: `heightsM[row * columns + column]` is at origin + cell (column, row). Smooth between the points. */
export interface HeightLayer {
    readonly kind: "heights";
    readonly columns: number;
    readonly rows: number;
    readonly cellM: number;
    /** x, y of the first point; 0, 0 if not given. */
    readonly originM?: readonly [number, number];
    readonly heightsM: ArrayLike<number>;
    /** Index in `surfaces`; without it the ground is as painted. */
    readonly surface?: number;
}

/** Triangles, as of a three.js BufferGeometry in Kamm's axes (`layerOf` of kamm/three makes one). The winding does not matter. */
export interface MeshLayer {
    readonly kind: "mesh";
    /** x, y, z of each vertex. */
    readonly positionsM: ArrayLike<number>;
    /** Three vertices of each triangle; without it each three vertices are one. */
    readonly indices?: ArrayLike<number>;
    readonly surface?: number;
}

/** A plane, everywhere or between two corners. */
export interface PlaneLayer {
    readonly kind: "plane";
    readonly heightM?: number;
    /** Rise over run along x and y, from the first corner. */
    readonly slope?: readonly [number, number];
    readonly fromM?: readonly [number, number];
    readonly toM?: readonly [number, number];
    readonly surface?: number;
}

/** A terrain of arrays. Where layers overlap, the highest one that is not above the wheel counts: a car under a bridge is not on it. */
export interface TerrainArrays {
    readonly layers: readonly (HeightLayer | MeshLayer | PlaneLayer)[];
    /** Names of Kamm's surfaces; the first is that of all ground without paint. Dry asphalt alone if not given. */
    readonly surfaces?: readonly string[];
    /** Surfaces of the ground: an index for each cell of a grid, row by row; surface 0 beyond. */
    readonly paint?: {
        readonly columns: number;
        readonly rows: number;
        readonly cellM: number;
        readonly originM?: readonly [number, number];
        readonly surfaces: ArrayLike<number>;
    };
    /** The surfaces' roughness is added to the heights; else these are as given, such as a measured profile, which has its own. */
    readonly rough?: boolean;
    /** Another seed, another road of the same roughness. */
    readonly roughnessSeed?: number;
}

/** A static body stands, a kinematic one moves as setMotion and moveTo say, forces and impacts move a dynamic one. */
export type BodyType = "static" | "kinematic" | "dynamic";

/** Spheres, capsules and cylinders fill their box, along its z axis: half a length of x and y is the radius. */
export type ShapeKind = "box" | "sphere" | "capsule" | "cylinder" | "hull" | "mesh";

/** A shape and its box, in the frame of the body. Hulls and meshes have points, and their box is all 0. */
export interface Shape extends Box {
    /** "box" if not given. */
    readonly kind?: ShapeKind;
    /** Points of a hull or mesh: x, y and z of each, in the frame of the body. */
    readonly pointsM?: Float64Array;
    /** Triangles of a mesh: three indices of points each. */
    readonly triangles?: Int32Array;
}

/** A shape that fills its box, in the frame of the body. */
export interface NewBoxShape extends Omit<Box, "orientation"> {
    /** "box" if not given. */
    readonly kind?: "box" | "sphere" | "capsule" | "cylinder";
    /** Orientation of the box; that of the body if not given. */
    readonly orientation?: Box["orientation"];
}

/** Convex hull of points. */
export interface NewHull {
    readonly kind: "hull";
    /** x, y, z of each of 4 to 64 points, in the frame of the body. They are copied. */
    readonly pointsM: ArrayLike<number>;
}

/** One-sided surface of a static or kinematic body. The front of a triangle is where its corners run anticlockwise. */
export interface NewMesh {
    readonly kind: "mesh";
    /** x, y, z of each point, in the frame of the body. They are copied. */
    readonly pointsM: ArrayLike<number>;
    /** Three indices of points for each triangle; without it each three points are one. */
    readonly triangles?: ArrayLike<number>;
}

export type NewShape = NewBoxShape | NewHull | NewMesh;

/** A body that is to be added. */
export interface NewBody {
    /** "static" if not given. */
    readonly type?: BodyType;
    /** 1 to 16, which move as one. */
    readonly shapes: readonly NewShape[];
    /** Mass of a dynamic body; other bodies have none. */
    readonly massKg?: number;
    /** 0 to 2; 0.5 if not given. With what it touches: the root of the product of both. */
    readonly friction?: number;
    /** 0 to 1; 0.1 if not given. With what it touches: the larger of both. */
    readonly restitution?: number;
    /** Pose of its frame; that of the world if not given. */
    readonly position?: Vector3;
    readonly orientation?: Quaternion;
    /** A dynamic body does not move before something touches it. */
    readonly asleep?: boolean;
    /** Wheels roll on it. */
    readonly isDrivenOn?: boolean;
    /** A number that wheel contacts on it have as their surface. */
    readonly surface?: number;
    /** It does not collide, but reports the bodies in it: `sensorEvents`. Not of a dynamic body. */
    readonly sensor?: boolean;
    /** A number for contact events. */
    readonly material?: number;
    /** Collision filter; without it the body collides with all. */
    readonly filter?: Filter;
}

export interface Body {
    /** Index among the world's bodies, also in contact events. */
    readonly index: number;
    /** Tells it from bodies that had its place before. */
    readonly generation: number;
    readonly type: BodyType;
    /** false once it has been removed; reading and moving it throws then. */
    readonly isThere: boolean;
    readonly shapes: readonly Shape[];
    /** 0 of a body that is not dynamic. */
    readonly massKg: number;
    /** Read when asked for; the same arrays each time. */
    readonly position: Float64Array;
    readonly orientation: Float64Array;
    readonly velocityMps: Float64Array;
    /** Places the body at rest. Static bodies stay where they are. */
    place(position: Vector3, orientation?: Quaternion): void;
    motion(): RigidMotion;
    /** Goes on from another motion, of which what is left out stays. A dynamic body wakes, and nothing stops a kinematic one. */
    setMotion(motion: Partial<RigidMotion>): void;
    /** A kinematic body goes there evenly in so many substeps, and stops. */
    moveTo(position: Vector3, orientation: Quaternion, substeps: number): void;
    /** Takes it out of the world: what leant on it wakes, all else goes on as it was. */
    remove(): void;
}

export interface ContactEvent {
    readonly types: readonly [ContactType, ContactType];
    /** Groups of cars, by the order in which they were added. */
    readonly groups: readonly [number, number];
    readonly indices: readonly [number, number];
    readonly point: readonly [number, number, number];
    readonly normal: readonly [number, number, number];
    readonly impulseNs: number;
    readonly speedMps: number;
    /** It began during the last step. */
    readonly began: boolean;
    /** They no longer touch; both may be true. */
    readonly ended: boolean;
    /** Friction of both together. */
    readonly friction: number;
    /** The numbers that C code has given them, 0 if none; of the ground its surface. */
    readonly materials: readonly [number, number];
}
export type ContactType = BodyType | "car" | "ground";

/** A car or body that came into a sensor or left it. */
export interface SensorEvent {
    /** Index of the body that is the sensor. */
    readonly sensor: number;
    readonly entered: boolean;
    readonly type: ContactType;
    /** Group of a car, by the order in which groups were added. */
    readonly group: number;
    readonly index: number;
    /** When, between two substeps: of the cars' clock (channel timeS). */
    readonly timeS: number;
}

/**
 * Collision filter, as bits of 31 categories. Two bodies collide if each one's mask has a category of the other. Without category: 1; without mask,
 * or 0: all. A mask of `"none"` collides with no body.
 */
export interface Filter {
    readonly category?: number;
    readonly mask?: number | "none";
}

export interface CastOptions extends Filter {
    /** Radius of a sphere in place of a ray. */
    readonly radiusM?: number;
    /** Half the sizes of a box in place of a ray. */
    readonly halfM?: Vector3;
    /** … and how it is turned. */
    readonly orientation?: Quaternion;
    /** Not to be hit. */
    readonly without?: readonly ContactType[];
    /** Sensors are hit as well. */
    readonly sensors?: boolean;
    /** The car that is not hit, as the cast starts there. */
    readonly own?: CarView;
}

export interface Hit {
    /** Share of the way from `from` to `to`: 0 to 1. */
    readonly fraction: number;
    readonly point: readonly [number, number, number];
    /** Out of what is hit; zeros where the cast starts inside. */
    readonly normal: readonly [number, number, number];
    readonly type: ContactType;
    readonly group: number;
    /** Index of the car or body, or of the ground's surface. */
    readonly index: number;
}

/** A world: ground, bodies and cars that meet. */
export interface World {
    readonly name: string;
    readonly notes: readonly string[];
    readonly surfaces: readonly Surface[];
    /** A body that was removed keeps its place until another one is added there. */
    readonly bodies: readonly Body[];
    addBody(body: NewBody): Body;
    readonly starts: readonly Start[];
    readonly paths: readonly Path[];
    /** Ends of the terrain: [x, y] each. */
    readonly extent: {
        readonly from: readonly [number, number];
        readonly to: readonly [number, number];
    };
    /** The ground at (x, y) below a point at height z; the topmost if z is not given. */
    groundAt(x: number, y: number, z?: number): GroundPoint;
    /** Heights and surfaces of a grid, row by row from `from` upwards: what a mesh is made of. */
    sample(
        from: readonly [number, number],
        cellM: number,
        columns: number,
        rows: number,
    ): { heightsM: Float32Array; surfaces: Uint8Array };

    /** Brings cars or combinations in; from now on the world steps them. Each unit of combinations is a group. */
    add(cars: Cars | Combinations): void;
    /**
     * Puts cars in the place of others, which keep their states but leave the world. Nothing else in it is changed.
     * A car changes model, tyres or rung while it drives by this and by `handOver` before it.
     */
    replace(from: Cars | Combinations, to: Cars | Combinations): void;
    /** Takes cars out of the world; they keep their states, and nothing else in it is changed. */
    remove(cars: Cars | Combinations): void;
    /**
     * Identity of the cars, for example a player's number, the same on all machines: a snapshot fits worlds with the same identities in
     * the same slots. At first it is the order in which they were added; `replace` and adding again keep it.
     */
    setIdentity(cars: Cars | Combinations, identity: number): void;
    place(car: CarView, placement: Placement): void;
    /** Like Cars.step. */
    step(dtS: number, interpolate?: boolean): number;
    stepSubsteps(substeps: number): void;
    /** The pairs that touched during the last step. */
    contactEvents(): readonly ContactEvent[];
    /** Cars and bodies that came into sensors (bodies with `sensor`) or left them during the last step, in the order of time. */
    sensorEvents(): readonly SensorEvent[];
    /** Sets the filter from now on. */
    setFilter(what: CarView | Body, filter: Filter): void;
    /** The nearest hit; null: there is none. */
    castRay(from: Vector3, to: Vector3, options?: CastOptions): Hit | null;
    /** The nearest `max` (16), one of each body, in the order of the way. */
    castAll(from: Vector3, to: Vector3, options?: CastOptions, max?: number): readonly Hit[];
    /** Whether cars that stand may sleep, which costs next to nothing; false at first. Frozen while they do: engine, fuel, heat. */
    letCarsSleep(may: boolean): void;
    /** Another surface everywhere, or what the world file says (null). From the next step on. */
    setSurface(name: string | null): void;
    /** Velocity of the air. */
    setWind(windMps: Vector3): void;
    /**
     * A driver that follows a path, of the world by name or your own, as fast as `grip` lets the car go: the share of what the
     * car's tyres have on dry asphalt that he dares to use (0.8: brisk). The plan knows the terrain's slopes, banks, crests and
     * dips as they are now. It drives that car alone: the one that takes its place needs another.
     */
    driver(path: string | PathShape, car: CarView, options?: { grip?: number; stationM?: number }): Driver;
    snapshot(): Uint8Array;
    restore(snapshot: Uint8Array): void;
    hash(): bigint;
    /** Cars are not disposed of with it. */
    dispose(): void;
}

export interface Driver {
    /** Distance of the car along the path, and to the left of it. */
    readonly stationM: number;
    readonly leftM: number;
    aimLeftM: number;
    readonly lengthM: number;
    readonly drivenM: number;
    /** Planned time for the path, once round if it is closed. */
    readonly plannedS: number;
    /** The plan at a distance along the path; a closed path goes round. */
    at(stationM: number): PlannedPoint;
    /** Start of the driver: on the path, along it, at the planned speed. */
    readonly start: Placement;
    /** One action for the coming `dtS` (0.005 to 0.02): sets the car's inputs. */
    drive(dtS: number): void;
    dispose(): void;
}

/** Parts of a road test's course, in the order of the header's. */
export const courseKinds = ["cone", "line", "circle", "area", "ramp", "block", "wind"] as const;

/** Axes are those of the test's channels. */
export interface CoursePart {
    readonly kind: (typeof courseKinds)[number];
    /** "side lane", "snow" */
    readonly name: string;
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
    readonly radiusM: number;
    /** Heights of a ramp at its ends; a block's height is the second. */
    readonly fromHeightM: number;
    readonly toHeightM: number;
    /** Side of a cone: 1 if it stands to the left of the lane, -1 to the right. */
    readonly side: number;
}

export interface Course {
    /** World of the test; null: an infinite plane. */
    readonly world: string | null;
    /** Slope of that plane, along x. */
    readonly grade: number;
    /** Place where the channels begin, as near as the driver comes. */
    readonly start: readonly [number, number];
    /** Speed there; 0: from rest; null: the driver's choice. */
    readonly entryMps: number | null;
    readonly parts: readonly CoursePart[];
}

export interface RoadTest {
    /** "moose" */
    readonly name: string;
    readonly title: string;
    /** The procedure, in a sentence or two. */
    readonly doc: string;
    /** The norm or custom that it follows. */
    readonly standard: string;
    readonly lowestRung: Rung;
    /** It is driven in a world, whose files have to be there (`addFile`), and on its surfaces. */
    readonly takesWorld: boolean;
}

export interface Figure {
    /** The name ends in the unit: "time_0_100_kmh_s". */
    readonly name: string;
    readonly unit: string;
    readonly doc: string;
    /** null: could not be measured, or the rung does not have it; `note` says why. */
    readonly value: number | null;
    readonly note: string;
    /** null: none is published. */
    readonly published: number | null;
    readonly publishedSource: string;
}

/** The run that gave the figures: rows of numbers, one after the other. */
export interface TestRows {
    readonly count: number;
    readonly wheelCount: number;
    /** Numbers of a row: the body's, then those of each wheel. */
    readonly size: number;
    /** Time, `channels`, hand brake, fault, position (x, y, z), orientation (w, x, y, z). */
    readonly bodySize: number;
    /** `wheelChannels`, angle of spin, position, orientation. */
    readonly wheelSize: number;
    readonly channels: readonly string[];
    readonly wheelChannels: readonly string[];
    readonly values: Float64Array;
}

/** A vehicle file, which published figures are part of, and what is to be changed. */
export interface LabCar {
    readonly name: string;
    readonly json: string | object;
    /** Changes as `Vehicle.set` takes them. */
    readonly changes?: Readonly<Record<string, number | string | boolean>>;
    /** A tyre for all axles, put on before the changes. */
    readonly tyre?: { readonly name: string; readonly text: string };
}

export interface LabOptions {
    /** "full" if not given. */
    readonly rung?: Rung;
    /** Dry asphalt if not given. */
    readonly surface?: string;
    /** Keeps the rows of the run that gave the figures, so often; 0: none. */
    readonly rowsEveryS?: number;
}

/** Road tests, with the figures of `kamm run`, bit for bit. They take 0.1 s to some 10 s: run them in a worker. */
export interface Lab {
    readonly tests: readonly RoadTest[];
    run(test: string, car: LabCar, options?: LabOptions): { figures: Figure[]; rows: TestRows | null };
    course(test: string, car: LabCar, rung?: Rung): Course;
    /** Distance by which the test judges a car and a cone of its course; negative: touched, or on the wrong side. */
    coneDistanceM(cone: CoursePart, vehicle: Vehicle, x: number, y: number, yawRad: number): number;
}

/** A figure of a vehicle beside the usual range of its class. */
export interface DiagnosedFigure {
    readonly name: string;
    readonly unit: string;
    readonly doc: string;
    /** null: the vehicle has none. */
    readonly value: number | null;
    readonly low: number;
    readonly high: number;
    /** What follows from a value outside of the range; "": it is inside. */
    readonly remark: string;
}

/** What `kamm check` says of a vehicle. */
export interface Diagnosis {
    /** Class that chooses the ranges: "saloon". */
    readonly body: string;
    readonly figures: readonly DiagnosedFigure[];
    /** Why it cannot steer, drive or brake. */
    readonly failures: readonly string[];
}

/** Vehicles from data sheets, and what is usual of vehicles. */
export interface NewCars {
    /** A vehicle file from the figures of a data sheet, as by `kamm new`: {mass: 1450, power: "147kW", …}. Throws KammError. */
    make(facts: Readonly<Record<string, string | number>>): string;
    /** The words that a fact may have, such as those of "body"; none: it is a number or a text. */
    wordsOf(fact: string): readonly string[];
    /** `body`: a class; without it one is guessed. Throws KammError for what cannot be compiled, a trailer, a two-wheeler. */
    diagnose(vehicle: Vehicle, body?: string): Diagnosis;
}

export interface KammWithNewCars extends Kamm {
    readonly newCars: NewCars;
}

export interface KammWithLab extends Kamm {
    readonly lab: Lab;
}
