/** The mirrors of a cockpit: the world drawn once more for each that is in sight, one in a frame. */
import {
    BufferGeometry,
    Float32BufferAttribute,
    Group,
    Matrix4,
    Mesh,
    PerspectiveCamera,
    type Scene,
    ShaderMaterial,
    SRGBColorSpace,
    Vector3,
    WebGLRenderTarget,
    type WebGLRenderer,
} from "three";
import type { Quality } from "../scene";
import type { MirrorName, MirrorPlace, Point } from "./layout";
import { type MirrorPlane, mirrorPlane, newMirrorView, viewIn } from "./mirror";

interface Detail {
    /** Resolution of a metre of mirror. */
    readonly pixelsPerM: number;
    readonly samples: number;
    /** A mirror is drawn in one of so many frames. */
    readonly everyFrames: number;
    /** The inner one alone, or the driver's where there is none inside. */
    readonly isOne: boolean;
}

const details: Readonly<Record<Quality, Detail>> = {
    low: { pixelsPerM: 800, samples: 0, everyFrames: 4, isOne: true },
    medium: { pixelsPerM: 1300, samples: 0, everyFrames: 2, isOne: false },
    high: { pixelsPerM: 2000, samples: 4, everyFrames: 1, isOne: false },
};

/** No side of a picture is longer. */
const maxPixels = 512;

