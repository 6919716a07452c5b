/** All cars of the world: the player's first, then the others on the circuit. */
import type { CarView, Kamm, ModelInfo, World } from "kamm";
import type { Garage } from "./garage";
import type { Setup } from "./setup";
import { createPlayer, type Player } from "./player";
import { createTraffic, type Traffic } from "./traffic";

export interface Lineup {
    readonly player: Player;
    all(): CarView[];
    /** What draws each of them. */
    entries(car: string): { id: string; info: ModelInfo }[];
    /** So many others, on their places of the circuit. */
    setOthers(count: number): void;
    /** Drivers and hands set all inputs for the coming time. */
    act(dtS: number): void;
    restartOthers(): void;
}

export function createLineup(kamm: Kamm, world: World, garage: Garage, setup: Setup): Lineup {
    const player = createPlayer(kamm, world, garage, setup);
    let traffic: Traffic | null = null;
    return {
        player,
        all: () => [player.car, ...(traffic?.cars ?? [])],
        entries(car) {
            const others = traffic?.ids.map((id, i) => ({ id, info: traffic!.infos[i]! })) ?? [];
            return [{ id: car, info: player.car.info }, ...others];
        },
        setOthers(count) {
            const next = count > 0 ? createTraffic(kamm, world, count) : null;
            if (traffic && next) world.replace(traffic.cars, next.cars);
            else if (next) world.add(next.cars);
            else if (traffic) world.remove(traffic.cars);
            traffic?.dispose();
            traffic = next;
            traffic?.restart();
        },
        act(dtS) {
            player.act(dtS);
            traffic?.drive(dtS);
        },
        restartOthers: () => traffic?.restart(),
    };
}
