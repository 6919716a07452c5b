/** The material of all ground: three's standard one, with the surfaces of the world in it. */
import type { Surface } from "kamm";
import * as THREE from "three";
import { finish, type Slices } from "../slices";
import { groundColour, groundNormal, groundParameters } from "./ground_shader";
import { createDetail, detailSlices, layers, type Detail } from "./ground_textures";
import { lookOf } from "./looks";
import { isHard } from "../surfaces";
import type { Survey } from "./survey";

export interface GroundMaterials {
    /** Normals from the survey: for its mesh. */
    readonly land: THREE.Material;
    /** Normals of the mesh itself: for what lies on it or beyond it. */
    readonly own: THREE.Material;
    /** The same two for slow machines: no reflections, softer edges between surfaces. */
    readonly simpleLand: THREE.Material;
    readonly simpleOwn: THREE.Material;
    /** A surface that lies on everything, by its index; -1: none. */
    setSurfaceOverride(surface: number): void;
    setDetail(size: number): void;
    /** The same, piece by piece. */
    refineDetail(size: number): Slices;
    dispose(): void;
}

type Uniforms = Record<string, THREE.IUniform>;

export function createGroundMaterials(
    surfaces: readonly Surface[],
    survey: Survey,
    detailSize: number,
): GroundMaterials {
    let detail = createDetail(detailSize);
    const tones = surfaceTones(surfaces, detail);
    const uniforms: Uniforms = {
        ...tones,
        surfaceMap: { value: surfaceTexture(survey) },
        farMap: { value: farTexture(survey, surfaces, tones) },
        slopeMap: { value: slopeTexture(survey) },
        detail: { value: detail.texture },
        mapFrom: { value: new THREE.Vector2(survey.fromX, survey.fromY) },
        mapSize: { value: new THREE.Vector2(survey.widthM, survey.depthM) },
        everywhere: { value: -1 },
        offRoad: { value: new THREE.Color(1, 1, 1) },
    };
    const count = surfaces.length;
    const materials = {
        land: groundMaterial(new THREE.MeshStandardMaterial(), uniforms, count, []),
        own: groundMaterial(new THREE.MeshStandardMaterial(), uniforms, count, ["OWN_NORMALS"]),
        simpleLand: groundMaterial(new THREE.MeshLambertMaterial(), uniforms, count, ["SIMPLE"]),
        simpleOwn: groundMaterial(new THREE.MeshLambertMaterial(), uniforms, count, [
            "SIMPLE",
            "OWN_NORMALS",
        ]),
    };
    function* refineDetail(size: number): Slices {
        if (detail.texture.image.width === size) return;
        const next = yield* detailSlices(size);
        detail.texture.dispose();
        detail = next;
        uniforms["detail"]!.value = detail.texture;
    }

    return {
        ...materials,
        refineDetail,
        setSurfaceOverride(surface) {
            uniforms["everywhere"]!.value = surface;
            // Made of asphalt, the land beside the roads is painted green, as run-off areas are.
            const tint = surface >= 0 && isHard(surfaces[surface]!) ? "#a9c39b" : "#d6d8d2";
            (uniforms["offRoad"]!.value as THREE.Color).set(tint);
        },
        setDetail: (size) => finish(refineDetail(size)),
        dispose() {
            Object.values(materials).forEach((material) => material.dispose());
            for (const name of ["surfaceMap", "farMap", "slopeMap", "detail"])
                (uniforms[name]!.value as THREE.Texture).dispose();
        },
    };
}

function groundMaterial<Kind extends THREE.Material>(
    material: Kind,
    uniforms: Uniforms,
    surfaceCount: number,
    switches: readonly string[],
): Kind {
    material.defines = {
        ...material.defines,
        SURFACES: surfaceCount,
        PATCHES_LAYER: `${layers.indexOf("patches")}.0`,
        ...Object.fromEntries(switches.map((name) => [name, 1])),
    };
    material.customProgramCacheKey = () => `kamm-ground ${switches}`;
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", "#include <common>\nvarying vec2 vGround;")
            .replace("#include <begin_vertex>", "#include <begin_vertex>\nvGround = position.xy;");
        shader.fragmentShader = shader.fragmentShader
            .replace("#include <common>", `#include <common>\n${groundParameters}`)
            .replace("#include <map_fragment>", groundColour)
            .replace(
                "#include <roughnessmap_fragment>",
                "float roughnessFactor = ground.roughness;",
            )
            .replace("#include <normal_fragment_maps>", groundNormal);
    };
    return material;
}

