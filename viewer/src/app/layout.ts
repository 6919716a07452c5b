/** Panels keep clear of the top bar and of the pads, whose rows depend on the window: style.css has the rest. */

/** A user who came by Tab scrolls the column by keys. A click on it leaves the focus where it is, so keys go on
 * driving. */
export function keepFocusOut(column: HTMLElement) {
    column.addEventListener("mousedown", (event) => {
        const isControl = (event.target as Element).closest("button, select, input, summary, label");
        if (!isControl) event.preventDefault();
    });
}

/** Marks on which sides a column that scrolls goes on, where it fades. */
export function fadeEnds(column: HTMLElement) {
    const look = () => {
        const belowPx = column.scrollHeight - column.clientHeight - column.scrollTop;
        column.classList.toggle("more-above", column.scrollTop > 1);
        column.classList.toggle("more-below", belowPx > 1);
    };
    const observer = new ResizeObserver(look);
    const watch = () => [column, ...column.children].forEach((each) => observer.observe(each));
    new MutationObserver(watch).observe(column, { childList: true });
    column.addEventListener("scroll", look, { passive: true });
    watch();
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
