/** The player's car: its vehicle, its cars object, who drives it. */
import type { Cars, CarView, Driver, Kamm, Vehicle, World } from "kamm";
import { noWish, type Wish } from "../wish";
import type { Garage } from "./garage";
import type { Setup } from "./setup";
import { createPedals, driveGear } from "./pedals";

/** As brisk as a good driver dares on a lap. */
const autopilotGrip = 0.85;

export interface Player {
    readonly car: CarView;
    readonly vehicle: Vehicle;
    readonly wish: Wish;
    gear: number;
    /** The core's driver laps the circuit instead of the hands. */
    autopilot: boolean;
    /** Sets the car's inputs for the coming time. */
    act(dtS: number): void;
    /** Goes on in the car that the set-up describes; throws before anything has changed. */
    exchange(setup: Setup): void;
    /** Puts the car down at rest. */
    place(x: number, y: number, yawRad: number): void;
    setAid(strength: number): void;
}

export function createPlayer(kamm: Kamm, world: World, garage: Garage, setup: Setup): Player {
    const pedals = createPedals();
    const wish = noWish();
    let vehicle = garage.build(setup);
    let group = kamm.cars(vehicle, 1, { rung: setup.rung });
    let driver: Driver | null = null;
    let strength = setup.aid;
    world.add(group);

    function takeSeat() {
        driver?.dispose();
        driver = driver && world.driver("circuit", group.at(0), { grip: autopilotGrip });
        group.at(0).assistSettings.strength = strength;
    }

    function make(next: Setup): { vehicle: Vehicle; group: Cars } {
        const made = garage.build(next);
        let cars: Cars | undefined;
        try {
            cars = kamm.cars(made, 1, { rung: next.rung });
            cars.handOver(group.at(0), 0);
            world.replace(group, cars);
        } catch (error) {
            cars?.dispose();
            made.dispose();
            throw error;
        }
        return { vehicle: made, group: cars };
    }

    return {
        wish,
        gear: driveGear,
        get car() {
            return group.at(0);
        },
        get vehicle() {
            return vehicle;
        },
        get autopilot() {
            return driver !== null;
        },
        set autopilot(on) {
            if (on === (driver !== null)) return;
            driver?.dispose();
            group.at(0).input.freeSteering = 0;
            driver = on ? world.driver("circuit", group.at(0), { grip: autopilotGrip }) : null;
        },
        act(dtS) {
            if (driver) driver.drive(dtS);
            else pedals.press(group.at(0), wish, this.gear, dtS);
        },
        exchange(next) {
            const made = make(next);
            const [oldGroup, oldVehicle] = [group, vehicle];
            ({ group, vehicle } = made);
            takeSeat();
            oldGroup.dispose();
            oldVehicle.dispose();
        },
        place(x, y, yawRad) {
            world.place(group.at(0), { x, y, yawRad });
            pedals.reset();
        },
        setAid(value) {
            strength = value;
            group.at(0).assistSettings.strength = value;
        },
    };
}
