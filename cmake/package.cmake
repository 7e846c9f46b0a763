# `cpack` in the build folder makes a .deb of the program, and one of its mail module, which it
# recommends: GMime brings a desktop's libraries along. Dependencies are those of what is linked.
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
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
if(TARGET urilint_mail)
  list(APPEND CPACK_COMPONENTS_ALL mail)
  set(CPACK_DEBIAN_MAIL_PACKAGE_NAME urilint-mail)
  set(CPACK_COMPONENT_MAIL_DESCRIPTION "the module by which urilint reads mail")
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS urilint-mail)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME urilint)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_STRIP_FILES ON)
include(CPack)
