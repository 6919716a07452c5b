/** Cars that are switched on and off. */
import type { Member } from "./core";
import type { FullModule } from "./full_module";
import type { Slot, Slots } from "./full_types";
import { kammError } from "./module";
import type { Cars } from "./types";

export function makeSlots(module: FullModule, cars: Cars, member: Member): Slots {
    const { call, scratch } = module;
    const core = member.cores[0]!;

    function check(index: number): void {
        if (Number.isInteger(index) && index >= 0 && index < core.count) return;
        throw kammError("range", "index", `car ${index}; allowed: 0 to ${core.count - 1}`);
    }

    const slotOf = (index: number): Slot | null => {
        check(index);
        const generation = call.face_slot_generation(core.address, index);
        return generation ? { index, generation } : null;
    };

    function firstOff(): number {
        for (let car = 0; car < core.count; ++car) if (!call.kamm_is_on(core.address, car)) return car;
        throw kammError("range", "index", `switchOn: all ${core.count} cars are on`);
    }

    return {
        get countOn() {
            return call.kamm_count_on(core.address);
        },
        isOn(index) {
            check(index);
            return call.kamm_is_on(core.address, index) !== 0;
        },
        switchOn(placement, index = firstOff()) {
            check(index);
            core.stand(index, placement);
            module.done(call.face_switch_on(core.address, index, scratch));
            core.moved(1);
            core.ground.check();
            return slotOf(index)!;
        },
        switchOff({ index, generation }) {
            module.done(call.face_switch_off(core.address, index, generation));
            core.moved(1);
        },
        switchAllOff() {
            call.kamm_switch_all_off(core.address);
            core.moved(1);
        },
        slotOf,
        car({ index, generation }) {
            module.done(call.face_find_slot(core.address, index, generation));
            return cars.at(index);
        },
    };
}
