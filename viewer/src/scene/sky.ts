/** Sky, sun, the light of both, and the haze in which the land ends. */
import * as THREE from "three";
import { valueNoise } from "./glsl_noise";

export interface Sky {
    readonly root: THREE.Group;
    readonly sun: THREE.DirectionalLight;
    readonly fog: THREE.FogExp2;
    /** What shiny things reflect. */
    readonly environment: THREE.Texture;
    /** The graphics with it were lost: it is rendered again when it is asked for the next time. */
    forgetEnvironment(): void;
    /** Moves the light and its shadows to what is looked at. */
    follow(position: ArrayLike<number>): void;
    setShadowSize(pixels: number): void;
    setClouds(shown: boolean): void;
    advance(dtS: number): void;
    dispose(): void;
}

const azimuthRad = -2.35; // south-west: long shadows beside what drives east
const elevationRad = 0.62;
const shadowReachM = 60;
const sunDistanceM = 220;
const horizonColour = new THREE.Color("#cfe0ee");
const zenithColour = new THREE.Color("#2a6cbe");
const sunColour = new THREE.Color("#ffedd2");

const sunDirection = new THREE.Vector3(
    Math.cos(elevationRad) * Math.cos(azimuthRad),
    Math.cos(elevationRad) * Math.sin(azimuthRad),
    Math.sin(elevationRad),
);

export function createSky(renderer: THREE.WebGLRenderer): Sky {
    const root = new THREE.Group();
    root.name = "sky";
    const dome = createDome();
    const sun = createSun();
    const hemisphere = new THREE.HemisphereLight("#bcd6f2", "#6d6a4e", 0.55);
    root.add(dome, sun, sun.target, hemisphere);
    let environment: THREE.WebGLRenderTarget | null = null;
    return {
        root,
        sun,
        fog: new THREE.FogExp2(horizonColour, 0.00058),
        get environment() {
            environment ??= renderEnvironment(renderer); // only for drawing
            return environment.texture;
        },
        follow: (position) => followSun(sun, position),
        forgetEnvironment() {
            environment = null; // not disposed of: it has gone with the graphics
        },
        setShadowSize(pixels) {
            sun.castShadow = pixels > 0;
            if (pixels === 0 || sun.shadow.mapSize.x === pixels) return;
            sun.shadow.mapSize.set(pixels, pixels);
            sun.shadow.map?.dispose();
            sun.shadow.map = null;
        },
        setClouds(shown) {
            dome.material.defines["CLOUDS"] = shown ? 1 : 0;
            dome.material.needsUpdate = true;
        },
        advance(dtS) {
            dome.material.uniforms["drift"]!.value += dtS;
        },
        dispose() {
            dome.geometry.dispose();
            dome.material.dispose();
            environment?.dispose();
            sun.dispose();
            hemisphere.dispose();
        },
    };
}

function createSun(): THREE.DirectionalLight {
    const sun = new THREE.DirectionalLight(sunColour, 3.3);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = 0.03;
    sun.shadow.radius = 2.5;
    const camera = sun.shadow.camera;
    camera.left = camera.bottom = -shadowReachM;
    camera.right = camera.top = shadowReachM;
    camera.near = 20;
    camera.far = sunDistanceM + 200;
    camera.up.set(0, 0, 1);
    return sun;
}

const right = new THREE.Vector3(0, 0, 1).cross(sunDirection).normalize();
const over = sunDirection.clone().cross(right);
const target = new THREE.Vector3();

/** In whole texels of the shadow map, so that edges of shadows don't crawl. */
function followSun(sun: THREE.DirectionalLight, position: ArrayLike<number>) {
    const texelM = (2 * shadowReachM) / sun.shadow.mapSize.x;
    target.set(position[0]!, position[1]!, position[2]!);
    const whole = (axis: THREE.Vector3) => {
        const along = target.dot(axis);
        target.addScaledVector(axis, Math.round(along / texelM) * texelM - along);
    };
    whole(right);
    whole(over);
    sun.target.position.copy(target);
    sun.position.copy(target).addScaledVector(sunDirection, sunDistanceM);
}

