/** Bodies of a world, and its contact events. */
import { finiteNumbers, numbers } from "./act";
import { makeArena, type Arena } from "./arena";
import { checkSubsteps } from "./cars";
import { contactTypes } from "./contact_types";
import { filterWords } from "./filter";
import { checkKeys } from "./keys";
import { readBoxes } from "./model_info";
import { kammError, type Module } from "./module";
import type { Body, BodyType, ContactEvent, NewBody, NewBoxShape, NewHull, NewMesh, NewShape, RigidMotion, Shape, ShapeKind } from "./types";

/** Names in the order of kamm_shape_kind. */
const shapeKinds: readonly ShapeKind[] = ["box", "sphere", "capsule", "cylinder", "hull", "mesh"];

/** KAMM_MAX_SHAPES: what follows the list of a definition begins behind so many. */
const maxShapes = ({ at }: Module) => Math.floor((at("body_def.position_m") - at("body_def.shapes")) / at("shape"));

interface BodyDef {
    readonly type: BodyType;
    readonly shapes: readonly Shape[];
    readonly massKg: number;
}

/** Members of a kamm_body_motion. */
const motionParts = [
    ["position", "body_motion.position_m", 3],
    ["orientation", "body_motion.orientation", 4],
    ["velocityMps", "body_motion.velocity_mps", 3],
    ["angularVelocityRadps", "body_motion.angular_velocity_radps", 3],
] as const;

export function readBodies(module: Module, worldDef: number, world: () => number): Body[] {
    const { heap, at } = module;
    const from = heap.i32[(worldDef + at("world_def.bodies")) / 4]!;
    const count = heap.i32[(worldDef + at("world_def.body_count")) / 4]!;
    return Array.from({ length: count }, (_, index) =>
        makeBody(module, readDef(module, from + index * at("body_def")), world, index),
    );
}

function readDef(module: Module, from: number): BodyDef {
    const { heap, at } = module;
    const count = heap.i32[(from + at("body_def.shape_count")) / 4]! || 1;
    return {
        type: contactTypes[heap.i32[(from + at("body_def.type")) / 4]!] as BodyType,
        shapes: Array.from({ length: count }, (_, i) => readShape(module, from + at("body_def.shapes") + i * at("shape"))),
        massKg: heap.f32[(from + at("body_def.mass_kg")) / 4]!,
    };
}

function readShape(module: Module, from: number): Shape {
    const { heap, at } = module;
    const kind = shapeKinds[heap.i32[(from + at("shape.kind")) / 4]!]!;
    const box = readBoxes(module, from + at("shape.box"), 1)[0]!;
    const int = (name: string) => heap.i32[(from + at(`shape.${name}`)) / 4]!;
    if (kind !== "hull" && kind !== "mesh") return { kind, ...box };
    /** Points need not lie at a multiple of eight. */
    const bytes = (at: number, size: number) => heap.u8.slice(at, at + size).buffer;
    const pointsM = new Float64Array(bytes(int("points_m"), 24 * int("point_count")));
    if (kind === "hull") return { kind, ...box, pointsM };
    return { kind, ...box, pointsM, triangles: new Int32Array(bytes(int("triangles"), 12 * int("triangle_count"))) };
}

