/** Smooth noise in a shader, 0 to 1. Without sines, which differ between machines. */
export const valueNoise = /* glsl */ `
float hash(vec2 p) {
    vec3 q = fract(p.xyx * vec3(0.1031, 0.103, 0.0973));
    q += dot(q, q.yzx + 33.33);
    return fract((q.x + q.y) * q.z);
}

float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    float south = mix(hash(i), hash(i + vec2(1, 0)), f.x);
    float north = mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x);
    return mix(south, north, f.y);
}
`;
