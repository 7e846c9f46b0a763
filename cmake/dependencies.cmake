# Libraries of Debian 12. re2.pc carries no version and RE2 has no CMake file, so pkg-config it is.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(ICU REQUIRED IMPORTED_TARGET icu-uc icu-i18n)
pkg_check_modules(PSL REQUIRED IMPORTED_TARGET libpsl)
