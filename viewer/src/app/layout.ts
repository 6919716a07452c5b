/** Panels keep clear of the top bar and of the pads, whose rows depend on the window: style.css has the rest. */

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
