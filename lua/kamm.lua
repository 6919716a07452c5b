--- Kamm for LuaJIT (LÖVE, Defold and others that have its ffi).
--
--     local kamm = require "kamm"
--     local def = kamm.default_vehicle()
--     local model = kamm.create_model(def, kamm.FULL)
--     local cars = kamm.create_cars(model, 10)
--     cars:inputs()[0].throttle = 1
--     cars:step(kamm.flat_ground, 4)
--     print(cars:read(0, kamm.CHANNEL_speed_mps))
--
-- Every function of the C library is here without its prefix kamm_, with the parameters that its header documents but the
-- last, `error`: an error is raised with its text. A function whose first parameter is an object is a method of it too.
-- Objects are destroyed by the garbage collector, or at once by kamm.destroy(object). Indices begin at 0, as in C.
--
-- The library is found by the name "kamm", or by the path in the variable KAMM_LIBRARY. The file kamm_interface.lua, made by
-- tools/lua_bindings.py, has to be beside this one.
local ffi = require "ffi"
local interface = require "kamm_interface"

ffi.cdef(interface.declarations)
ffi.cdef "extern const kamm_ground kamm_flat_ground;"
local library = ffi.load(os.getenv "KAMM_LIBRARY" or "kamm")
local kamm = { C = library }

--- Raises what a call has written to `failure`.
local function fail(failure)
    error(ffi.string(failure.text), 3)
end

--- A C function that raises its errors, and whose objects destroy themselves.
local function wrap(name, traits)
    local call = library["kamm_" .. name]
    local destroy = traits.destroy and library[traits.destroy]
    if not traits.error and not destroy then return call end
    local failure = ffi.new "kamm_error"
    return function(...)
        local value
        if traits.error then
            local given = { ... } -- all but the last parameter
            given[traits.error] = failure
            value = call(unpack(given, 1, traits.error))
        else
            value = call(...)
        end
        if traits.result then
            if value ~= 0 then fail(failure) end
            return true
        end
        if destroy then
            if value == nil then fail(failure) end
            return ffi.gc(value, destroy)
        end
        return value
    end
end

local methods = {}
for name, traits in pairs(interface.functions) do
    kamm[name] = wrap(name, traits)
    if traits.object then
        methods[traits.object] = methods[traits.object] or {}
        methods[traits.object][name] = kamm[name]
    end
end
for object, of in pairs(methods) do
    ffi.metatype(object, { __index = of })
end
for name, value in pairs(interface.constants) do
    kamm[name] = value
end
kamm.flat_ground = library.kamm_flat_ground

--- Values of enums and constants by their names without KAMM_: kamm.FULL, kamm.CHANNEL_speed_mps.
setmetatable(kamm, {
    __index = function(of, name)
        local found, value = pcall(function() return library["KAMM_" .. name] end)
        if not found then error("kamm has no " .. tostring(name), 2) end
        rawset(of, name, value)
        return value
    end,
})

--- A struct of the headers: kamm.new("placement", { speed_mps = 10 }).
function kamm.new(name, ...)
    return ffi.new("kamm_" .. name, ...)
end

--- Destroys an object now, rather than by the garbage collector.
function kamm.destroy(object)
    for name, traits in pairs(interface.functions) do
        if traits.object and name:find "^destroy_" and ffi.istype(traits.object .. " *", object) then
            ffi.gc(object, nil)
            return kamm[name](object)
        end
    end
    error("kamm.destroy: no object of Kamm", 2)
end

-- A library of another version or layout is refused.
do
    local structs = ffi.new("kamm_abi_struct[?]", #interface.structs)
    local failure = ffi.new "kamm_error"
    for i, name in ipairs(interface.structs) do
        structs[i - 1].name, structs[i - 1].size = name, ffi.sizeof(name)
    end
    if library.kamm_check_abi(kamm.VERSION_NUMBER, structs, #interface.structs, failure) ~= 0 then
        error("kamm: " .. ffi.string(failure.text), 2)
    end
end

return kamm
