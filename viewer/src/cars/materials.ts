/** What cars are made of. Shared by all but for paint and the lamps that are switched. */
import { Color, DoubleSide, MeshPhysicalMaterial, MeshStandardMaterial } from "three";

export const paintMaterial = (colour: string) =>
    new MeshPhysicalMaterial({
        color: new Color(colour),
        metalness: 0.25,
        roughness: 0.42,
        clearcoat: 1,
        clearcoatRoughness: 0.04,
    });

export const glassMaterial = () =>
    new MeshStandardMaterial({ color: "#2b3641", metalness: 0.82, roughness: 0.06 });

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

const lens = (colour: string, glow: string) =>
    new MeshStandardMaterial({
        color: colour,
        emissive: glow,
        emissiveIntensity: 0,
        metalness: 0.5,
        roughness: 0.1,
    });

export const headLampMaterial = () => lens("#b4c0c9", "#ffffff");
export const tailLampMaterial = () => lens("#7d0d12", "#ff0602");
export const reverseLampMaterial = () => lens("#c9ccce", "#ffffff");
