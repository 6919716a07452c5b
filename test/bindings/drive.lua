-- drive.c in Lua, and what is Lua's own: errors that are raised, objects that are destroyed.
local kamm = require "kamm"
local ffi = require "ffi"

-- C's floats: 0.05f.
local throttle, angle_rad = tonumber(ffi.new("float", 0.05)), tonumber(ffi.new("float", 0.3))

local function drive_cars()
    local model = kamm.create_model(kamm.default_vehicle(), kamm.FULL)
    local cars = kamm.create_cars(model, 20)
    for i = 0, cars:count() - 1 do
        local at = kamm.placement_on(kamm.flat_ground, 10 * i, 0, 0.1 * i)
        at.speed_mps, at.gear = i, kamm.GEAR_DRIVE
        cars:place(i, at)
        cars:inputs()[i].throttle = throttle * i
        cars:inputs()[i].steering_wheel_rad = angle_rad * (i - 10)
    end
    for _ = 1, 120 do cars:step(kamm.flat_ground, 4) end
    print("cars " .. bit.tohex(cars:state_hash()))
end

local function drive_world()
    local model = kamm.create_model(kamm.default_vehicle(), kamm.FULL)
    local cars = kamm.create_cars(model, 2)
    local world = kamm.create_world(kamm.new "world_def")
    local crate = kamm.cone(0.5)
    crate.position_m[0], crate.position_m[2] = 8, 0.25
    local body = kamm.new "body"
    world:add_body(crate, body)
    world:add_cars(cars)
    for i = 0, 1 do
        local at = world:placement_in_world(model, 0, 5 * i, 0)
        at.speed_mps, at.gear = 15, kamm.GEAR_DRIVE
        cars:place(i, at)
    end
    for _ = 1, 60 do world:step_world(4) end
    print("world " .. bit.tohex(world:world_state_hash()))
    local motion = kamm.new "body_motion"
    assert(world:read_body_motion(body, motion) and motion.position_m[0] > 8, "a car pushes the crate")
    kamm.destroy(world)
end

local function errors_are_raised()
    local def = kamm.default_vehicle()
    def.body.mass_kg = -1
    local ok, why = pcall(kamm.create_model, def, kamm.FULL)
    assert(not ok and why:find "body.mass_kg", why)
    ok, why = pcall(kamm.set_number, kamm.vehicle_table(), def, "engine.idel_rpm", 900)
    assert(not ok and why:find "idle", why)
    ok, why = pcall(function() return kamm.no_such_thing end)
    assert(not ok and why:find "no_such_thing", why)
    ok, why = pcall(kamm.destroy, def)
    assert(not ok, why)
end

local function misuse_is_an_error()
    kamm.set_assert_handler(kamm.C.kamm_print_misuse, nil) -- as shared libraries do by default
    local cars = kamm.create_cars(kamm.create_model(kamm.default_vehicle(), kamm.KINEMATIC), 2)
    local ok, why = pcall(cars.apply_impulse, cars, 2, ffi.new("double[3]"), ffi.new("double[3]"))
    assert(not ok and why:find "kamm_apply_impulse", why)
end

local function objects_are_collected()
    for _ = 1, 200 do kamm.create_cars(kamm.create_model(kamm.default_vehicle(), kamm.KINEMATIC), 16) end
    collectgarbage()
    collectgarbage()
end

drive_cars()
drive_world()
errors_are_raised()
misuse_is_an_error()
objects_are_collected()
