/** Cars as three.js models: made from a vehicle's measures, moved by frames. */
import { Group, Mesh, type MeshStandardMaterial } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";
import { drawnWheels, keyOf, type Layer, layers, prepareCarGeometry, takeCarGeometry } from "./body";
import { createInterior } from "./interior";
import * as make from "./materials";
import { paintOf } from "./profiles";
import { createFineWheels, createPlainWheels, poseAsWheel, setQuaternion } from "./wheels";

export { type ContactShadows, createContactShadows } from "./contact_shadow";
export { createForces, type Forces, metresPerNewtonOf, patchAt } from "./forces";
export { keyOf };

export interface CarOptions {
    readonly colour?: string;
    /** Few polygons, for cars that are not the player's. */
    readonly plain?: boolean;
}

export interface CarModel {
    readonly root: Group;
    update(car: CarFrame, dtS: number): void;
    /** Translucent and without shadows. */
    setGhost(ghost: boolean): void;
    /** Opacity of a ghost: 0 is invisible, 1 as faint as ghosts are. */
    fade(share: number): void;
    /** The camera is in the car: hides what is in the way, and shows what is inside. */
    setInside(inside: boolean): void;
    /** A cockpit that is more than a plain dashboard and wheel takes their place. */
    showDashboard(is: boolean): void;
    dispose(): void;
}

type BodyMaterials = Record<Layer, MeshStandardMaterial>;

const bodyMaterials = (colour: string, levels: make.Levels): BodyMaterials => ({
    paint: make.paintMaterial(colour),
    trim: make.trimMaterial(),
    lights: make.lightsMaterial(levels),
    tail: make.tailLampMaterial(),
    glass: make.glassMaterial(),
    lens: make.lensMaterial(),
});

/** Lamps burn by day as well; those of the tail shine when braking, the white ones in reverse gear. */
function light(materials: BodyMaterials, levels: make.Levels, car: CarFrame) {
    const isBraking = car.brake > 0.01 || car.handBrake > 0.1;
    materials.tail.emissiveIntensity = isBraking ? 1.3 : 0.1;
    levels.value.splice(0, 5, 0, 1.1, isBraking ? 1.6 : 0.3, isBraking ? 2.2 : 0.02, car.gear < 0 ? 3 : 0);
}

const ghostOpacity = 0.38;

function setTranslucent(material: MeshStandardMaterial, translucent: boolean) {
    material.transparent = translucent;
    material.opacity = translucent ? ghostOpacity : 1;
    material.needsUpdate = true;
}

/** Makes what a fine model takes longest for, until its result is called: to make the model then is quick. */
export const prepareCarModel = (id: string, info: ModelInfo) => prepareCarGeometry(id, info, false);

export function createCarModel(id: string, info: ModelInfo, options: CarOptions = {}): CarModel {
    const plain = options.plain ?? false;
    const { geometry, giveBack } = takeCarGeometry(id, info, plain);
    const levels: make.Levels = { value: [0, 0, 0, 0, 0] };
    const materials = bodyMaterials(options.colour ?? paintOf(id, info).colour, levels);
    /** Materials of opaque parts, unless the car is a ghost. */
    const solid = layers.filter((name) => name !== "glass" && name !== "lens").map((name) => materials[name]);
    const places = drawnWheels(id, info);
    const wheels = (plain ? createPlainWheels : createFineWheels)(geometry, places);
    const root = new Group();
    const meshes = {} as Partial<Record<Layer, Mesh>>;
    for (const name of layers) {
        if (!geometry.body[name]) continue;
        const mesh = new Mesh(geometry.body[name], materials[name]);
        mesh.castShadow = name === "paint" || name === "trim";
        mesh.receiveShadow = mesh.castShadow;
        meshes[name] = mesh;
        root.add(mesh);
    }
    const glow = geometry.glow && new Mesh(geometry.glow, make.glowMaterial(levels));
    if (glow) {
        glow.name = "glow";
        root.add(glow);
    }
    wheels.root.name = "wheels";
    root.add(wheels.root);
    const [front, rider] = [geometry.front, geometry.rider].map((part) => {
        if (!part) return null;
        const mesh = new Mesh(part, materials.trim);
        mesh.castShadow = mesh.receiveShadow = true;
        root.add(mesh);
        return mesh;
    });
    if (front) front.name = "front";
    if (rider) [rider.name] = ["rider", rider.position.fromArray(geometry.hip!)];
    const interior = geometry.inside && createInterior(geometry.inside, info);
    if (interior) root.add(interior.root);
    return {
        root,
        update(car) {
            root.position.fromArray(car.position);
            setQuaternion(root.quaternion, car.orientation);
            light(materials, levels, car);
            wheels.update(car);
            interior?.turn(car.steeringWheelRad);
            if (front) poseAsWheel(front, car, car.wheels[0]!);
            if (rider) rider.rotation.x = car.riderLeanRad;
        },
        setGhost(ghost) {
            for (const material of [...solid, ...wheels.materials]) setTranslucent(material, ghost);
            root.traverse((object) => {
                object.castShadow = !ghost;
            });
            if (glow) glow.visible = !ghost;
            if (interior) interior.root.visible = !ghost;
        },
        fade(share) {
            for (const material of [...solid, ...wheels.materials]) material.opacity = ghostOpacity * share;
        },
        setInside(inside) {
            if (meshes.glass) meshes.glass.visible = !inside;
            interior?.setInside(inside);
            if (rider) rider.visible = !inside;
        },
        showDashboard: (is) => interior?.showDashboard(is),
        dispose() {
            root.removeFromParent();
            interior?.dispose();
            wheels.dispose();
            for (const material of Object.values(materials)) material.dispose();
            glow?.material.dispose();
            giveBack();
        },
    };
}
