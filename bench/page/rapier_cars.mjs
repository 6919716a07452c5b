/** Rapier: DynamicRayCastVehicleController. x is forward, y up, z right. */
import RAPIER from "@dimforge/rapier3d-compat";
import { car, frameS, lanesM, requests } from "./slalom.mjs";

/** @param {RAPIER.World} world @param {number} z */
function addBody(world, z) {
    const body = world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
            .setTranslation(0, car.wheelRadiusM + car.bodyAboveWheelsM, z)
            .setCanSleep(false),
    );
    const { length, width, height } = car.halfSizeM;
    const box = RAPIER.ColliderDesc.cuboid(length, height, width).setMass(car.massKg);
    world.createCollider(box, body);
    return body;
}

/** @param {RAPIER.World} world @param {RAPIER.RigidBody} body */
function addVehicle(world, body) {
    const vehicle = world.createVehicleController(body);
    vehicle.indexUpAxis = 1;
    vehicle.setIndexForwardAxis = 0;
    // Stiffness and damping are per kilogram of the car.
    const pulsation = 2 * Math.PI * car.suspensionHz;
    for (const x of [car.halfWheelbaseM, -car.halfWheelbaseM])
        for (const z of [-car.halfTrackM, car.halfTrackM]) {
            const wheel = vehicle.numWheels();
            const y = car.suspensionM - car.bodyAboveWheelsM;
            vehicle.addWheel(
                { x, y, z }, { x: 0, y: -1, z: 0 }, { x: 0, y: 0, z: 1 },
                car.suspensionM + 9.81 / pulsation ** 2, car.wheelRadiusM,
            );
            vehicle.setWheelSuspensionStiffness(wheel, pulsation ** 2 / 4);
            vehicle.setWheelSuspensionCompression(wheel, (car.suspensionDamping * pulsation) / 2);
            vehicle.setWheelSuspensionRelaxation(wheel, (car.suspensionDamping * pulsation) / 2);
            vehicle.setWheelMaxSuspensionForce(wheel, 1e5);
            vehicle.setWheelMaxSuspensionTravel(wheel, car.suspensionM);
            vehicle.setWheelFrictionSlip(wheel, 1);
        }
    return vehicle;
}

/** @param {{ x: number, y: number, z: number, w: number }} q The heading, positive left. */
function headingOf({ x, y, z, w }) {
    return Math.atan2(2 * (w * y - x * z), 1 - 2 * (y * y + z * z));
}

/** @param {number} count @param {{ substeps: number }} options */
export async function rapierCars(count, { substeps }) {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
    world.timestep = frameS / substeps;
    world.createCollider(RAPIER.ColliderDesc.cuboid(4000, 1, 4000).setTranslation(0, -1, 0));
    const cars = Array.from({ length: count }, (_, i) => {
        const body = addBody(world, i * lanesM);
        return { body, vehicle: addVehicle(world, body) };
    });
    return {
        name: "Rapier, ray-cast vehicle",
        substeps,
        /** @param {number} timeS */
        frame(timeS) {
            for (const { vehicle } of cars) {
                const request = requests(timeS, Math.abs(vehicle.currentVehicleSpeed()));
                for (const front of [0, 1]) vehicle.setWheelSteering(front, request.steerRad);
                for (const rear of [2, 3])
                    vehicle.setWheelEngineForce(rear, (request.throttle * car.driveN) / 2);
            }
            for (let i = 0; i < substeps; ++i) {
                for (const { vehicle } of cars) vehicle.updateVehicle(world.timestep);
                world.step();
            }
        },
        poses: () =>
            cars.map(({ body }) => {
                const at = body.translation();
                return [at.x, -at.z, headingOf(body.rotation())];
            }),
    };
}
