/**
 * Who chooses with the mouse drives on at once: then the focus goes back to the scene, so that the
 * arrow keys steer the car and do not turn the knob. Who uses the keyboard keeps it where it is.
 */
export function giveFocusBack(from: HTMLElement): void {
    from.addEventListener("change", () => {
        const focused = document.activeElement;
        if (!focused || !from.contains(focused) || focused.matches(":focus-visible")) return;
        document.getElementById("scene")?.focus();
    });
}
