/**
 * Debug draw of `kamm/full` in a scene of three.js:
 *
 *     const debug = debugObject();
 *     scene.add(debug.object);
 *     debug.update(world.draw({ parts: ["wheels", "forces"] }));    each frame
 *
 * Lines and points are copied, so the arrays of the drawing may change afterwards. Texts are left to the page, as three.js has none.
 */
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Points, PointsMaterial } from "three";
import type { DebugDrawing } from "./full_types";
import type { Vector3 } from "./types";

export interface DebugObjectOptions {
    /** Axis of the scene that points up: "y" if not given. */
    readonly up?: "y" | "z";
    /** Size of points in pixels; 5 if not given. */
    readonly pointSize?: number;
    /** false: lines behind other objects are drawn too; true if not given. */
    readonly depthTest?: boolean;
}

export interface DebugObject {
    /** To be added to the scene. */
    readonly object: Group;
    /** Shows a drawing in place of the last one. `origin` is that which the drawing was made with. */
    update(drawing: DebugDrawing, origin?: Vector3): void;
    /** Frees the memory of the graphics card. */
    dispose(): void;
}

/** Colours are sRGB, attributes of three.js linear (IEC 61966-2-1). */
const linear = Float32Array.from({ length: 256 }, (_, byte) => {
    const c = byte / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** Attributes are made again when they are too small, twice as large. */
function show(geometry: BufferGeometry, places: Float32Array, colours: Uint8Array): void {
    let position = geometry.getAttribute("position") as BufferAttribute | undefined;
    let color = geometry.getAttribute("color") as BufferAttribute | undefined;
    if (!position || !color || position.array.length < places.length) {
        const room = Math.max(3 * 1024, 2 * places.length);
        geometry.dispose();
        position = new BufferAttribute(new Float32Array(room), 3);
        color = new BufferAttribute(new Float32Array(room), 3);
        geometry.setAttribute("position", position).setAttribute("color", color);
    }
    position.array.set(places);
    colours.forEach((byte, i) => void (color.array[i] = linear[byte]!));
    position.needsUpdate = color.needsUpdate = true;
    geometry.setDrawRange(0, places.length / 3);
}

export function debugObject({ up = "y", pointSize = 5, depthTest = true }: DebugObjectOptions = {}): DebugObject {
    const object = new Group();
    const [lines, points] = [new BufferGeometry(), new BufferGeometry()];
    const materials = [
        new LineBasicMaterial({ vertexColors: true, depthTest }),
        new PointsMaterial({ vertexColors: true, depthTest, size: pointSize, sizeAttenuation: false }),
    ] as const;
    const drawn = [new LineSegments(lines, materials[0]), new Points(points, materials[1])];
    for (const each of drawn) each.frustumCulled = false;
    object.add(...drawn);
    if (up === "y") object.rotation.x = -Math.PI / 2;
    return {
        object,
        update(drawing, origin = [0, 0, 0]) {
            const [x, y, z] = [origin[0]!, origin[1]!, origin[2]!];
            if (up === "y") object.position.set(x, z, -y);
            else object.position.set(x, y, z);
            show(lines, drawing.lines, drawing.lineColours);
            show(points, drawing.points, drawing.pointColours);
        },
        dispose() {
            for (const each of [lines, points, ...materials]) each.dispose();
        },
    };
}
