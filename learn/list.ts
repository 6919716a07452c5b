/** The lessons in their order: the index, the heads of the pages and the ways from one to the next are made of this. */
export interface LessonEntry {
    /** Its folder, and its address. */
    readonly id: string;
    readonly title: string;
    /** What one learns, in a sentence. */
    readonly sentence: string;
}

export const lessons: readonly LessonEntry[] = [
    {
        id: "six-lines",
        title: "Six lines that steer",
        sentence: "Where a car goes if each wheel only rolls where it points, and where that stops being true.",
    },
    {
        id: "bicycle",
        title: "The bicycle and understeer",
        sentence: "Why a car needs more steering when it is faster, and what happens to one that needs less.",
    },
    {
        id: "friction-circle",
        title: "The friction circle",
        sentence: "A tyre has one grip for turning and braking together: spend it well.",
    },
    {
        id: "load-transfer",
        title: "Load transfer",
        sentence: "How much load moves from the inner to the outer wheels in a bend, and why.",
    },
    {
        id: "anti-roll-bars",
        title: "Springs and anti-roll bars",
        sentence: "A laden pickup swerves with its bars and without: who leans, who lifts a wheel.",
    },
    {
        id: "launch",
        title: "Engine, gears and launch",
        sentence: "From the torque at the crankshaft to the push on the road, and how to get away fastest.",
    },
    {
        id: "split-friction",
        title: "Brakes and ABS on split friction",
        sentence: "Two wheels on ice, two on asphalt, and the pedal to the floor.",
    },
    {
        id: "parked",
        title: "Why parked cars creep elsewhere",
        sentence: "A brake that is a damper lets every parked car slide downhill. What friction really does.",
    },
    {
        id: "two-wheels",
        title: "Why a bicycle stays up",
        sentence: "Hands off, and it steers to where it falls. Take away spin, trail or mass in front, and see which one it was.",
    },
];
