/** The player's car: its vehicle, its combination, its driver. */
import { isTwoWheeler } from "../cars/two_wheels";
import type { CarView, Driver, Kamm, ModelInfo, Placement, Vehicle, World } from "kamm";
import { noDriverInput, type DriverInput } from "../driver_input";
import { readArcade } from "./arcade";
import type { Garage } from "./garage";
import { driveGear, pressPedals, strengthFor } from "./pedals";
import { createReversing } from "./reversing";
import { changeCoupling, driversInfo, engineUnit, makeCombination, type Combination, takeOver } from "./combination";
import type { Roster } from "./roster";
import type { Setup } from "./setup";

/** Grip of a good driver on a lap. With a trailer, which the driver does not know of, it is small. */
const autopilotGrip = 0.85;
/** Grip of two-wheelers: with 0.5 the rider falls in the circuit's bends, with 0.35 he completes the lap. */
const riderGrip = 0.35;
export const gripFor = (info: ModelInfo) => (isTwoWheeler(info) ? riderGrip : autopilotGrip);
const trailerGrip = 0.3;

export interface Player {
    readonly combination: Combination;
    readonly car: CarView;
    readonly info: ModelInfo;
    readonly vehicle: Vehicle;
    /** That, and its trailers behind it. */
    readonly vehicles: readonly Vehicle[];
    readonly driverInput: DriverInput;
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
    const driverInput = noDriverInput();
    let setup = first;
    let vehicles = garage.build(setup);
    let combination = makeCombination(kamm, world, vehicles, setup);
    let info = driversInfo(combination);
    let driver: Driver | null = null;
    let arcade = readArcade(kamm, setup.arcade);
    let strength = setup.aid;
    roster.put(null, combination.member);
    setStrength(setup.aid);

    function setStrength(value: number) {
        strength = value;
        const { assistSettings, info } = combination.units[0]!;
        assistSettings.strength = strengthFor(info, value);
    }

    /** The core's driver plans by the first unit's engine; there is none for a bus whose rear section pushes. */
    function makeDriver(): Driver | null {
        if (engineUnit(combination) !== combination.units[0]) return null;
        if (!world.paths.some(({ name }) => name === "circuit")) return null;
        const grip = combination.hitches.length > 0 ? trailerGrip : gripFor(combination.units[0]!.info);
        return world.driver("circuit", combination.units[0]!, { grip });
    }

    function takeSeat() {
        driver?.dispose();
        driver = driver && makeDriver();
        setStrength(strength);
    }

    function make(next: Setup): { made: Vehicle[]; nextCombination: Combination } {
        const made = garage.build(next);
        let nextCombination: Combination | undefined;
        try {
            nextCombination = makeCombination(kamm, world, made, next);
            takeOver(nextCombination, combination, next.car === setup.car);
            roster.put(combination.member, nextCombination.member);
        } catch (error) {
            nextCombination?.dispose();
            for (const vehicle of made) vehicle.dispose();
            throw error;
        }
        return { made, nextCombination };
    }

    return {
        driverInput,
        gear: driveGear,
        get combination() {
            return combination;
        },
        get car() {
            return combination.units[0]!;
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
            combination.units[0]!.input.freeSteering = 0;
            if (on) driver = makeDriver();
        },
        act(dtS) {
            if (driver) return driver.drive(dtS);
            const car = combination.units[0]!;
            pressPedals(car, driverInput, this.gear, dtS, arcade);
            if (strength > 0) reversing.steer(combination, driverInput, dtS);
        },
        exchange(next) {
            const { made, nextCombination } = make(next);
            const [oldCombination, oldVehicles] = [combination, vehicles];
            combination = nextCombination;
            vehicles = made;
            setup = next;
            arcade?.dispose();
            arcade = readArcade(kamm, setup.arcade);
            info = driversInfo(combination);
            takeSeat();
            oldCombination.dispose();
            for (const vehicle of oldVehicles) vehicle.dispose();
        },
        place: (placement) => combination.place(placement),
        dispose() {
            driver?.dispose();
            arcade?.dispose();
            roster.put(combination.member, null);
            combination.dispose();
            for (const vehicle of vehicles) vehicle.dispose();
        },
        changeCoupling: () => changeCoupling(combination),
        setAid: setStrength,
    };
}
