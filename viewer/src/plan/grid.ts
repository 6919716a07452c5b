/** Squares of 10 m, which show on an empty plain that something moves, and how far. */
export const gridM = 10;

/** Around a place, as far as the reach; in the context's colour. */
export function drawGrid(context: CanvasRenderingContext2D, x: number, y: number, reachM: number, pixelM: number) {
    const first = (at: number) => Math.ceil((at - reachM) / gridM) * gridM;
    context.lineWidth = pixelM;
    context.beginPath();
    for (let at = first(x); at < x + reachM; at += gridM) {
        context.moveTo(at, y - reachM);
        context.lineTo(at, y + reachM);
    }
    for (let at = first(y); at < y + reachM; at += gridM) {
        context.moveTo(x - reachM, at);
        context.lineTo(x + reachM, at);
    }
    context.stroke();
}
