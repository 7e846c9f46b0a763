# Program, library, headers, CMake package file, man page, rule documentation. Components: `program`,
# `mail` (its module), `library`, and `wheel` (the program where a Python package has it).
include(CMakePackageConfigHelpers)

if(TARGET urilint)
  install(TARGETS urilint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  install(FILES ${CMAKE_SOURCE_DIR}/docs/man/urilint.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT program)
  if(SKBUILD)
    install(TARGETS urilint RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT wheel)
  endif()
endif()
if(TARGET urilint_mail)
  # Where the program looks from its own folder, whatever the folder of libraries is called.
  install(TARGETS urilint_mail LIBRARY DESTINATION lib/urilint COMPONENT mail)
  if(SKBUILD)
    install(TARGETS urilint_mail LIBRARY DESTINATION ${SKBUILD_DATA_DIR}/lib/urilint
            COMPONENT wheel)
  endif()
endif()
install(TARGETS urilint_library EXPORT urilint-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/urilint DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library FILES_MATCHING PATTERN "*.hpp")
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md
              ${CMAKE_SOURCE_DIR}/CHANGELOG.md ${CMAKE_SOURCE_DIR}/THIRD-PARTY-NOTICES.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES ${CMAKE_SOURCE_DIR}/docs/schema/urilint-output.schema.json
              ${CMAKE_SOURCE_DIR}/docs/schema/urilint-config.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/urilint COMPONENT program)

# The texts of the licences of what is in the program, from the packages that it was built with.
set(licences_dir ${CMAKE_INSTALL_DOCDIR}/licenses)
set(licences_component program)
if(SKBUILD)
  set(licences_dir ${SKBUILD_METADATA_DIR}/licenses)
  set(licences_component wheel)
endif()
file(STRINGS ${CMAKE_SOURCE_DIR}/tools/libraries.tsv libraries REGEX "^[^#]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/libraries.tsv)
foreach(library ${libraries})
  string(REGEX REPLACE "^[^\t]*\t([^\t]*)\t.*" "\\1" package "${library}")
  if(EXISTS /usr/share/doc/${package}/copyright)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${licences_dir}
            RENAME ${package} COMPONENT ${licences_component})
  endif()
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/urilint)
install(EXPORT urilint-targets NAMESPACE urilint:: DESTINATION ${package_dir} COMPONENT library)
configure_package_config_file(cmake/urilint-config.cmake.in ${CMAKE_BINARY_DIR}/urilint-config.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/urilint-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/urilint-config.cmake
              ${CMAKE_BINARY_DIR}/urilint-config-version.cmake
        DESTINATION ${package_dir} COMPONENT library)
