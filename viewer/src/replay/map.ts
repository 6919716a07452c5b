/** The proving ground from above with all cars and the ghost, whole or around the player's. */
import type { Path, World } from "kamm";
import { createSurface, type Surface } from "../dials/surface";
import type { CarFrame, Frame } from "../frame";
import { element, type Panel } from "../view";
import { carColours, cellM, paintChart, roadOf } from "./chart";
import {
    columnOf,
    lineOf,
    newProjection,
    type Projection,
    showAround,
    showWhole,
} from "./projection";

export interface CarMap extends Panel {
    /** Drawn, too, if there is one. */
    ghost: CarFrame | null;
}

const aroundM = 320;

interface Sheet {
    readonly surface: Surface;
    readonly map: Projection;
}

function drawChart({ surface, map }: Sheet, chart: HTMLCanvasElement, world: World) {
    const { context, width, height } = surface;
    const left = columnOf(map, world.extent.from[0], width);
    const top = lineOf(map, world.extent.to[1], height);
    const scale = cellM * map.pixelsPerM;
    context.imageSmoothingEnabled = true;
    context.drawImage(chart, left, top, chart.width * scale, chart.height * scale);
}

/** The circuit has edges and a start line; the cells alone are too coarse for it. */
function drawRoad({ surface, map }: Sheet, path: Path, road: Path2D) {
    const { context, width, height } = surface;
    context.save();
    context.translate(columnOf(map, 0, width), lineOf(map, 0, height));
    context.scale(map.pixelsPerM, map.pixelsPerM);
    context.lineJoin = "round";
    context.strokeStyle = "rgb(255 255 255 / 55%)";
    context.lineWidth = path.widthM + 2 / map.pixelsPerM;
    context.stroke(road);
    context.strokeStyle = "#3b3d42";
    context.lineWidth = Math.max(path.widthM, 2.5 / map.pixelsPerM);
    context.stroke(road);
    drawStart(context, path, 2 / map.pixelsPerM);
    context.restore();
}

function drawStart(context: CanvasRenderingContext2D, { points, widthM }: Path, lineM: number) {
    const [x, y] = [points[0]!, points[1]!];
    const yawRad = Math.atan2(points[3]! - y, points[2]! - x);
    const [acrossX, acrossY] = [-Math.sin(yawRad) * widthM, Math.cos(yawRad) * widthM];
    context.strokeStyle = "#fff";
    context.lineWidth = lineM;
    context.beginPath();
    context.moveTo(x - acrossX, -(y - acrossY));
    context.lineTo(x + acrossX, -(y + acrossY));
    context.stroke();
}

/** An arrow that points where the car's nose does. */
function drawCar({ surface, map }: Sheet, car: CarFrame, size: number, colour: string) {
    const { context, width, height } = surface;
    context.save();
    context.translate(
        columnOf(map, car.position[0]!, width),
        lineOf(map, car.position[1]!, height),
    );
    context.rotate(-car.yawRad);
    context.beginPath();
    context.moveTo(size, 0);
    context.lineTo(-0.75 * size, 0.65 * size);
    context.lineTo(-0.4 * size, 0);
    context.lineTo(-0.75 * size, -0.65 * size);
    context.closePath();
    context.fillStyle = colour;
    context.fill();
    context.lineWidth = 1.2;
    context.strokeStyle = "#0b0f14";
    context.stroke();
    context.restore();
}

function drawCars(sheet: Sheet, { cars }: Frame, ghost: CarFrame | null) {
    for (let i = cars.length - 1; i > 0; --i) drawCar(sheet, cars[i]!, 5, carColours.other);
    if (ghost) drawCar(sheet, ghost, 6, carColours.ghost);
    if (cars[0]) drawCar(sheet, cars[0], 8, carColours.own);
}

/** A button as large as the map: it changes between the whole and the near. */
function createButton(parent: HTMLElement, turn: (isNear: boolean) => void): HTMLButtonElement {
    const button = element("button", "map-button", parent);
    button.type = "button";
    button.title = "Near or whole";
    button.setAttribute("aria-label", "Map: show what is near the car");
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
        const isNear = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(isNear));
        turn(isNear);
    });
    return button;
}

export function createMap(world: World, parent: HTMLElement): CarMap {
    const section = element("section", "panel map", parent);
    section.setAttribute("aria-label", "Map");
    let isNear = false;
    const button = createButton(section, (near) => (isNear = near));
    const sheet: Sheet = { surface: createSurface(button, "map-canvas", "Map"), map: newProjection() };
    const chart = paintChart(world);
    const roads = world.paths
        .filter(({ name }) => name === "circuit")
        .map((path) => ({ path, road: roadOf(path) }));
    let ghost: CarFrame | null = null;

    function aim({ cars }: Frame) {
        const { width, height } = sheet.surface;
        const place = cars[0]?.position;
        if (isNear && place) showAround(sheet.map, place[0]!, place[1]!, aroundM, width);
        else showWhole(sheet.map, world.extent, width, height);
    }

    return {
        id: "map",
        title: "Map",
        element: section,
        get visible() {
            return !section.hidden;
        },
        set visible(shown) {
            section.hidden = !shown;
        },
        get ghost() {
            return ghost;
        },
        set ghost(car) {
            ghost = car;
        },
        update(frame) {
            if (section.hidden || !sheet.surface.begin()) return;
            aim(frame);
            drawChart(sheet, chart, world);
            for (const { path, road } of roads) drawRoad(sheet, path, road);
            drawCars(sheet, frame, ghost);
        },
        dispose() {
            sheet.surface.dispose();
            section.remove();
        },
    };
}
