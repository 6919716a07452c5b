import { describe, expect, it } from "vitest";
import type { ModelInfo } from "kamm";
import { newFrame } from "../frame";
import { finish } from "../slices";
import { car, fourAxleTruck, threeAxleTruck, threeWheeler, unusual } from "../testing";
import { createCarModel, prepareCarModel } from ".";
import { takeCarGeometry } from "./body";
import { driverEye } from "./eye";
import { archPlaces, shapeOf } from "./field";
import { boxSkin, cabOf, lookOf } from "./boxes";
import type { Mesh } from "./mesh";
import { isLikeNone, profileFor } from "./profiles";
import { archRadius, skinOf } from "./skin";
import { knownCars, otherCars } from "./testing";
import { isRidden } from "./two_wheels";

const range = ({ positions }: Mesh, axis: number) => {
    const values = positions.filter((_, i) => i % 3 === axis);
    return [Math.min(...values), Math.max(...values)] as const;
};

describe("arches", () => {
    it("are one for each side of an axle, around twin wheels as well", () => {
        const arches = archPlaces(threeAxleTruck);
        expect(arches.map(({ axle, side }) => [axle, side])).toEqual(
            [[0, 1], [0, -1], [1, 1], [1, -1], [2, 1], [2, -1]],
        );
        const twin = arches[2]!;
        expect([twin.y - twin.widthM / 2, twin.y + twin.widthM / 2]).toEqual(
            [0.75 - 0.15, 1.1 + 0.15].map((y) => expect.closeTo(y, 9)),
        );
        expect(archPlaces(car)).toHaveLength(4);
    });

    it("of a wheel in the middle leave the flanks whole", () => {
        const [front] = archPlaces(threeWheeler);
        expect(front).toMatchObject({ side: 0, y: 0 });
        const profile = profileFor(null, threeWheeler);
        const { paint, trim } = finish(skinOf(profile, shapeOf(profile, threeWheeler), threeWheeler, false));
        const isOnFlank = (mesh: Mesh) =>
            mesh.positions.some((x, i) => {
                if (i % 3 !== 0) return false;
                const [y, z] = [mesh.positions[i + 1]!, mesh.positions[i + 2]!];
                return Math.hypot(x - front!.x, z - front!.z) < archRadius(front!) - 0.05 && Math.abs(y) > 0.4;
            });
        expect(isOnFlank(paint) || isOnFlank(trim)).toBe(true);
    });
});

describe("a vehicle that is like none", () => {
    it("is a truck, no car of the list and no three-wheeler", () => {
        expect(isLikeNone("my-truck", threeAxleTruck)).toBe(true);
        expect(isLikeNone("my-truck", fourAxleTruck)).toBe(true);
        const boxes = fourAxleTruck.boxes;
        expect(isLikeNone("robin", { ...threeWheeler, boxes })).toBe(false);
        for (const [id, info] of Object.entries(knownCars))
            for (const name of [id, null]) expect(isLikeNone(name, { ...info, boxes }), id).toBe(false);
    });

    it("is the bus and the formula car, and no other without a profile of its own", () => {
        const boxes = fourAxleTruck.boxes;
        const drawnAsBoxes = Object.entries(otherCars)
            .filter(([id, info]) => !isRidden(info) && isLikeNone(id, { ...info, boxes: info.boxes.length ? info.boxes : boxes }))
            .map(([id]) => id);
        expect(drawnAsBoxes).toEqual(["farm-tractor-250hp", "formula-car-2014", "go-kart-125", "mercedes-citaro"]);
    });

    it.each([threeAxleTruck, fourAxleTruck])("has the size of its boxes, and windows in the cab", (info) => {
        const { skin } = finish(boxSkin(lookOf("my-truck", info), info, false));
        const all = Object.values(skin).filter(({ positions }) => positions.length > 0);
        const whole = { positions: all.flatMap(({ positions }) => positions) } as Mesh;
        const nose = Math.max(...info.boxes.map(({ centreM, halfM }) => centreM[0] + halfM[0]));
        const tail = Math.min(...info.boxes.map(({ centreM, halfM }) => centreM[0] - halfM[0]));
        expect(range(whole, 0)).toEqual([expect.closeTo(tail, 1), expect.closeTo(nose, 1)]);
        expect(range(whole, 1)[1]).toBeCloseTo(Math.max(...info.boxes.map(({ halfM }) => halfM[1])), 1);
        for (const [material, { indices }] of Object.entries(skin))
            if (material !== "trim") expect(indices.length, material).toBeGreaterThan(0);
        const cab = cabOf(info);
        expect(cab).toBe(info.boxes[0]);
        expect(range(skin.glass, 0)[0]).toBeGreaterThan(cab.centreM[0] - cab.halfM[0]);
        const [x, y, z] = driverEye(info);
        expect(Math.abs(x - cab.centreM[0])).toBeLessThan(cab.halfM[0]);
        expect(y).toBeGreaterThan(0);
        expect(Math.abs(z - cab.centreM[2])).toBeLessThan(cab.halfM[2]);
    });
});

describe.each(Object.entries<ModelInfo>(unusual))("the model of the %s", (_, info) => {
    it.each([true, false])("draws each wheel where the frame has it (plain: %s)", (plain) => {
        const model = createCarModel("own", info, { plain });
        const { cars } = newFrame([info.wheelCount], 0);
        const frame = cars[0]!;
        frame.orientation[0] = 1;
        frame.wheels.forEach((wheel, i) => {
            wheel.position.set(info.wheelPositionM[i]!);
            wheel.orientation[0] = 1;
            wheel.groundNormal[2] = 1;
        });
        model.update(frame, 0.016);
        const places = plain ? null : model.root.children.find(({ name }) => name === "wheels")!.children.map(({ position }) => position.toArray());
        if (places) expect(places).toEqual(info.wheelPositionM.map((place) => [...place]));
        model.dispose();
    });
});

describe("a fine model", () => {
    it("is made in many slices, and then taken as it is", () => {
        const info = knownCars["nissan-micra"]!;
        const slices = prepareCarModel("nissan-micra", info);
        let count = 0;
        let next = slices.next();
        for (; !next.done; next = slices.next()) ++count;
        expect(count).toBeGreaterThan(100); // of 5 ms each where all takes 0.6 s
        const one = takeCarGeometry("nissan-micra", info, false);
        next.value();
        const other = takeCarGeometry("nissan-micra", info, false);
        expect(other.geometry).toBe(one.geometry);
        for (const { giveBack } of [one, other]) giveBack();
    });
});
