/** A body of glass: seen through where it is looked at straight, bright at its rims, with its edges drawn. */
import {
    BufferGeometry,
    Color,
    DoubleSide,
    Float32BufferAttribute,
    Group,
    LineBasicMaterial,
    LineSegments,
    type Material,
    Mesh,
    type Object3D,
    ShaderMaterial,
} from "three";

const vertexShader = /* glsl */ `
varying vec3 vNormal;
varying vec3 vView;
void main() {
    vec4 place = modelViewMatrix * vec4(position, 1.0);
    vNormal = normalMatrix * normal;
    vView = -place.xyz;
    gl_Position = projectionMatrix * place;
}`;

const fragmentShader = /* glsl */ `
uniform vec3 tint;
varying vec3 vNormal;
varying vec3 vView;
void main() {
    float across = 1.0 - abs(dot(normalize(vNormal), normalize(vView)));
    float rim = pow(across, 3.0);
    gl_FragColor = vec4(tint, 0.045 + 0.5 * rim);
    #include <colorspace_fragment>
}`;

const glassMaterial = () =>
    new ShaderMaterial({
        uniforms: { tint: { value: new Color("#a9d6f2") } },
        vertexShader,
        fragmentShader,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
    });

/** Rims of each body, for as long as it exists: a change of a parameter makes no other body. */
const keptRims = new WeakMap<BufferGeometry, readonly number[]>();

/** The outlines of a mesh: edges that have a triangle on one side only. */
function rimsOf(geometry: BufferGeometry): readonly number[] {
    const found = keptRims.get(geometry);
    if (found) return found;
    const to: number[] = [];
    keptRims.set(geometry, to);
    const { index } = geometry;
    const position = geometry.getAttribute("position");
    if (!index) return to;
    const edges = new Map<number, readonly [number, number] | null>();
    for (let i = 0; i < index.count; ++i) {
        const [p, q] = [index.getX(i), index.getX(i % 3 === 2 ? i - 2 : i + 1)];
        const key = Math.min(p, q) * position.count + Math.max(p, q);
        edges.set(key, edges.has(key) ? null : [p, q]);
    }
    for (const edge of edges.values()) {
        if (!edge) continue;
        for (const v of edge) to.push(position.getX(v), position.getY(v), position.getZ(v));
    }
    return to;
}

export interface GlassBody {
    /** Glass, or nothing at all. */
    show(isVisible: boolean): void;
    /** Puts everything back as it was. */
    restore(): void;
}

interface Former {
    readonly mesh: Mesh;
    readonly material: Material | Material[];
    readonly castShadow: boolean;
    readonly visible: boolean;
}

/** What would stand before the mechanism, and what is no part of a body of glass. */
const isHidden = ({ name }: Object3D) => name === "interior" || name === "glow";

/** All of a car's meshes but those of its wheels and those that are hidden. */
function bodyMeshes(root: Object3D): Mesh[] {
    const meshes: Mesh[] = [];
    const walk = (object: Object3D) => {
        if (object.name === "wheels" || isHidden(object)) return;
        if (object instanceof Mesh) meshes.push(object as Mesh);
        object.children.forEach(walk);
    };
    walk(root);
    return meshes;
}

export function glassBody(root: Group): GlassBody {
    const formers: Former[] = bodyMeshes(root).map((mesh) => ({
        mesh,
        material: mesh.material,
        castShadow: mesh.castShadow,
        visible: mesh.visible,
    }));
    const material = glassMaterial();
    const rims = formers.flatMap(({ mesh }) => rimsOf(mesh.geometry));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(rims, 3));
    const lineMaterial = new LineBasicMaterial({ color: "#d7ecfa", transparent: true, opacity: 0.38, depthWrite: false });
    const lines = new LineSegments(geometry, lineMaterial);
    root.add(lines);
    const hidden = root.children.filter(isHidden);
    for (const object of hidden) object.visible = false;
    for (const { mesh } of formers) {
        mesh.material = material;
        mesh.castShadow = false;
    }
    return {
        show(isVisible) {
            lines.visible = isVisible;
            for (const { mesh, visible } of formers) mesh.visible = visible && isVisible;
        },
        restore() {
            for (const { mesh, material: before, castShadow, visible } of formers)
                Object.assign(mesh, { material: before, castShadow, visible });
            for (const object of hidden) object.visible = true;
            lines.removeFromParent();
            geometry.dispose();
            lineMaterial.dispose();
            material.dispose();
        },
    };
}