const skyParameters = /* glsl */ `
uniform vec3 horizon;
uniform vec3 zenith;
uniform vec3 sunColour;
uniform vec3 sunDirection;
uniform float drift;
varying vec3 vDirection;

${valueNoise}
float cloudAt(vec2 p) {
    float sum = 0.0, strength = 0.5;
    for (int i = 0; i < 5; ++i) {
        sum += strength * noise(p);
        p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.7;
        strength *= 0.5;
    }
    return sum;
}

vec3 skyAt(vec3 direction) {
    float up = max(direction.z, 0.0);
    vec3 colour = mix(horizon, zenith, pow(smoothstep(0.0, 0.75, up), 0.62));
    float toSun = max(dot(direction, sunDirection), 0.0);
    float glow = 0.16 * pow(toSun, 6.0) + 0.3 * pow(toSun, 60.0);
    colour += sunColour * glow * smoothstep(0.0, 0.12, up);
#if CLOUDS
    if (up > 0.02) {
        vec2 p = direction.xy / (up + 0.12) * 1.15 + vec2(drift * 0.004, 0.0);
        float density = cloudAt(p);
        float cover = smoothstep(0.5, 0.78, density) * smoothstep(0.02, 0.2, up);
        float lit = smoothstep(0.85, 0.45, cloudAt(p + sunDirection.xy * 0.12));
        colour = mix(colour, mix(vec3(0.72, 0.77, 0.84), vec3(1.5, 1.46, 1.4), lit), 0.82 * cover);
    }
#endif
    return colour;
}
`;

const domeVertex = /* glsl */ `
varying vec3 vDirection;
void main() {
    vDirection = position;
    gl_Position = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
    gl_Position.z = gl_Position.w; // behind everything
}
`;

const domeFragment = /* glsl */ `
${skyParameters}
void main() {
    vec3 direction = normalize(vDirection);
    vec3 colour = skyAt(direction);
    float disc = smoothstep(0.99985, 0.99995, dot(direction, sunDirection));
    gl_FragColor = vec4(colour + sunColour * 12.0 * disc, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
}
`;

/**
 * Sky for reflections: it has land below the horizon, and a sun that fits a small picture.
 */
const environmentFragment = /* glsl */ `
${skyParameters}
void main() {
    vec3 direction = normalize(vDirection);
    vec3 land = mix(vec3(0.16, 0.19, 0.1), horizon * 0.5, smoothstep(-0.3, 0.0, direction.z));
    vec3 colour = mix(land, skyAt(direction), smoothstep(-0.01, 0.02, direction.z));
    colour += sunColour * 14.0 * smoothstep(0.992, 0.998, dot(direction, sunDirection));
    gl_FragColor = vec4(colour, 1.0);
}
`;

function skyMaterial(vertexShader: string, fragmentShader: string): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
        defines: { CLOUDS: 1 },
        uniforms: {
            horizon: { value: horizonColour },
            zenith: { value: zenithColour },
            sunColour: { value: sunColour },
            sunDirection: { value: sunDirection },
            drift: { value: 0 },
        },
        vertexShader,
        fragmentShader,
        side: THREE.BackSide,
        depthWrite: false,
    });
}

function createDome() {
    const dome = new THREE.Mesh(
        new THREE.IcosahedronGeometry(1, 3),
        skyMaterial(domeVertex, domeFragment),
    );
    dome.frustumCulled = false;
    dome.renderOrder = 10; // after what hides it
    return dome;
}

function renderEnvironment(renderer: THREE.WebGLRenderer): THREE.WebGLRenderTarget {
    const scene = new THREE.Scene();
    const material = skyMaterial(domeVertex, environmentFragment);
    const ball = new THREE.Mesh(new THREE.IcosahedronGeometry(1, 3), material);
    ball.frustumCulled = false;
    scene.add(ball);
    const generator = new THREE.PMREMGenerator(renderer);
    const target = generator.fromScene(scene, 0.01);
    generator.dispose();
    ball.geometry.dispose();
    material.dispose();
    return target;
}
