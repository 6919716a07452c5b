/**
 * The part of the ground's shader that finds a place's colour, relief and shine.
 *
 * The map of surfaces has cells of 0.5 m. A fragment weighs the nine around it by a quadratic
 * spline, takes the two surfaces that weigh most, and draws the edge where they weigh the same: a
 * smooth line instead of stairs.
 */
export const groundParameters = /* glsl */ `
uniform sampler2D surfaceMap; // an index in each cell
uniform sampler2D farMap; // their tones, for where cells are smaller than pixels; alpha: hard
uniform sampler2D slopeMap;
uniform highp sampler2DArray detail;
uniform vec2 mapFrom;
uniform vec2 mapSize;
uniform vec3 toneA[SURFACES];
uniform vec3 toneB[SURFACES];
uniform vec4 shape[SURFACES]; // layer, 1 / tile, relief, 1 / mean brightness
uniform vec4 shine[SURFACES]; // roughness of both tones, 1 if hard, mottle
uniform int everywhere; // a surface that lies on everything, or -1
uniform vec3 offRoad; // what then tints the land beside the roads
varying vec2 vGround;

struct Patch { vec3 colour; vec2 slope; float roughness; float brightness; };

Patch patchOf(int surface, vec2 p, vec2 dx, vec2 dy, float cloud) {
    vec4 kind = shape[surface];
    vec4 near = textureGrad(detail, vec3(p * kind.y, kind.x), dx * kind.y, dy * kind.y);
    float blend = clamp(near.a + shine[surface].w * cloud, 0.0, 1.0);
    float brightness = near.b * kind.w * (1.0 + 0.4 * shine[surface].w * cloud);
    return Patch(mix(toneA[surface], toneB[surface], blend) * brightness,
        (near.rg - 0.5) * 2.0 * kind.z,
        mix(shine[surface].x, shine[surface].y, blend), brightness);
}

/** -0.5 to 0.5, over so many metres. */
float cloudsOf(vec2 p, float size, vec2 dx, vec2 dy) {
    return textureGrad(detail, vec3(p / size, PATCHES_LAYER), dx / size, dy / size).a - 0.5;
}

Patch mixed(Patch a, Patch b, float t) {
    return Patch(mix(a.colour, b.colour, t), mix(a.slope, b.slope, t),
        mix(a.roughness, b.roughness, t), mix(a.brightness, b.brightness, t));
}

int surfaceOf(ivec2 cell) {
    ivec2 size = textureSize(surfaceMap, 0);
    return int(255.0 * texelFetch(surfaceMap, clamp(cell, ivec2(0), size - 1), 0).r + 0.5);
}

/** The two surfaces of a place, and by how much the first outweighs the second. */
void weigh(vec2 p, out int first, out int second, out float lead) {
    vec2 cell = (p - mapFrom) * 2.0;
    ivec2 middle = ivec2(floor(cell));
    vec2 f = fract(cell) - 0.5;
    vec2 low = 0.5 - f, high = 0.5 + f;
    vec2 weights[3] = vec2[3](0.5 * low * low, 0.75 - f * f, 0.5 * high * high);
    first = surfaceOf(middle);
    second = first;
    lead = 0.0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            int other = surfaceOf(middle + ivec2(i - 1, j - 1));
            float weight = weights[i].x * weights[j].y;
            if (other == first) lead += weight;
            else if (second == first || other == second) {
                second = other;
                lead -= weight;
            }
        }
}

Patch groundAt(vec2 p, vec2 dx, vec2 dy) {
    float pixel = max(length(dx), length(dy));
    int first, second;
    float lead;
    weigh(p, first, second, lead);
    vec2 hard = vec2(shine[first].z, shine[second].z);
    // Large and turned, it hides that textures repeat.
    float cloud = cloudsOf(mat2(0.8, 0.6, -0.6, 0.8) * p, 19.0, dx, dy);
    cloud *= 1.0 - smoothstep(0.15, 0.6, pixel); // from above, it would be seen to repeat itself
    if (everywhere >= 0) {
        Patch result = patchOf(everywhere, p, dx, dy, cloud);
        float onRoad = first == second ? hard.x
            : mix(hard.y, hard.x, smoothstep(-0.12 - 2.0 * pixel, 0.12 + 2.0 * pixel, lead));
        result.colour *= mix(offRoad, vec3(1.0), onRoad);
        return result;
    }
    Patch result = patchOf(first, p, dx, dy, cloud);
    if (second != first) {
        Patch other = patchOf(second, p, dx, dy, cloud);
        float ragged = 0.6 * (1.0 - hard.x * hard.y) * (result.brightness - other.brightness);
        float soft = 0.12 + 2.0 * pixel;
        result = mixed(other, result, smoothstep(-soft, soft, lead + ragged));
    }
    return result;
}

vec3 covered(vec4 far) {
    if (everywhere < 0) return far.rgb;
    return mix(toneA[everywhere], toneB[everywhere], 0.4) * mix(offRoad, vec3(1.0), far.a);
}

Patch groundFromFar(vec2 p, vec2 dx, vec2 dy, Patch near) {
    float pixel = max(length(dx), length(dy));
    float t = smoothstep(0.5, 2.2, pixel);
    if (t == 0.0) return near;
    vec4 far = textureGrad(farMap, (p - mapFrom) / mapSize, dx / mapSize, dy / mapSize);
    return mixed(near, Patch(covered(far), vec2(0.0), near.roughness, 1.0), t);
}

/**
 * The map's own softened tones, with the nearest surface's grain. Levels of detail are chosen here,
 * which saves the many samples of an anisotropic filter.
 */
Patch simpleGround(vec2 p, vec2 dx, vec2 dy) {
    float level = 0.5 * log2(max(length(dx) * length(dy), 1e-9)); // of 1 m
    vec4 far = textureLod(farMap, (p - mapFrom) / mapSize, level + 1.0);
    int surface = everywhere >= 0 ? everywhere : surfaceOf(ivec2(floor((p - mapFrom) * 2.0)));
    vec4 kind = shape[surface];
    float texels = float(textureSize(detail, 0).x) * kind.y;
    float grain = textureLod(detail, vec3(p * kind.y, kind.x), level + log2(texels)).b * kind.w;
    return Patch(covered(far) * grain, vec2(0.0), 1.0, 1.0);
}
`;

export const groundColour = /* glsl */ `
vec2 groundDx = dFdx(vGround);
vec2 groundDy = dFdy(vGround);
#ifdef SIMPLE
Patch ground = simpleGround(vGround, groundDx, groundDy);
diffuseColor.rgb = ground.colour;
totalEmissiveRadiance += 0.2 * ground.colour; // instead of the sky's light
#else
Patch ground = groundFromFar(vGround, groundDx, groundDy, groundAt(vGround, groundDx, groundDy));
// Land is never of one colour: two waves of noise, 260 and 70 m long.
float waves = cloudsOf(vGround, 263.0, groundDx, groundDy)
    - cloudsOf(vGround, 71.0, groundDx, groundDy);
diffuseColor.rgb = ground.colour * (1.0 + 0.22 * waves);
#endif
`;

export const groundNormal = /* glsl */ `
#ifndef OWN_NORMALS
vec2 incline = texture(slopeMap, (vGround - mapFrom + 0.5) / (mapSize + 1.0)).rg + ground.slope;
normal = normalize((viewMatrix * vec4(-incline, 1.0, 0.0)).xyz);
#else
normal = normalize(normal + (viewMatrix * vec4(-ground.slope, 0.0, 0.0)).xyz);
#endif
`;
