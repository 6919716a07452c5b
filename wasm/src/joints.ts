/** Joints of a world. */
import { finiteNumbers } from "./act";
import type { FullModule } from "./full_module";
import type { FullWorld, Joint, JointKind, JointOn, JointState, NewJoint } from "./full_types";
import { checkKeys } from "./keys";
import { kammError, requireHome } from "./module";
import type { Body, CarView, World } from "./types";
import { placeOf } from "./views";
import type { InnerWorld } from "./world";

/** Names in the order of kamm_joint_kind. */
const kinds: readonly JointKind[] = ["ball", "hinge", "slider", "fixed", "distance", "rope", "spring"];

/** Numbers of a kamm_joint_def. */
const numbersOfDef = {
    ...{ lengthM: "length_m", angleRad: "angle_rad", motorSpeed: "motor_speed", motorForce: "motor_force" },
    ...{ stiffness: "stiffness", damping: "damping", rest: "rest" },
    ...{ breakForceN: "break_force_n", breakTorqueNm: "break_torque_nm" },
} as const;
const others = ["at", "axis", "firstPoint", "secondPoint", "firstAxis", "secondAxis", "collides", "limits"];

const isBody = (on: Body | CarView): on is Body => "isThere" in on;

/** Writes an end of a joint; all 0: the world's. */
function writeEnd(module: FullModule, world: World, name: string, on: JointOn, to: number): void {
    const { heap, at } = module;
    if (!on) return;
    if (!isBody(on)) {
        const { core, car } = placeOf(on);
        requireHome(module, core.module, "car");
        heap.i32[(to + at("joint_end.cars")) / 4] = core.address;
        heap.i32[(to + at("joint_end.car")) / 4] = car;
    } else if (world.bodies[on.index] === on) {
        heap.i32.set([on.index, on.generation], (to + at("joint_end.body")) / 4);
    } else {
        throw kammError("unknown", name, `joint: ${name} is a body of another world, or was removed`);
    }
}

/** Writes a kamm_joint_def to scratch memory; place and axis behind it. */
function writeDef(module: FullModule, world: World, joint: NewJoint): void {
    const { heap, at, scratch } = module;
    const { first, second, limits, collides } = joint;
    heap.u8.fill(0, scratch, scratch + at("joint_def"));
    const int = (name: string, value: number) => (heap.i32[(scratch + at(`joint_def.${name}`)) / 4] = value);
    const double = (name: string, value: number) => (heap.f64[(scratch + at(`joint_def.${name}`)) / 8] = value);
    int("kind", kinds.indexOf(joint.kind));
    int("collision", collides === undefined ? 0 : collides ? 1 : 2);
    for (const [key, name] of Object.entries(numbersOfDef)) double(name, joint[key as keyof typeof numbersOfDef] ?? 0);
    if (limits) {
        const [low, high] = finiteNumbers("limits", limits, 2);
        int("is_limited", 1), double("low", low!), double("high", high!);
    }
    const ends = [
        { name: "first", on: first, point: joint.firstPoint, axis: joint.firstAxis },
        { name: "second", on: second, point: joint.secondPoint, axis: joint.secondAxis },
    ];
    ends.forEach(({ name, on, point = [0, 0, 0], axis = [0, 0, 0] }, i) => {
        const to = scratch + at("joint_def.ends") + i * at("joint_end");
        writeEnd(module, world, name, on, to);
        heap.f64.set(finiteNumbers(`${name}Point`, point, 3), (to + at("joint_end.point_m")) / 8);
        heap.f64.set(finiteNumbers(`${name}Axis`, axis, 3), (to + at("joint_end.axis")) / 8);
    });
    const places = (scratch + at("joint_def")) / 8;
    if (joint.at) heap.f64.set(finiteNumbers("at", joint.at, 3), places);
    if (joint.axis) heap.f64.set(finiteNumbers("axis", joint.axis, 3), places + 3);
}

function makeJoint(module: FullModule, inner: InnerWorld, kind: JointKind, index: number): Joint {
    const { call, heap, at, scratch } = module;
    const generation = call.face_joint_generation(inner.address, index);
    const handle = () => [inner.address, index, generation] as const;

    function read(): JointState {
        module.done(call.face_read_joint(...handle(), scratch));
        const place = (name: string) => (scratch + at(`joint_state.${name}`)) / 8;
        const double = (name: string) => heap.f64[place(name)]!;
        const list = (name: string, count: number) => heap.f64.slice(place(name), place(name) + count);
        return {
            ...{ position: double("position"), speed: double("speed"), lengthM: double("length_m") },
            ...{ forceN: list("force_n", 3), torqueNm: list("torque_nm", 3), motorForce: double("motor_force") },
            points: list("points_m", 6),
            isBroken: heap.i32[(scratch + at("joint_state.is_broken")) / 4] !== 0,
        };
    }

    return {
        ...{ index, generation, kind, read },
        get isThere() {
            return call.face_has_joint(...handle()) !== 0;
        },
        setMotor: (speed, force = 0) => module.done(call.face_set_joint_motor(...handle(), speed, force)),
        setLimits: (limits) => module.done(call.face_set_joint_limits(...handle(), Number(limits !== null), ...(limits ?? [0, 0]))),
        remove: () => module.done(call.face_remove_joint(...handle())),
    };
}

export function makeJoints(module: FullModule, world: World, inner: InnerWorld): Pick<FullWorld, "addJoint" | "joints" | "brokenJoints"> {
    const { call, heap, at, scratch } = module;
    /** By their indices. */
    const made: Joint[] = [];

    return {
        addJoint(joint) {
            checkKeys("joint", joint, ["kind", "first", "second"], [...Object.keys(numbersOfDef), ...others]);
            if (!kinds.includes(joint.kind))
                throw kammError("unknown", "kind", `joint: there is no kind ${joint.kind}; allowed: ${kinds.join(", ")}`);
            if (joint.axis && !joint.at) throw kammError("missing", "at", "joint: axis is of the world, and needs at; or firstAxis");
            writeDef(module, world, joint);
            const places = scratch + at("joint_def");
            const index = call.face_add_joint(inner.address, scratch, joint.at ? places : 0, joint.axis ? places + 24 : 0);
            if (index < 0) module.done(1);
            return (made[index] = makeJoint(module, inner, joint.kind, index));
        },
        get joints() {
            const { address } = inner;
            return made.filter(({ isThere }) => address && isThere);
        },
        brokenJoints() {
            const from = call.kamm_broken_joints(inner.address, scratch);
            return Array.from({ length: heap.i32[scratch / 4]! }, (_, i) => made[heap.i32[from / 4 + 2 * i]!]!);
        },
    };
}
