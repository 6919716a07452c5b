# Compiling through ccache, where it is installed, so that what another build folder or clone has compiled is not compiled
# again. Paths reach the compiler relative to the source tree, as they would else differ from clone to clone; an
# environment variable is how ccache 4.7 takes that. What a source includes is read from the compiler's own list (-MD): that
# spares the preprocessor's run, an eighth of a build that finds nothing in the cache.
function(kamm_use_ccache source_root)
    find_program(KAMM_CCACHE_PROGRAM ccache)
    find_program(KAMM_ENV_PROGRAM env)
    if(NOT KAMM_CCACHE_PROGRAM OR NOT KAMM_ENV_PROGRAM)
        return()
    endif()
    foreach(language C CXX)
        set(CMAKE_${language}_COMPILER_LAUNCHER
            ${KAMM_ENV_PROGRAM} CCACHE_BASEDIR=${source_root} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 ${KAMM_CCACHE_PROGRAM} PARENT_SCOPE)
    endforeach()
endfunction()