export function makeBody(module: Module, def: BodyDef, world: () => number, index: number): Body {
    const { call, heap, at, doubles, scratch } = module;
    const generation = call.face_body_generation(world(), index);
    const handle = () => [world(), index, generation] as const;
    const position = new Float64Array(3);
    const orientation = new Float64Array(4);
    const velocity = new Float64Array(3);
    const still = { velocityMps: [0, 0, 0], angularVelocityRadps: [0, 0, 0] };

    /** Into scratch memory. */
    const readMotion = () => module.done(call.face_read_body_motion(...handle(), scratch));

    function read(to: Float64Array, part: number): Float64Array {
        readMotion();
        const from = (scratch + at(motionParts[part]![1])) / 8;
        to.set(heap.f64.subarray(from, from + to.length));
        return to;
    }

    function motion(): RigidMotion {
        readMotion();
        const entries = motionParts.map(([key, place, count]) => [key, doubles(scratch + at(place), count)]);
        return Object.fromEntries(entries) as unknown as RigidMotion;
    }

    function setMotion(wanted: Partial<RigidMotion>): void {
        checkKeys("motion", wanted, [], motionParts.map(([key]) => key));
        const all = { ...motion(), ...wanted };
        for (const [key, place, count] of motionParts)
            heap.f64.set(numbers(key, all[key], count), (scratch + at(place)) / 8);
        module.done(call.face_set_body_motion(...handle(), scratch));
    }

    return {
        ...def,
        index,
        generation,
        get isThere() {
            return call.face_has_body(...handle()) !== 0;
        },
        get position() {
            return read(position, 0);
        },
        get orientation() {
            return read(orientation, 1);
        },
        get velocityMps() {
            return read(velocity, 2);
        },
        place(to, turn = [1, 0, 0, 0]) {
            const place = { position: finiteNumbers("position", to, 3), orientation: finiteNumbers("orientation", turn, 4) };
            setMotion({ ...place, ...still } as unknown as RigidMotion);
        },
        motion,
        setMotion,
        moveTo(to, turn, substeps) {
            checkSubsteps(substeps);
            heap.f64.set(numbers("position", to, 3), scratch / 8);
            heap.f64.set(numbers("orientation", turn, 4), scratch / 8 + 3);
            module.done(call.face_move_body_to(...handle(), scratch, scratch + 24, substeps));
        },
        remove: () => module.done(call.face_remove_body(...handle())),
    };
}

const bodyOptions = [
    ...["type", "massKg", "friction", "restitution", "position", "orientation"],
    ...["asleep", "isDrivenOn", "surface", "sensor", "material", "filter"],
];

/** KAMM_NONE, as 0 is the usual in C. */
const meant = (value: number) => (value === 0 ? 1e-15 : value);

function writeBox(module: Module, shape: NewBoxShape, name: string, box: number): void {
    const { heap, at } = module;
    checkKeys(name, shape, ["centreM", "halfM"], ["orientation", "kind"]);
    const { centreM, halfM, orientation = [1, 0, 0, 0] } = shape;
    heap.f64.set(numbers("centreM", centreM, 3), (box + at("box.centre_m")) / 8);
    heap.f64.set(numbers("halfM", halfM, 3), (box + at("box.half_m")) / 8);
    heap.f64.set(numbers("orientation", orientation, 4), (box + at("box.orientation")) / 8);
}

function writePoints(module: Module, shape: NewHull | NewMesh, name: string, to: number, arena: Arena): void {
    const { heap, at } = module;
    const isMesh = shape.kind === "mesh";
    checkKeys(name, shape, ["kind", "pointsM"], isMesh ? ["triangles"] : []);
    const points = shape.pointsM.length / 3;
    const put = (counted: string, list: ArrayLike<number>, listed: string, as: "f64" | "i32") => {
        const what = listed === "points_m" ? "pointsM" : listed;
        if (list.length % 3) throw kammError("range", what, `${name}.${what}: ${list.length} numbers are no whole threes`);
        const address = arena.put(list, as);
        heap.i32[(to + at(`shape.${counted}`)) / 4] = list.length / 3;
        heap.i32[(to + at(`shape.${listed}`)) / 4] = address;
    };
    put("point_count", shape.pointsM, "points_m", "f64");
    heap.f64[(to + at("shape.box") + at("box.orientation")) / 8] = 1;
    if (!isMesh) return;
    const triangles = (shape as NewMesh).triangles ?? Int32Array.from({ length: points }, (_, i) => i);
    if (!Array.from(triangles).every(Number.isInteger))
        throw kammError("range", "triangles", `${name}.triangles: these have to be whole numbers`);
    put("triangle_count", triangles, "triangles", "i32");
}

function writeShape(module: Module, shape: NewShape, name: string, to: number, arena: Arena): void {
    const { kind = "box" } = shape ?? {};
    if (!shapeKinds.includes(kind))
        throw kammError("unknown", name, `${name}: there is no kind ${kind}; allowed: ${shapeKinds.join(", ")}`);
    module.heap.i32[(to + module.at("shape.kind")) / 4] = shapeKinds.indexOf(kind);
    if (kind === "hull" || kind === "mesh") writePoints(module, shape as NewHull | NewMesh, name, to, arena);
    else writeBox(module, shape as NewBoxShape, name, to + module.at("shape.box"));
}

