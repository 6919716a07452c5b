# Bullet, for what compares with it: BULLET_FOUND, the target PkgConfig::BULLET and the C++ that it needs. A macro, as a
# language is enabled for the folder that asks.
macro(find_bullet)
    if(NOT CMAKE_CROSSCOMPILING) # the C++ compiler that is found is the host's
        pkg_check_modules(BULLET IMPORTED_TARGET bullet)
    endif()
    if(BULLET_FOUND)
        include(CheckLanguage)
        check_language(CXX)
        if(CMAKE_CXX_COMPILER)
            enable_language(CXX)
        else()
            set(BULLET_FOUND FALSE)
        endif()
    endif()
endmacro()
