/** The player's car: its vehicle, its rig, who drives it. */
import type { CarView, Driver, Kamm, ModelInfo, Placement, Vehicle, World } from "kamm";
import { noWish, type Wish } from "../wish";
import type { Garage } from "./garage";
import { driveGear, pressPedals } from "./pedals";
import { createReversing } from "./reversing";
import { changeCoupling, driversInfo, engineUnit, makeRig, type Rig, takeOver } from "./rig";
import type { Roster } from "./roster";
import type { Setup } from "./setup";

/** As brisk as a good driver dares on a lap; with a trailer, which the driver does not know of, gently. */
export const autopilotGrip = 0.85;
const trailerGrip = 0.3;

export interface Player {
    readonly rig: Rig;
    readonly car: CarView;
    readonly info: ModelInfo;
    readonly vehicle: Vehicle;
    /** That, and its trailers behind it. */
    readonly vehicles: readonly Vehicle[];
    readonly wish: Wish;
    gear: number;
    /** The core's driver laps the circuit instead of the hands. */
    autopilot: boolean;
    /** Sets the car's inputs for the coming time. */
    act(dtS: number): void;
    /** Goes on in the car that the set-up describes; throws before anything has changed. */
    exchange(setup: Setup): void;
    /** Puts the car down, at rest if the placement has no speed. */
    place(placement: Placement): void;
    /** Lets the last trailer go or takes it again; null: there is none. Throws KammError if it is too far away. */
    changeCoupling(): "coupled" | "uncoupled" | null;
    setAid(strength: number): void;
    dispose(): void;
}

export function createPlayer(
    kamm: Kamm,
    world: World,
    roster: Roster,
    garage: Garage,
    first: Setup,
): Player {
    const reversing = createReversing();
    const wish = noWish();
    let setup = first;
    let vehicles = garage.build(setup);
    let rig = makeRig(kamm, world, vehicles, setup);
    let info = driversInfo(rig);
    let driver: Driver | null = null;
    let strength = setup.aid;
    roster.put(null, rig.member);
    setStrength(setup.aid);

    function setStrength(value: number) {
        strength = value;
        rig.units[0]!.assistSettings.strength = value;
    }

    /** The core's driver plans by the first unit's engine; there is none for a bus whose rear section pushes. */
    function makeDriver(): Driver | null {
        if (engineUnit(rig) !== rig.units[0]) return null;
        if (!world.paths.some(({ name }) => name === "circuit")) return null;
        const grip = rig.hitches.length > 0 ? trailerGrip : autopilotGrip;
        return world.driver("circuit", rig.units[0]!, { grip });
    }

    function takeSeat() {
        driver?.dispose();
        driver = driver && makeDriver();
        setStrength(strength);
    }

    function make(next: Setup): { made: Vehicle[]; nextRig: Rig } {
        const made = garage.build(next);
        let nextRig: Rig | undefined;
        try {
            nextRig = makeRig(kamm, world, made, next);
            takeOver(nextRig, rig, next.car === setup.car);
            roster.put(rig.member, nextRig.member);
        } catch (error) {
            nextRig?.dispose();
            for (const vehicle of made) vehicle.dispose();
            throw error;
        }
        return { made, nextRig };
    }

    return {
        wish,
        gear: driveGear,
        get rig() {
            return rig;
        },
        get car() {
            return rig.units[0]!;
        },
        get info() {
            return info;
        },
        get vehicle() {
            return vehicles[0]!;
        },
        get vehicles() {
            return vehicles;
        },
        get autopilot() {
            return driver !== null;
        },
        set autopilot(on) {
            if (on === (driver !== null)) return;
            driver?.dispose();
            driver = null;
            rig.units[0]!.input.freeSteering = 0;
            if (on) driver = makeDriver();
        },
        act(dtS) {
            if (driver) return driver.drive(dtS);
            const car = rig.units[0]!;
            pressPedals(car, wish, this.gear, dtS);
            if (strength > 0) reversing.steer(rig, wish, dtS);
        },
        exchange(next) {
            const { made, nextRig } = make(next);
            const [oldRig, oldVehicles] = [rig, vehicles];
            rig = nextRig;
            vehicles = made;
            setup = next;
            info = driversInfo(rig);
            takeSeat();
            oldRig.dispose();
            for (const vehicle of oldVehicles) vehicle.dispose();
        },
        place: (placement) => rig.place(placement),
        dispose() {
            driver?.dispose();
            roster.put(rig.member, null);
            rig.dispose();
            for (const vehicle of vehicles) vehicle.dispose();
        },
        changeCoupling: () => changeCoupling(rig),
        setAid: setStrength,
    };
}
