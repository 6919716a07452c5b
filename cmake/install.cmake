# cmake --install: headers, libraries, command, data, page, CMake package, pkg-config files.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Kamm)
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# Two export files, so that who uses the core alone needs none of the libraries of kamm_io.
install(DIRECTORY include/kamm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS kamm EXPORT KammTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT KammTargets NAMESPACE Kamm:: DESTINATION ${package_folder})
set(pkgconfig_files kamm.pc)
if(KAMM_IO)
    install(TARGETS kamm_io EXPORT KammIoTargets)
    install(EXPORT KammIoTargets NAMESPACE Kamm:: DESTINATION ${package_folder})
    install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kamm)
    list(APPEND pkgconfig_files kamm_io.pc)
endif()
if(TARGET kamm_command)
    install(TARGETS kamm_command)
    # The page, if it has been built by then.
    install(DIRECTORY build/page/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kamm/page OPTIONAL)
endif()

configure_package_config_file(cmake/KammConfig.cmake.in KammConfig.cmake
    INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(KammConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/KammConfig.cmake ${PROJECT_BINARY_DIR}/KammConfigVersion.cmake
    DESTINATION ${package_folder})

# The prefix is found from where the .pc file lies, so that an installation may be moved.
file(RELATIVE_PATH prefix_from_pc
    ${CMAKE_INSTALL_PREFIX}/${pkgconfig_folder} ${CMAKE_INSTALL_PREFIX})
foreach(file IN LISTS pkgconfig_files)
    configure_file(cmake/${file}.in ${file} @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${file} DESTINATION ${pkgconfig_folder})
endforeach()
