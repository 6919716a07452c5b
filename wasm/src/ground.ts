/** The ground below cars that are in no world: a plane, or what a callback says. */
import { kammError, type Module } from "./module";
import type { Contact, GroundCallback, PlaneGround } from "./types";

/** A ground in the module's memory. */
export interface Ground {
    readonly address: number;
    /** Lets its plane be that of the ground below a point, for placing cars. */
    look(x: number, y: number, z: number): void;
    /** Throws what the callback has thrown since the last time. */
    check(): void;
    dispose(): void;
}

export interface Grounds {
    plane(options: PlaneGround): Ground;
    callback(ask: GroundCallback, intervalSubsteps: number): Ground;
}

/** WebAssembly that gives a function of JavaScript's the type that C calls: (i32 i32 i32 i32) → nothing. */
const trampoline = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic number, version
    ...[1, 8, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0], // types: that one
    ...[2, 7, 1, 1, 0x6b, 1, 0x66, 0, 0], // imports: function k.f of type 0
    ...[7, 5, 1, 1, 0x66, 0, 0], // exports: f, function 0
]);

type Query = (user: number, count: number, probes: number, contacts: number) => void;

/** The place of a function of JavaScript's among those that C can call. */
function intoTable(table: WebAssembly.Table, query: Query): number {
    const module = new WebAssembly.Module(trampoline);
    const instance = new WebAssembly.Instance(module, { k: { f: query } });
    const index = table.grow(1);
    table.set(index, instance.exports["f"]);
    return index;
}

const dryAsphalt: Contact = {
    ...{ x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 1 },
    ...{ velocityX: 0, velocityY: 0, velocityZ: 0 },
    ...{ friction: 1, rollingResistance: 0, slidingLoss: 0 },
};
const contactKeys = Object.keys(dryAsphalt) as (keyof Contact)[];

function checkContact(contact: Contact): void {
    for (const key of contactKeys)
        if (!Number.isFinite(contact[key]))
            throw kammError(
                "range",
                `contact.${key}`,
                `ground callback: contact.${key} is ${contact[key]}; it has to be a finite number`,
            );
}

function makeProbe() {
    return { x: 0, y: 0, z: 0, radiusM: 0, widthM: 0, car: 0, wheel: 0 };
}

export function makeGrounds(module: Module, surfaceNamed: (name: string) => number): Grounds {
    const { call, heap, at, made } = module;
    const offsets = {
        point: at("contact.point_m") / 8,
        normal: at("contact.normal") / 4,
        velocity: at("contact.velocity_mps") / 4,
        friction: at("contact.friction") / 4,
        rolling: at("contact.rolling_resistance") / 4,
        loss: at("contact.sliding_loss") / 4,
        probe: at("probe"),
        contact: at("contact"),
        radius: at("probe.radius_m") / 4,
        width: at("probe.width_m") / 4,
        car: at("probe.car") / 4,
        wheel: at("probe.wheel") / 4,
    };
    const asked = new Map<number, (probe: number, contact: number) => void>();
    const probe = makeProbe();
    const contact = { ...dryAsphalt };
    let nextUser = 1;
    let tableIndex = 0;

    function readProbe(from: number): void {
        const { f64, f32, i32 } = heap;
        probe.x = f64[from / 8]!;
        probe.y = f64[from / 8 + 1]!;
        probe.z = f64[from / 8 + 2]!;
        probe.radiusM = f32[from / 4 + offsets.radius]!;
        probe.widthM = f32[from / 4 + offsets.width]!;
        probe.car = i32[from / 4 + offsets.car]!;
        probe.wheel = i32[from / 4 + offsets.wheel]!;
    }

    function writeContact(to: number, from: Contact): void {
        const { f64, f32 } = heap;
        const [wide, narrow] = [to / 8, to / 4];
        f64[wide + offsets.point] = from.x;
        f64[wide + offsets.point + 1] = from.y;
        f64[wide + offsets.point + 2] = from.z;
        f32[narrow + offsets.normal] = from.normalX;
        f32[narrow + offsets.normal + 1] = from.normalY;
        f32[narrow + offsets.normal + 2] = from.normalZ;
        f32[narrow + offsets.velocity] = from.velocityX;
        f32[narrow + offsets.velocity + 1] = from.velocityY;
        f32[narrow + offsets.velocity + 2] = from.velocityZ;
        f32[narrow + offsets.friction] = from.friction;
        f32[narrow + offsets.rolling] = from.rollingResistance;
        f32[narrow + offsets.loss] = from.slidingLoss;
    }

    function query(user: number, count: number, probes: number, contacts: number): void {
        const ask = asked.get(user)!;
        for (let i = 0; i < count; ++i)
            ask(probes + i * offsets.probe, contacts + i * offsets.contact);
    }

    function setField(ground: number, name: string, value: number): void {
        heap.i32[(ground + at(`ground.${name}`)) / 4] = value;
    }

    function plane(options: PlaneGround): Ground {
        const { slope = 0, bank = 0, surface = "dry_asphalt" } = options;
        if (!Number.isFinite(slope) || !Number.isFinite(bank))
            throw kammError("range", "ground", `ground: slope ${slope}, bank ${bank}; both have to be finite`);
        const madeOf = surfaceNamed(surface);
        const address = made(call.face_create_ground());
        call.face_set_plane(address, slope, bank, madeOf);
        return { address, look() {}, check() {}, dispose: () => call.free(address) };
    }

    /** An error in the callback must not leave a step half done: it is kept, with the ground level meanwhile. */
    function callback(ask: GroundCallback, intervalSubsteps: number): Ground {
        const address = made(call.face_create_ground());
        const user = nextUser++;
        let error: unknown;
        let failed = false;

        function answer(contactAt: number): void {
            Object.assign(contact, dryAsphalt);
            try {
                ask(probe, contact);
                checkContact(contact);
            } catch (thrown) {
                if (!failed) error = thrown;
                failed = true;
                Object.assign(contact, dryAsphalt);
            }
            writeContact(contactAt, contact);
        }

        asked.set(user, (probeAt, contactAt) => {
            readProbe(probeAt);
            answer(contactAt);
        });
        tableIndex ||= intoTable(call.__indirect_function_table, query);
        setField(address, "query", tableIndex);
        setField(address, "user", user);
        setField(address, "interval_substeps", intervalSubsteps);
        return {
            address,
            look(x, y, z) {
                Object.assign(probe, makeProbe(), { x, y, z });
                answer(address + at("ground.plane"));
            },
            check() {
                if (!failed) return;
                failed = false;
                throw error;
            },
            dispose() {
                asked.delete(user);
                call.free(address);
            },
        };
    }

    return { plane, callback };
}
