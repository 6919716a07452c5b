/** For tests that do not look at the picture: WebGL draws the end of each mesh alone. */
import type { Page } from "playwright-core";

type DrawsAll = boolean | "behind";

/**
 * From now on all is drawn, or again little. With "behind" all is drawn that the picture is made of later: mirrors, shadows, light.
 * What light was computed from before stays as it is.
 */
export const drawAll = (page: Page, does: DrawsAll = true) =>
    page.evaluate((is) => void ((window as { drawsAll?: DrawsAll }).drawsAll = is), does);

/**
 * Done before a page's own scripts. Shaders are compiled and used, and buffers are read to their ends, so that the console tells of
 * mistakes as ever. But drawing in software takes a fraction of the time.
 */
export function drawsLittle() {
    const { prototype } = WebGL2RenderingContext;
    const { drawArrays, drawElements, drawRangeElements, drawArraysInstanced, drawElementsInstanced } = prototype;
    type Gl = WebGL2RenderingContext;
    const most = 6; // two triangles, three lines
    const isWhole = (gl: Gl) => {
        const { drawsAll = false } = window as { drawsAll?: DrawsAll };
        return drawsAll === "behind" ? gl.getParameter(gl.FRAMEBUFFER_BINDING) !== null : drawsAll;
    };
    const few = (gl: Gl, count: number) => (isWhole(gl) ? count : Math.min(count, most));
    const indexBytes: Readonly<Record<number, number>> = {
        [prototype.UNSIGNED_BYTE]: 1,
        [prototype.UNSIGNED_SHORT]: 2,
        [prototype.UNSIGNED_INT]: 4,
    };
    const last = (gl: Gl, count: number, type: number, offset: number) => offset + (count - few(gl, count)) * indexBytes[type]!;
    prototype.drawArrays = function (this: Gl, mode, first, count) {
        drawArrays.call(this, mode, first + count - few(this, count), few(this, count));
    };
    prototype.drawElements = function (this: Gl, mode, count, type, offset) {
        drawElements.call(this, mode, few(this, count), type, last(this, count, type, offset));
    };
    prototype.drawRangeElements = function (this: Gl, mode, start, end, count, type, offset) {
        drawRangeElements.call(this, mode, start, end, few(this, count), type, last(this, count, type, offset));
    };
    prototype.drawArraysInstanced = function (this: Gl, mode, first, count, instances) {
        drawArraysInstanced.call(this, mode, first + count - few(this, count), few(this, count), instances);
    };
    prototype.drawElementsInstanced = function (this: Gl, mode, count, type, offset, instances) {
        drawElementsInstanced.call(this, mode, few(this, count), type, last(this, count, type, offset), instances);
    };
}
