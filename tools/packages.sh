# Sourced by the scripts of tools/: installs what is missing through apt, as root or through sudo.
# `need_packages build` for a build, `need_packages test` for the tests as well, `bench` for those and
# what tests/bench measures with, `ci` for all of CI, `one PACKAGE` for that alone.
build_packages="g++ cmake ninja-build ccache pkg-config libre2-dev libcli11-dev libexpected-dev
  libicu-dev libpsl-dev libgmime-3.0-dev
  libfmt-dev libtomlplusplus-dev rapidjson-dev libxxhash-dev"
test_packages="catch2 liburiparser-dev zlib1g-dev python3 python3-jsonschema git"
ci_packages="clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14"
# Static libraries for the wheel, and what makes it.
wheel_packages="libidn2-dev libunistring-dev binutils python3-venv"
deb_packages="dpkg-dev file"
bench_packages="valgrind libbenchmark-dev libboost-url1.81-dev"
# What tests/recipes runs; those that would start a service are apart.
recipe_packages="python3 procmail maildrop luajit"
recipe_services="dovecot-sieve haproxy nginx-light postfix rspamd"

need_packages() {
  local list="$build_packages" missing=() package
  case "$1" in
    test) list="$list $test_packages" ;;
    wheel) list="$list $wheel_packages" ;;
    deb) list="$list $deb_packages" ;;
    bench) list="$list $test_packages $bench_packages" ;;
    one) list="$2" ;;
    ci) list="$list $test_packages $ci_packages $bench_packages" ;;
  esac
  for package in $list; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  echo "installing: ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq >&2 || true
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >&2 || return 1
  reconfigure=yes  # what was left out for lack of a package comes in
}

# build PRESET [TARGET…]: configures once and builds; quiet unless it fails.
build() {
  local preset="$1" log
  shift
  # Paths below the checkout are relative to ccache, so that a fresh clone finds what was built before.
  export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
  mkdir -p "build/$preset"
  log="build/$preset/build.log"
  if [ ! -f "build/$preset/build.ninja" ] || [ -n "${reconfigure:-}" ] ||
    { [ -n "${with_tests:-}" ] && grep -q 'Catch2_DIR-NOTFOUND' "build/$preset/CMakeCache.txt"; }; then
    echo "configuring ($preset) …" >&2
    cmake --preset "$preset" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  fi
  # A dry run says whether there is anything to do; the first build takes minutes.
  if ! ninja -C "build/$preset" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
    echo "building ($preset) …" >&2
  fi
  ninja -C "build/$preset" "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
}
