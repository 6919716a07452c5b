/** Cars whose bodies belong to another physics engine. */
import { makeContactMemory, checkContact, dryAsphalt, makeProbe } from "./contact_memory";
import type { Core } from "./core";
import { kammError, type Module } from "./module";
import { own } from "./owned";
import type { GroundCallback, Hosted, HostedBody, HostMass } from "./types";

/** What the host writes, and how many numbers each is: the struct begins with them. */
const written = { position: 3, orientation: 4, velocityMps: 3, angularVelocityRadps: 3 } as const;
const writtenCount = 13;

type Body = HostedBody & { readonly [key in keyof typeof written]: Float64Array };

function readMass({ call, doubles, scratch }: Module, model: number): HostMass {
    call.face_host_mass(model, scratch);
    const [massKg, x, y, z, ...rows] = doubles(scratch, 13); // the struct: mass, centre, three rows
    const row = (i: number) => rows.slice(3 * i, 3 * i + 3);
    return { massKg: massKg!, cgM: [x!, y!, z!], inertiaKgm2: [row(0), row(1), row(2)] };
}

function makeBody(module: Module, core: Core, car: number): Body {
    const wheels = core.info(car).wheelCount;
    return {
        mass: readMass(module, core.model(car)),
        position: new Float64Array(3),
        orientation: new Float64Array(4),
        velocityMps: new Float64Array(3),
        angularVelocityRadps: new Float64Array(3),
        forceN: new Float64Array(3),
        torqueNm: new Float64Array(3),
        pushes: Array.from({ length: wheels }, () => ({
            point: new Float64Array(3),
            forceN: new Float64Array(3),
        })),
    };
}

/** A push of a wheel: a point and a force. */
const pushCount = 6;

/** Copies between a body and its struct at `address`. */
function makeTransfer({ heap }: Module) {
    const keys = Object.keys(written) as (keyof typeof written)[];
    const take = (to: Float64Array, from: number) => to.set(heap.f64.subarray(from, from + to.length));
    return {
        write(body: Body, address: number): void {
            let to = address / 8;
            for (const key of keys) {
                heap.f64.set(body[key], to);
                to += written[key];
            }
        },
        readMotion(body: Body, address: number): void {
            let from = address / 8;
            for (const key of keys) {
                take(body[key], from);
                from += written[key];
            }
        },
        readForces(body: Body, address: number, pushes: number): void {
            take(body.forceN, address / 8 + writtenCount);
            take(body.torqueNm, address / 8 + writtenCount + 3);
            body.pushes.forEach((push, wheel) => {
                const first = pushes / 8 + pushCount * wheel;
                take(push.point, first);
                take(push.forceN, first + 3);
            });
        },
    };
}

/** Asks for the ground below all wheels of a car and writes the answers to `to`. */
function makeAsker(module: Module, core: Core) {
    const { call, at, scratch } = module;
    const { readProbe, writeContact } = makeContactMemory(module);
    const [probe, contact] = [makeProbe(), { ...dryAsphalt }];
    return (car: number, wheels: number, hosted: number, to: number, ask: GroundCallback): void => {
        call.kamm_read_hosted_probes(core.address, car, hosted, scratch);
        const probes = Array.from({ length: wheels }, (_, wheel) => {
            readProbe(scratch + wheel * at("probe"), probe);
            return { ...probe };
        });
        probes.forEach((each, wheel) => {
            Object.assign(contact, dryAsphalt);
            ask(each, contact);
            checkContact(contact);
            writeContact(to + wheel * at("contact"), contact);
        });
    };
}

function requireSubsteps(substeps: number): void {
    if (Number.isInteger(substeps) && substeps > 0) return;
    throw kammError("range", "substeps", `${substeps} substeps; allowed: whole numbers from 1`);
}

export function makeHosted(module: Module, core: Core, requireAlone: () => void): Hosted {
    const { call, at, made, heap } = module;
    const { rung, wheelCount } = core.info(0);
    if (rung !== "full")
        throw kammError("range", "rung", `rung: cars of "${rung}" have no body of a host's; allowed: full`);
    const size = at("hosted");
    const structs = own(made(call.face_create_hosted(core.count, wheelCount)), "hosted", call.free);
    const contacts = own(made(call.face_create_contacts(core.count * wheelCount)), "hosted", call.free);
    const bodies = Array.from({ length: core.count }, (_, car) => makeBody(module, core, car));
    const transfer = makeTransfer(module);
    const ask = makeAsker(module, core);
    const structOf = (car: number) => structs.address + car * size;
    const pushesOf = (car: number) => structs.address + core.count * size + car * wheelCount * pushCount * 8;

    function start(car?: number): void {
        bodies.forEach((body, each) => {
            if (car !== undefined && car !== each) return;
            call.kamm_start_hosted(core.address, each, structOf(each));
            transfer.readMotion(body, structOf(each));
        });
    }

    start();
    return {
        bodies,
        start,
        step(substeps, ground) {
            requireAlone();
            requireSubsteps(substeps);
            core.checkCommands();
            bodies.forEach((body, car) => {
                transfer.write(body, structOf(car));
                const to = contacts.address + car * wheelCount * at("contact");
                if (ground) ask(car, wheelCount, structOf(car), to, ground);
            });
            const planes = ground ? contacts.address : 0;
            call.face_step_hosted(core.address, core.ground.address, planes, substeps, structs.address);
            bodies.forEach((body, car) => transfer.readForces(body, structOf(car), pushesOf(car)));
            core.moved(1);
            core.ground.check();
        },
        snapshot() {
            const from = structs.address;
            bodies.forEach((body, car) => transfer.write(body, structOf(car)));
            return heap.u8.slice(from, pushesOf(core.count));
        },
        restore(snapshot) {
            if (snapshot.length !== pushesOf(core.count) - structs.address)
                throw kammError("format", "snapshot", `snapshot: ${snapshot.length} bytes are not of these bodies`);
            heap.u8.set(snapshot, structs.address);
            bodies.forEach((body, car) => {
                transfer.readMotion(body, structOf(car));
                transfer.readForces(body, structOf(car), pushesOf(car));
            });
        },
        dispose() {
            structs.dispose();
            contacts.dispose();
        },
    };
}
