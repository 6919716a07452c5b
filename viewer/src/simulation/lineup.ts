/** All cars of the world: the player's first, then the others on the circuit. */
import type { CarView, Kamm, ModelInfo, World } from "kamm";
import { vehicleFiles } from "./files";
import type { Garage } from "./garage";
import type { Setup } from "./setup";
import { createPlayer, type Player } from "./player";
import { createRoster } from "./roster";
import { createTraffic, type Traffic } from "./traffic";

export interface Lineup {
    readonly player: Player;
    all(): CarView[];
    /** What draws each of them; the player's are the first, trailers behind the car. */
    entries(car: string): { id: string; info: ModelInfo }[];
    /** Which of the world's groups the player's car is; its trailers are the next ones. */
    readonly playerGroup: number;
    /** Sets the number of other cars, at their places on the circuit. */
    setOthers(count: number): void;
    /** Drivers and hands set all inputs for the coming time. */
    act(dtS: number): void;
    restartOthers(): void;
    dispose(): void;
}

export function createLineup(kamm: Kamm, world: World, garage: Garage, setup: Setup): Lineup {
    const roster = createRoster(world);
    const player = createPlayer(kamm, world, roster, garage, setup);
    let traffic: Traffic | null = null;
    return {
        player,
        get playerGroup() {
            return roster.groupOf(player.combination.member);
        },
        all: () => [...player.combination.units, ...(traffic?.cars ?? [])],
        entries(car) {
            const others = traffic?.ids.map((id, i) => ({ id, info: traffic!.infos[i]! })) ?? [];
            const ids = vehicleFiles.find(({ id }) => id === car)?.units ?? [car];
            return [...player.combination.units.map(({ info }, i) => ({ id: ids[i]!, info })), ...others];
        },
        setOthers(count) {
            const next = count > 0 ? createTraffic(kamm, world, count) : null;
            roster.put(traffic?.cars ?? null, next?.cars ?? null);
            traffic?.dispose();
            traffic = next;
            traffic?.restart();
        },
        act(dtS) {
            player.act(dtS);
            traffic?.drive(dtS);
        },
        restartOthers: () => traffic?.restart(),
        dispose() {
            this.setOthers(0);
            player.dispose();
        },
    };
}
