# Program, library, headers, CMake package file, man page.
include(CMakePackageConfigHelpers)
