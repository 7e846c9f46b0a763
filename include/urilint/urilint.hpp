/// Everything that is promised to users of the library, in one header.
#pragma once

#include "urilint/export.hpp"
#include "urilint/file_uri.hpp"
#include "urilint/host.hpp"
#include "urilint/iri.hpp"
#include "urilint/lint.hpp"
#include "urilint/mailto.hpp"
#include "urilint/names.hpp"
#include "urilint/reference.hpp"
#include "urilint/severity.hpp"
#include "urilint/uri.hpp"
#include "urilint/whatwg.hpp"
