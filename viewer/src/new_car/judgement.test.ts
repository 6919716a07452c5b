import type { DiagnosedFigure } from "kamm/new-cars";
import { expect, test } from "vitest";
import { titleOf } from "./judgement";

const named = (name: string) => titleOf({ name } as DiagnosedFigure);

test("titles have no unit, but the speed that a figure is for", () => {
    expect(named("front_ride_frequency_hz")).toBe("Front ride frequency");
    expect(named("understeer_gradient_deg_per_g")).toBe("Understeer gradient");
    expect(named("static_margin_100_kmh")).toBe("Static margin at 100 km/h");
    expect(named("largest_gear_step")).toBe("Largest gear step");
});
