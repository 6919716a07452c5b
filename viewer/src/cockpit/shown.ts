/** A cockpit put together: what the driver sees of the vehicle, and sees move. */
import { Group, Matrix4, Mesh, type PerspectiveCamera, type Scene, Vector3, type WebGLRenderer } from "three";
import type { ModelInfo } from "kamm";
import { trimMaterial } from "../cars/materials";
import { merged } from "../cars/wheel_geometry";
import type { CarFrame } from "../frame";
import type { Quality } from "../scene";
import { dashboardParts } from "./dashboard";
import { createHands } from "./hands";
import { housingParts } from "./housings";
import { createInstruments } from "./instruments";
import { type Layout, layoutOf, type MirrorName, type Panel, type Steering } from "./layout";
import { createMirrors } from "./mirrors";
import { legParts } from "./legs";
import { displayM, steeringWheelGeometry } from "./steering_wheel";

export interface Cockpit {
    readonly root: Group;
    /** How often the instruments have been painted. */
    readonly pictures: number;
    update(car: CarFrame, dtS: number): void;
    /** `hide`: leaves out of a mirror's picture what is in its way. */
    drawMirrors(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, quality: Quality, hide: (name: MirrorName) => () => void): void;
    dispose(): void;
}

const toRight = new Vector3(0, -1, 0);

/** A plane that faces the driver, leaning back: x to the right, y up, z out of it. */
const facing = (leanRad: number, [x, y, z]: Steering["centre"]) =>
    new Matrix4()
        .makeBasis(
            toRight,
            new Vector3(Math.sin(leanRad), 0, Math.cos(leanRad)),
            new Vector3(-Math.cos(leanRad), 0, Math.sin(leanRad)),
        )
        .setPosition(x, y, z);

function placed(matrix: Matrix4): Group {
    const group = new Group();
    matrix.decompose(group.position, group.quaternion, group.scale);
    return group;
}

/** The dials before the driver, or a display on the wheel. */
function placeInstruments(info: ModelInfo, cluster: Panel | null, root: Group, wheel: Mesh) {
    if (!cluster) {
        const display = createInstruments(info, "display", ...displayM);
        display.mesh.position.z = 0.032;
        wheel.add(display.mesh);
        return display;
    }
    const { widthM, heightM, leanRad, centre } = cluster;
    const dials = createInstruments(info, "cluster", widthM, heightM);
    const place = placed(facing(leanRad, centre));
    place.add(dials.mesh);
    root.add(place);
    return dials;
}

const stillParts = (layout: Layout) => [...dashboardParts(layout), ...legParts(layout)];

/** `shifts`: by a lever, with the hand. */
export function createCockpit(info: ModelInfo, shifts: boolean): Cockpit {
    const layout = layoutOf(info);
    const { steering, cluster } = layout;
    const material = trimMaterial();
    const root = new Group();
    const mirrors = createMirrors(layout.mirrors, layout.view);
    const parts = [...stillParts(layout), ...housingParts(mirrors.planes)];
    const still = parts.length > 0 ? new Mesh(merged(parts), material) : null;
    const toWorld = facing(steering.leanRad, steering.centre);
    const column = placed(toWorld);
    const wheel = new Mesh(steeringWheelGeometry(steering, !cluster), material);
    const hands = createHands(layout, toWorld.clone().invert(), material, shifts);
    const instruments = placeInstruments(info, cluster, root, wheel);
    column.add(wheel, hands.root);
    root.add(column, mirrors.root);
    if (still) root.add(still);
    return {
        root,
        get pictures() {
            return instruments.pictures;
        },
        update(car, dtS) {
            wheel.rotation.z = car.steeringWheelRad;
            hands.update(car, dtS);
            instruments.update(car, dtS);
        },
        drawMirrors(renderer, scene, camera, quality, hide) {
            root.visible = false;
            mirrors.draw(renderer, scene, camera, quality, hide);
            root.visible = true;
        },
        dispose() {
            root.removeFromParent();
            still?.geometry.dispose();
            wheel.geometry.dispose();
            material.dispose();
            for (const part of [mirrors, hands, instruments]) part.dispose();
        },
    };
}
