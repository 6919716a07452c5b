/**
 * After a choice with the mouse the focus goes back to the scene, so that the arrow keys steer the car and do not
 * turn the knob. With the keyboard it stays where it is.
 */
export function giveFocusBack(from: HTMLElement): void {
    from.addEventListener("change", () => {
        const focused = document.activeElement;
        if (!focused || !from.contains(focused) || focused.matches(":focus-visible")) return;
        document.getElementById("scene")?.focus();
    });
}
