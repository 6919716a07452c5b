/** Probes and contacts, between the module's memory and the two objects that callbacks get. */
import { kammError, type Module } from "./module";
import { strangeSoilKey, writeSoil } from "./soil";
import type { Contact } from "./types";

export const dryAsphalt: Contact = {
    ...{ x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 1 },
    ...{ velocityX: 0, velocityY: 0, velocityZ: 0 },
    ...{ friction: 1, rollingResistance: 0, slidingLoss: 0, waterM: 0, soil: null },
};
const contactKeys = Object.keys(dryAsphalt).filter((key) => key !== "soil") as Exclude<
    keyof Contact,
    "soil"
>[];

export function checkContact(contact: Contact): void {
    for (const key of contactKeys)
        if (!Number.isFinite(contact[key]))
            throw kammError(
                "range",
                `contact.${key}`,
                `ground callback: contact.${key} is ${contact[key]}; it has to be a finite number`,
            );
    const key = strangeSoilKey(contact.soil);
    if (key)
        throw kammError(
            "range",
            `contact.soil.${key}`,
            `ground callback: contact.soil.${key} is no finite number`,
        );
}

export function makeProbe() {
    return { x: 0, y: 0, z: 0, radiusM: 0, widthM: 0, car: 0, wheel: 0 };
}

export type WritableProbe = ReturnType<typeof makeProbe>;

export interface ContactMemory {
    readProbe(from: number, probe: WritableProbe): void;
    writeContact(to: number, contact: Contact): void;
}

export function makeContactMemory({ heap, at }: Module): ContactMemory {
    const probe = {
        radius: at("probe.radius_m") / 4,
        width: at("probe.width_m") / 4,
        car: at("probe.car") / 4,
        wheel: at("probe.wheel") / 4,
    };
    const contact = {
        point: at("contact.point_m") / 8,
        normal: at("contact.normal") / 4,
        velocity: at("contact.velocity_mps") / 4,
        friction: at("contact.friction") / 4,
        rolling: at("contact.rolling_resistance") / 4,
        loss: at("contact.sliding_loss") / 4,
        water: at("contact.water_m") / 4,
        soil: at("contact.soil") / 4,
    };
    return {
        readProbe(from, to) {
            const { f64, f32, i32 } = heap;
            const [wide, narrow] = [from / 8, from / 4];
            to.x = f64[wide]!;
            to.y = f64[wide + 1]!;
            to.z = f64[wide + 2]!;
            to.radiusM = f32[narrow + probe.radius]!;
            to.widthM = f32[narrow + probe.width]!;
            to.car = i32[narrow + probe.car]!;
            to.wheel = i32[narrow + probe.wheel]!;
        },
        writeContact(to, from) {
            const { f64, f32 } = heap;
            const [wide, narrow] = [to / 8, to / 4];
            f64[wide + contact.point] = from.x;
            f64[wide + contact.point + 1] = from.y;
            f64[wide + contact.point + 2] = from.z;
            f32[narrow + contact.normal] = from.normalX;
            f32[narrow + contact.normal + 1] = from.normalY;
            f32[narrow + contact.normal + 2] = from.normalZ;
            f32[narrow + contact.velocity] = from.velocityX;
            f32[narrow + contact.velocity + 1] = from.velocityY;
            f32[narrow + contact.velocity + 2] = from.velocityZ;
            f32[narrow + contact.friction] = from.friction;
            f32[narrow + contact.rolling] = from.rollingResistance;
            f32[narrow + contact.loss] = from.slidingLoss;
            f32[narrow + contact.water] = from.waterM;
            writeSoil(f32, narrow + contact.soil, from.soil);
        },
    };
}