function surfaceTones(surfaces: readonly Surface[], detail: Detail) {
    const all = surfaces.map((surface) => {
        const look = lookOf(surface);
        const layer = layers.indexOf(look.layer);
        const hard = isHard(surface) ? 1 : 0;
        return {
            a: new THREE.Color(look.tones[0]),
            b: new THREE.Color(look.tones[1]),
            shape: new THREE.Vector4(
                layer,
                1 / look.tileM,
                look.relief,
                1 / detail.means[layer]!.brightness,
            ),
            shine: new THREE.Vector4(look.shine[0], look.shine[1], hard, look.mottle),
            blend: detail.means[layer]!.blend,
        };
    });
    return {
        toneA: { value: all.map(({ a }) => a) },
        toneB: { value: all.map(({ b }) => b) },
        shape: { value: all.map(({ shape }) => shape) },
        shine: { value: all.map(({ shine }) => shine) },
        meanTone: { value: all.map(({ a, b, blend }) => a.clone().lerp(b, blend)) },
    };
}

function surfaceTexture(survey: Survey): THREE.DataTexture {
    const { surfaces, surfaceColumns, surfaceRows } = survey;
    const bytes = surfaces as Uint8Array<ArrayBuffer>;
    const texture = new THREE.DataTexture(bytes, surfaceColumns, surfaceRows, THREE.RedFormat);
    texture.unpackAlignment = 1;
    texture.needsUpdate = true;
    return texture;
}

function farTexture(
    survey: Survey,
    surfaces: readonly Surface[],
    tones: ReturnType<typeof surfaceTones>,
): THREE.DataTexture {
    const words = new Uint32Array(survey.surfaces.length);
    const colours = tones.meanTone.value.map((tone, i) => {
        const alpha = isHard(surfaces[i]!) ? 255 : 0;
        const [r, g, b] = [16, 8, 0].map((shift) => (tone.getHex() >> shift) & 255) as [
            number,
            number,
            number,
        ];
        return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
    });
    for (let i = 0; i < words.length; ++i) words[i] = colours[survey.surfaces[i]!]!;
    const bytes = new Uint8Array(words.buffer);
    const texture = new THREE.DataTexture(bytes, survey.surfaceColumns, survey.surfaceRows);
    texture.colorSpace = THREE.SRGBColorSpace;
    smoothly(texture);
    texture.generateMipmaps = true;
    texture.minFilter = THREE.LinearMipmapLinearFilter;
    texture.anisotropy = 8;
    return texture;
}

/** Slopes along x and y at the survey's points. */
function slopeTexture(survey: Survey): THREE.DataTexture {
    const { columns, rows, heightsM } = survey;
    const slopes = new Uint16Array(2 * columns * rows);
    for (let y = 0, at = 0; y < rows; ++y)
        for (let x = 0; x < columns; ++x, ++at) {
            const west = x > 0 ? 1 : 0;
            const east = x < columns - 1 ? 1 : 0;
            const south = y > 0 ? columns : 0;
            const north = y < rows - 1 ? columns : 0;
            const alongX = (heightsM[at + east]! - heightsM[at - west]!) / (east + west);
            const alongY =
                ((heightsM[at + north]! - heightsM[at - south]!) * columns) / (north + south);
            slopes[2 * at] = THREE.DataUtils.toHalfFloat(alongX);
            slopes[2 * at + 1] = THREE.DataUtils.toHalfFloat(alongY);
        }
    const texture = new THREE.DataTexture(
        slopes,
        columns,
        rows,
        THREE.RGFormat,
        THREE.HalfFloatType,
    );
    smoothly(texture);
    return texture;
}

function smoothly(texture: THREE.DataTexture) {
    texture.magFilter = THREE.LinearFilter;
    texture.minFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
}
