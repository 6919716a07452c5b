/** Panels keep clear of the top bar and of the pads, whose rows depend on the window: style.css has the rest. */

/** Who came by Tab scrolls the column by keys; a click on it leaves the focus where it is, and keys go on driving. */
export function keepFocusOut(column: HTMLElement) {
    column.addEventListener("mousedown", (event) => {
        const isControl = (event.target as Element).closest("button, select, input, summary, label");
        if (!isControl) event.preventDefault();
    });
}

export function keepClear(top: HTMLElement, pads: HTMLElement) {
    const { style } = document.documentElement;
    const measure = () => {
        style.setProperty("--top-end", `${top.getBoundingClientRect().bottom}px`);
        style.setProperty("--pads-height", `${pads.offsetHeight}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(top);
    observer.observe(pads);
    measure();
}
