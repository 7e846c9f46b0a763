# Program, library, headers, CMake package file, man page, rule documentation.
include(CMakePackageConfigHelpers)

if(TARGET urilint)
  install(TARGETS urilint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${CMAKE_SOURCE_DIR}/docs/man/urilint.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(TARGETS urilint_library EXPORT urilint-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/urilint DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/docs/schema/urilint-output.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/urilint)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/urilint)
install(EXPORT urilint-targets NAMESPACE urilint:: DESTINATION ${package_dir})
configure_package_config_file(cmake/urilint-config.cmake.in ${CMAKE_BINARY_DIR}/urilint-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/urilint-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/urilint-config.cmake
              ${CMAKE_BINARY_DIR}/urilint-config-version.cmake
        DESTINATION ${package_dir})
