/** The module as it is embedded: compressed, in base64. */
export async function unpack(base64: string): Promise<ArrayBuffer> {
    const text = atob(base64);
    const bytes = Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
}