/** The picture as it is: it has its colours for the screen already. A mirror without one is blind. */
const shaders = {
    vertexShader: /* glsl */ `
varying vec2 vUv;
void main() {
    vUv = uv;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
    fragmentShader: /* glsl */ `
uniform sampler2D map;
uniform bool isBlind;
varying vec2 vUv;
void main() {
    gl_FragColor = vec4(isBlind ? vec3(0.42, 0.47, 0.52) : 0.96 * texture2D(map, vUv).rgb, 1.0);
}`,
};

/**
 * Drawn for the screen's colours, as if it were the screen: the world's materials then need no second program, which would
 * have to be made when the first mirror is drawn. three.js has it from headsets, whose pictures are made in the same way.
 */
function targetOf({ widthM, heightM }: MirrorPlace, { pixelsPerM, samples }: Detail): WebGLRenderTarget {
    const scale = Math.min(pixelsPerM, maxPixels / Math.max(widthM, heightM));
    const size = [widthM, heightM].map((side) => Math.round(side * scale)) as [number, number];
    const target = new WebGLRenderTarget(...size, { samples });
    target.texture.colorSpace = SRGBColorSpace;
    target.texture.internalFormat = "RGBA8";
    return Object.assign(target, { isXRRenderTarget: true });
}

/** A pane with round corners. The picture is that of a camera that looks out of the glass: its right is the pane's left. */
function pane(widthM: number, heightM: number): BufferGeometry {
    const radius = 0.28 * Math.min(widthM, heightM);
    const [w, h] = [widthM / 2 - radius, heightM / 2 - radius];
    const rim: [number, number][] = [];
    const perCorner = 5;
    for (const [sx, sy, from] of [[1, 1, 0], [-1, 1, 1], [-1, -1, 2], [1, -1, 3]] as const)
        for (let i = 0; i <= perCorner; ++i) {
            const angle = (from + i / perCorner) * (Math.PI / 2);
            rim.push([sx * w + radius * Math.cos(angle), sy * h + radius * Math.sin(angle)]);
        }
    const points = [[0, 0] as [number, number], ...rim];
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(points.flatMap(([x, y]) => [x, y, 0]), 3));
    const shares = points.flatMap(([x, y]) => [0.5 - x / widthM, 0.5 + y / heightM]);
    geometry.setAttribute("uv", new Float32BufferAttribute(shares, 2));
    geometry.setIndex(rim.flatMap((_, i) => [0, 1 + i, 1 + ((i + 1) % rim.length)]));
    return geometry;
}

interface Mirror {
    readonly place: MirrorPlace;
    readonly plane: MirrorPlane;
    readonly mesh: Mesh;
    readonly material: ShaderMaterial;
    target: WebGLRenderTarget | null;
}

function makeMirror(place: MirrorPlace, eye: Point): Mirror {
    const plane = mirrorPlane(place, eye);
    const material = new ShaderMaterial({ uniforms: { map: { value: null }, isBlind: { value: true } }, ...shaders });
    const mesh = new Mesh(pane(place.widthM, place.heightM), material);
    mesh.matrix.makeBasis(plane.right, plane.up, plane.normal).setPosition(plane.centre);
    mesh.matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
    return { place, plane, mesh, material, target: null };
}

export interface Mirrors {
    readonly root: Group;
    readonly planes: readonly (MirrorPlane & { readonly place: MirrorPlace })[];
    /** Draws the next one. `hide` leaves out what is in the way, and gives back what puts it back. */
    draw(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, quality: Quality, hide: (name: MirrorName) => () => void): void;
    dispose(): void;
}

export function createMirrors(places: readonly MirrorPlace[], eye: Point): Mirrors {
    const root = new Group();
    const mirrors = places.map((place) => makeMirror(place, eye));
    for (const { mesh } of mirrors) root.add(mesh);
    const camera = new PerspectiveCamera();
    camera.matrixAutoUpdate = camera.matrixWorldAutoUpdate = false;
    const view = newMirrorView();
    const toCar = new Matrix4();
    const seen = new Vector3();
    let detail = details.low;
    let turn = 0;
    let frames = 0;

    function setDetail(next: Detail) {
        if (next === detail) return;
        detail = next;
        for (const mirror of mirrors) {
            mirror.target?.dispose();
            mirror.target = null;
            mirror.material.uniforms.isBlind!.value = true;
        }
    }

    /** Whether the mirror is in the picture, at least in part. */
    function isSeen({ mesh, place }: Mirror, viewer: PerspectiveCamera): boolean {
        seen.setFromMatrixPosition(mesh.matrixWorld).applyMatrix4(viewer.matrixWorldInverse);
        const ahead = -seen.z;
        if (ahead <= 0) return false;
        const high = Math.tan((viewer.fov * Math.PI) / 360) * ahead;
        const reach = Math.max(place.widthM, place.heightM) / 2;
        return Math.abs(seen.x) < viewer.aspect * high + reach && Math.abs(seen.y) < high + reach;
    }

    function next(viewer: PerspectiveCamera, { isOne }: Detail): Mirror | null {
        const candidates = (isOne ? mirrors.slice(0, 1) : mirrors).filter((mirror) => isSeen(mirror, viewer));
        return candidates[turn++ % candidates.length] ?? null;
    }

    function aim(mirror: Mirror, viewer: PerspectiveCamera) {
        toCar.copy(root.matrixWorld).invert();
        seen.copy(viewer.position).applyMatrix4(toCar);
        viewIn(mirror.plane, mirror.place, seen, view);
        camera.matrixWorld.multiplyMatrices(root.matrixWorld, view.pose);
        camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
        camera.projectionMatrix.copy(view.projection);
        camera.projectionMatrixInverse.copy(view.projection).invert();
    }

    function paint(mirror: Mirror, renderer: WebGLRenderer, scene: Scene, how: Detail) {
        mirror.target ??= targetOf(mirror.place, how);
        mirror.material.uniforms.map!.value = mirror.target.texture;
        const { autoUpdate } = renderer.shadowMap;
        renderer.shadowMap.autoUpdate = false; // those of the last frame will do
        renderer.setRenderTarget(mirror.target);
        renderer.render(scene, camera);
        renderer.setRenderTarget(null);
        renderer.shadowMap.autoUpdate = autoUpdate;
        mirror.material.uniforms.isBlind!.value = false;
    }

    return {
        root,
        planes: mirrors.map(({ place, plane }) => ({ place, ...plane })),
        draw(renderer, scene, viewer, quality, hide) {
            setDetail(details[quality]);
            if (frames++ % detail.everyFrames !== 0) return;
            root.updateWorldMatrix(true, true);
            const mirror = next(viewer, detail);
            if (!mirror) return;
            aim(mirror, viewer);
            const putBack = hide(mirror.place.name);
            paint(mirror, renderer, scene, detail);
            putBack();
        },
        dispose() {
            for (const { mesh, material, target } of mirrors) {
                mesh.geometry.dispose();
                material.dispose();
                target?.dispose();
            }
        },
    };
}
