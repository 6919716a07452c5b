/** Materials of cars. All cars share them, except for paint and switched lamps. */
import {
    AdditiveBlending,
    Color,
    DoubleSide,
    MeshPhysicalMaterial,
    MeshStandardMaterial,
    ShaderMaterial,
} from "three";

export const paintMaterial = (colour: string) =>
    new MeshPhysicalMaterial({
        color: new Color(colour),
        metalness: 0.25,
        roughness: 0.42,
        clearcoat: 1,
        clearcoatRoughness: 0.04,
    });

/** Makes a material transparent where it is neither opaque nor a reflection of something bright. */
function seenThrough(material: MeshStandardMaterial): MeshStandardMaterial {
    material.transparent = true;
    material.depthWrite = false;
    material.onBeforeCompile = (shader) => {
        shader.fragmentShader = shader.fragmentShader.replace(
            "#include <opaque_fragment>",
            `float shine = max(totalSpecular.r, max(totalSpecular.g, totalSpecular.b));
            float solid = min(1.0, diffuseColor.a + shine);
            outgoingLight = (totalDiffuse * diffuseColor.a + totalSpecular) / solid;
            diffuseColor.a = solid;
            #include <opaque_fragment>`,
        );
    };
    return material;
}

/** Tinted glass. */
export const glassMaterial = () =>
    seenThrough(new MeshStandardMaterial({ color: "#10181b", opacity: 0.38, metalness: 0, roughness: 0.04 }));

/** Clear or red, as its vertices are. */
export const lensMaterial = () =>
    seenThrough(new MeshStandardMaterial({ vertexColors: true, metalness: 0, roughness: 0.06 }));

/** Plastic, rubber and what else brings its colour with its vertices. */
export const trimMaterial = () =>
    new MeshStandardMaterial({
        vertexColors: true,
        metalness: 0.1,
        roughness: 0.62,
        side: DoubleSide,
    });

export const rimMaterial = () =>
    new MeshStandardMaterial({ vertexColors: true, metalness: 0.75, roughness: 0.32 });

export const rubberMaterial = () =>
    new MeshStandardMaterial({ vertexColors: true, metalness: 0, roughness: 0.86 });

/** How bright each circuit's lights are. */
export interface Levels {
    readonly value: number[];
}

/** What is in lamps: in the colours of its vertices, in which it shines as brightly as its circuit. */
export function lightsMaterial(levels: Levels): MeshStandardMaterial {
    const material = new MeshStandardMaterial({
        vertexColors: true,
        metalness: 0.65,
        roughness: 0.24,
        side: DoubleSide,
    });
    material.onBeforeCompile = (shader) => {
        shader.uniforms.levels = levels;
        shader.vertexShader = shader.vertexShader
            .replace("void main() {", `${levelDeclarations}\nvoid main() {\nvLevel = levels[int(circuit + 0.5)];`);
        shader.fragmentShader = shader.fragmentShader
            .replace("void main() {", "varying float vLevel;\nvoid main() {")
            .replace("#include <emissivemap_fragment>", "totalEmissiveRadiance += vLevel * vColor.rgb;");
    };
    return material;
}

const levelDeclarations = /* glsl */ `
attribute float circuit;
uniform float levels[5];
varying float vLevel;`;

/** Around lights: faint as seen from aside, and nothing while they are off. */
export const glowMaterial = (levels: Levels) =>
    new ShaderMaterial({
        uniforms: { levels },
        vertexShader: /* glsl */ `
${levelDeclarations}
attribute vec3 color;
attribute vec2 corner;
varying vec3 vColor;
varying vec2 vCorner;
void main() {
    vec4 place = modelViewMatrix * vec4(position, 1.0);
    float facing = max(0.0, dot(normalMatrix * normal, normalize(-place.xyz)));
    vLevel = 0.08 * levels[int(circuit + 0.5)] * facing * facing;
    vColor = color;
    vCorner = sign(corner);
    place.xyz += vec3(corner, 0.0) - 0.12 * normalize(place.xyz);
    gl_Position = projectionMatrix * place;
}`,
        fragmentShader: /* glsl */ `
varying float vLevel;
varying vec3 vColor;
varying vec2 vCorner;
void main() {
    float away = max(0.0, 1.0 - length(vCorner));
    gl_FragColor = vec4(vColor * vLevel * away * away, 1.0);
    #include <colorspace_fragment>
}`,
        transparent: true,
        depthWrite: false,
        blending: AdditiveBlending,
    });

/** Tail lamps of cars that are far. */
export const tailLampMaterial = () =>
    new MeshStandardMaterial({
        color: "#7d0d12",
        emissive: "#ff0602",
        emissiveIntensity: 0,
        metalness: 0.5,
        roughness: 0.1,
    });
