/** Cars as three.js models: made from a vehicle's measures, moved by frames. */
import { Group, Mesh, type MeshStandardMaterial } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";
import { keyOf, takeCarGeometry } from "./body";
import { wheelPlaces } from "./field";
import { createInterior, type Interior } from "./interior";
import * as make from "./materials";
import { materials as materialNames, type Material } from "./profile";
import { profileFor } from "./profiles";
import { createFineWheels, createPlainWheels, setQuaternion } from "./wheels";

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
    /** Of a ghost: 0 is not to be seen, 1 as faint as ghosts are. */
    fade(share: number): void;
    /** The camera is in the car: hides what is in the way, and shows what is inside. */
    setInside(inside: boolean): void;
    dispose(): void;
}

type BodyMaterials = Record<Material, MeshStandardMaterial>;

function bodyMaterials(colour: string): BodyMaterials {
    return {
        paint: make.paintMaterial(colour),
        trim: make.trimMaterial(),
        glass: make.glassMaterial(),
        lamp: make.headLampMaterial(),
        tail: make.tailLampMaterial(),
        reverse: make.reverseLampMaterial(),
    };
}

/** Tail lamps glow, and shine when braking; the white ones when in reverse gear. */
function light(materials: BodyMaterials, car: CarFrame) {
    materials.tail.emissiveIntensity = car.brake > 0.01 || car.handBrake > 0.1 ? 1.3 : 0.1;
    materials.reverse.emissiveIntensity = car.gear < 0 ? 2 : 0;
    materials.lamp.emissiveIntensity = 0.16;
}

const ghostOpacity = 0.38;

function setTranslucent(material: MeshStandardMaterial, translucent: boolean) {
    material.transparent = translucent;
    material.opacity = translucent ? ghostOpacity : 1;
    material.needsUpdate = true;
}

export function createCarModel(id: string, info: ModelInfo, options: CarOptions = {}): CarModel {
    const plain = options.plain ?? false;
    const { geometry, giveBack } = takeCarGeometry(id, info, plain);
    const materials = bodyMaterials(options.colour ?? profileFor(id, info).colour);
    const places = wheelPlaces(info);
    const wheels = (plain ? createPlainWheels : createFineWheels)(geometry, places);
    const root = new Group();
    const meshes = {} as Partial<Record<Material, Mesh>>;
    for (const name of materialNames) {
        if (!geometry.body[name]) continue;
        const mesh = new Mesh(geometry.body[name], materials[name]);
        mesh.castShadow = name === "paint" || name === "glass" || name === "trim";
        mesh.receiveShadow = name === "paint" || name === "trim";
        meshes[name] = mesh;
        root.add(mesh);
    }
    wheels.root.name = "wheels";
    root.add(wheels.root);
    let interior: Interior | null = null;
    return {
        root,
        update(car) {
            root.position.fromArray(car.position);
            setQuaternion(root.quaternion, car.orientation);
            light(materials, car);
            wheels.update(car);
            interior?.turn(car.steeringWheelRad);
        },
        setGhost(ghost) {
            for (const material of [...Object.values(materials), ...wheels.materials])
                setTranslucent(material, ghost);
            root.traverse((object) => {
                object.castShadow = !ghost;
            });
        },
        fade(share) {
            for (const material of [...Object.values(materials), ...wheels.materials])
                material.opacity = ghostOpacity * share;
        },
        setInside(inside) {
            if (meshes.glass) meshes.glass.visible = !inside;
            if (inside && !interior && geometry.inside) {
                interior = createInterior(geometry.inside, info);
                root.add(interior.root);
            }
            if (interior) interior.root.visible = inside;
        },
        dispose() {
            root.removeFromParent();
            interior?.dispose();
            wheels.dispose();
            for (const material of Object.values(materials)) material.dispose();
            giveBack();
        },
    };
}