/** Writes the definition to scratch memory, and the points of its shapes to the arena. */
export function writeDef(module: Module, body: NewBody, type: BodyType, arena: Arena): void {
    const { heap, at, scratch } = module;
    const { shapes, friction = 0.5, restitution = 0.1, filter = {} } = body;
    heap.u8.fill(0, scratch, scratch + at("body_def"));
    shapes.forEach((shape, i) =>
        writeShape(module, shape, `body.shapes[${i}]`, scratch + at("body_def.shapes") + i * at("shape"), arena),
    );
    const int = (name: string, value: number | boolean) => {
        if (!Number.isInteger(Number(value))) throw kammError("range", name, `${name}: ${value}; it has to be a whole number`);
        heap.i32[(scratch + at(`body_def.${name}`)) / 4] = Number(value);
    };
    const float = (name: string, value: number) => (heap.f32[(scratch + at(`body_def.${name}`)) / 4] = value);
    int("type", contactTypes.indexOf(type));
    int("shape_count", shapes.length);
    int("is_driven_on", body.isDrivenOn ?? false);
    int("surface", body.surface ?? 0);
    int("material", body.material ?? 0);
    int("sensor", body.sensor ?? false);
    int("asleep", body.asleep ?? false);
    float("mass_kg", body.massKg ?? 0);
    float("friction", meant(friction));
    float("restitution", meant(restitution));
    checkKeys("filter", filter, [], ["category", "mask"]);
    heap.i32.set(filterWords(filter), (scratch + at("body_def.filter")) / 4);
    heap.f64.set(numbers("position", body.position ?? [0, 0, 0], 3), (scratch + at("body_def.position_m")) / 8);
    heap.f64.set(numbers("orientation", body.orientation ?? [1, 0, 0, 0], 4), (scratch + at("body_def.orientation")) / 8);
}

/** Adds a body to the world. A value that does not fit throws. */
export function addBody(module: Module, body: NewBody, world: () => number): Body {
    checkKeys("body", body, ["shapes"], bodyOptions);
    const { shapes, massKg = 0, type = "static" } = body;
    if (contactTypes.indexOf(type) < 0 || contactTypes.indexOf(type) > 2)
        throw kammError("unknown", "type", `body: there is no type ${type}; allowed: static, kinematic, dynamic`);
    const most = maxShapes(module);
    if (shapes.length < 1 || shapes.length > most)
        throw kammError("range", "shapes", `shapes: ${shapes.length}; a body has 1 to ${most}`);
    const arena = makeArena(module);
    try {
        writeDef(module, body, type, arena);
        const def = { ...readDef(module, module.scratch), massKg };
        const index = module.call.face_add_body(world(), module.scratch);
        if (index < 0) module.done(1);
        return makeBody(module, def, world, index);
    } finally {
        arena.release();
    }
}

export function readContactEvents(module: Module, world: number): ContactEvent[] {
    const { call, heap, at, doubles, scratch } = module;
    const from = call.kamm_contact_events(world, scratch);
    return Array.from({ length: heap.i32[scratch / 4]! }, (_, i) => {
        const event = from + i * at("contact_event");
        const pair = (name: string): [number, number] => {
            const first = (event + at(`contact_event.${name}`)) / 4;
            return [heap.i32[first]!, heap.i32[first + 1]!];
        };
        const float = (name: string, k = 0) => heap.f32[(event + at(`contact_event.${name}`)) / 4 + k]!;
        const [first, second] = pair("type");
        const phase = heap.i32[(event + at("contact_event.phase")) / 4]!;
        return {
            types: [contactTypes[first]!, contactTypes[second]!],
            groups: pair("group"),
            indices: pair("index"),
            point: doubles(event + at("contact_event.point_m"), 3) as [number, number, number],
            normal: [float("normal"), float("normal", 1), float("normal", 2)],
            impulseNs: float("impulse_ns"),
            speedMps: float("speed_mps"),
            began: (phase & 1) !== 0,
            ended: (phase & 2) !== 0,
            friction: float("friction"),
            materials: pair("material"),
        };
    });
}
