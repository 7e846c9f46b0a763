# Libraries of Debian 12. re2.pc carries no version and RE2 has no CMake file, so pkg-config it is.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
