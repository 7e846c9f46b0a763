// Catch's program, and the table of all vectors behind it: `--table` runs the tests of published
// vectors and prints it. Status 77: there are none.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <iostream>

#include "conformance/shared_data.hpp"
#include "conformance/vector_table.hpp"

int main(int argc, char** argv) {
  Catch::Session session;
  bool table = false;
  session.cli(session.cli() |
              Catch::clara::Opt(table)["--table"]("run the published vectors, print their table"));
  int status = session.applyCommandLine(argc, argv);
  if (status != 0) return status;
  if (table) {
    if (!urilint::testing::shared_folder()) {
      std::cout << "skipped: the extra data is absent (URILINT_SHARED names its folder)\n";
      return 77;
    }
    session.configData().testsOrTags = {"[vectors]"};
  }
  status = session.run();
  if (table && !urilint::testing::print_vector_table(std::cout) && status == 0) status = 1;
  return status;
}
