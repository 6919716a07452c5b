# Options of a project that is also part of others.

# kamm_option(NAME DOC DEFAULT DEFAULT_WITHIN): an option in the cache, but where Kamm is part of another
# project (add_subdirectory, FetchContent) a plain variable, which that project may have set before. Its
# cache is its own.
macro(kamm_option name doc default default_within)
    if(PROJECT_IS_TOP_LEVEL)
        option(${name} "${doc}" ${default})
    elseif(NOT DEFINED ${name})
        set(${name} ${default_within})
    endif()
endmacro()

# kamm_setting(NAME DOC DEFAULT): the same for a text.
macro(kamm_setting name doc default)
    if(PROJECT_IS_TOP_LEVEL)
        set(${name} "${default}" CACHE STRING "${doc}")
    elseif(NOT DEFINED ${name})
        set(${name} "${default}")
    endif()
endmacro()
