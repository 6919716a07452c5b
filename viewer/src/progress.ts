/** How far the page has come, before there is a picture: index.html has the bar, which needs no script to be seen. */
export interface Progress {
    /** What is done now, and how much is done, 0 to 1. Resolves once it is on the screen. */
    step(text: string, share: number): Promise<void>;
    end(): void;
}

/** Hidden pages draw nothing: these go on all the same. */
const maxWaitMs = 60;

function shown(): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, maxWaitMs);
        requestAnimationFrame(() =>
            setTimeout(() => {
                clearTimeout(timer);
                resolve();
            }),
        );
    });
}

export function createProgress(box: HTMLElement | null): Progress {
    const bar = box?.querySelector("progress");
    const line = box?.querySelector("output");
    return {
        step(text, share) {
            if (bar) bar.value = share;
            if (line) line.textContent = text;
            return shown();
        },
        end: () => box?.remove(),
    };
}

/** Returns the answer, and reports the bytes that have come in meanwhile. */
export async function fetchCounted(url: string, came: (bytes: number) => void): Promise<Response> {
    const answer = await fetch(url);
    if (!answer.ok || !answer.body) return answer;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
            came((bytes += chunk.length));
            controller.enqueue(chunk);
        },
    });
    const type = answer.headers.get("Content-Type") ?? "";
    return new Response(answer.body.pipeThrough(counter), { headers: { "Content-Type": type } });
}
