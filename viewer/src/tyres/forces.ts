/** Choices of key F: arrows in the scene, circles on the road, both, none. */

export interface Forces {
    readonly arrows: boolean;
    readonly circles: boolean;
}

const cycle: readonly (Forces & { readonly title: string })[] = [
    { arrows: false, circles: false, title: "off" },
    { arrows: true, circles: false, title: "arrows" },
    { arrows: false, circles: true, title: "Kamm circles on the road" },
    { arrows: true, circles: true, title: "arrows and circles" },
];

export function nextForces(now: Forces): (typeof cycle)[number] {
    const at = cycle.findIndex(({ arrows, circles }) => arrows === now.arrows && circles === now.circles);
    return cycle[(at + 1) % cycle.length]!;
}
