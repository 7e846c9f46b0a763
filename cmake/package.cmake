# `cpack` in the build folder makes a .deb of the program; its dependencies are those of its libraries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME urilint)
set(CPACK_PACKAGE_VENDOR "urilint")
set(CPACK_PACKAGE_CONTACT "urilint <urilint@example.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "security-focused URI inspection and linting")
set(CPACK_PACKAGE_DESCRIPTION
    "urilint reads URIs in configuration, source, mail and lists, parses each one exactly as RFC 3986
 says, and reports what is dangerous about it, with the very bytes marked.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME urilint)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES ON)
include(CPack)
