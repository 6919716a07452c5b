/**
 * Done in a page before its own scripts: counts what the page asks of WebGL, as `window.glCounts`, and draws nothing, so that
 * a browser that draws in software runs as fast as one with a graphics card. Used by frames.mjs and by the page's tests.
 */
export function probeGl() {
    const { prototype } = WebGL2RenderingContext;
    const counts = { calls: 0, triangles: 0, alive: { buffers: 0, textures: 0, programs: 0, vertexArrays: 0 } };
    const trianglesIn = (mode, count) =>
        mode === prototype.TRIANGLES ? count / 3 : mode === prototype.TRIANGLE_STRIP ? Math.max(0, count - 2) : 0;
    const drawn = (mode, count, instances = 1) => {
        ++counts.calls;
        counts.triangles += instances * trianglesIn(mode, count);
    };
    prototype.drawArrays = (mode, _, count) => drawn(mode, count);
    prototype.drawElements = (mode, count) => drawn(mode, count);
    prototype.drawRangeElements = (mode, _, __, count) => drawn(mode, count);
    prototype.drawArraysInstanced = (mode, _, count, instances) => drawn(mode, count, instances);
    prototype.drawElementsInstanced = (mode, count, _, __, instances) => drawn(mode, count, instances);
    const kinds = { buffers: "Buffer", textures: "Texture", programs: "Program", vertexArrays: "VertexArray" };
    for (const [name, kind] of Object.entries(kinds)) {
        const alive = new Set();
        const { [`create${kind}`]: create, [`delete${kind}`]: remove } = prototype;
        prototype[`create${kind}`] = function () {
            const made = create.call(this);
            alive.add(made);
            counts.alive[name] = alive.size;
            return made;
        };
        prototype[`delete${kind}`] = function (old) {
            alive.delete(old);
            counts.alive[name] = alive.size;
            remove.call(this, old);
        };
    }
    window.glCounts = counts;
}
