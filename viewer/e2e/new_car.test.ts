/** A new car from a data sheet: the form, what is said of the car, and its drive. */
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { read, shareVisit, when } from "./visit";

const shared = shareBrowser();

describe("the form for a new car", () => {
    const here = shareVisit(shared, { hash: "car=nissan-micra" });

    test("makes a car, says what is unusual of it, and drives it", async () => {
        const { page } = here;
        const form = page.locator("dialog.new-car");
        await page.getByRole("button", { name: "Tune" }).click();
        await page.getByRole("button", { name: "New…" }).click();
        await form.waitFor();
        expect(await form.getByRole("button", { name: "Drive it" }).isDisabled()).toBe(true);
        await form.locator("select[name=body] option[value=saloon]").waitFor({ state: "attached" });
        expect(await form.locator("select[name=body] option").count()).toBe(13);
        const facts = { name: "Mine", mass: "1450", wheelbase: "2650mm", tyres: "225/45R17", power: "147kW" };
        for (const [fact, text] of Object.entries(facts)) await form.locator(`[name=${fact}]`).fill(text);
        await form.locator("[name=power]").press("Tab");
        await form.locator("caption").waitFor();
        expect(await form.locator("caption").textContent()).toContain("saloon");
        expect(await form.locator("tbody tr").count()).toBeGreaterThan(15);
        expect(await form.locator("[name=height]").getAttribute("placeholder")).toBe("1.45");

        await form.locator("[name=tyres]").fill("round");
        await form.locator("[name=tyres]").press("Tab");
        await form.locator(".new-car-error").waitFor();
        expect(await form.locator(".new-car-error").textContent()).toContain("no size of a tyre");
        expect(await form.getByRole("button", { name: "Drive it" }).isDisabled()).toBe(true);

        await form.locator("[name=tyres]").fill("225/45R17");
        await form.locator("[name=tyres]").press("Tab");
        await form.locator("caption").waitFor();
        await form.getByRole("button", { name: "Drive it" }).click();
        await when(page, "simulation.setup.car === 'own'");
        expect(await read(page, "simulation.vehicle.get('body.mass_kg')")).toBe(1450);
        expect(await page.locator("dialog.new-car").count()).toBe(0);
        expect(here.complaints).toEqual([]);
    });
});
