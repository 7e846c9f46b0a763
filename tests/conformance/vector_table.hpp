// What becomes of every published vector in `../shared`: one line a table of each file, printed by
// `test_conformance --table`. A file or a row that nobody accounts for is a failure.
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::testing {

/// One use of the rows of one table.
struct VectorUse {
  std::string file;  ///< below `corpora`
  std::string part;  ///< the table in the file; empty: all of the file
  std::string what;  ///< what is asked
  std::size_t vectors = 0;
  std::size_t passed = 0;
  std::vector<std::string> exceptions;               ///< `input: reason`
  std::map<std::string, std::size_t> left_out = {};  ///< rows by the reason that they do not apply
  bool again = false;  ///< a further question about rows that another use accounts for
};
void record(VectorUse use);

/// A named exception: the row can not hold, and must still fail.
struct VectorException {
  std::string_view file;
  std::string_view part;
  std::string_view input;
  std::string_view reason;
};

/// Counts the rows of one table and records them at the end.
class VectorTally {
 public:
  VectorTally(std::string file, std::string part, std::string what);
  VectorTally(const VectorTally&) = delete;
  VectorTally& operator=(const VectorTally&) = delete;
  ~VectorTally();

  /// Judges one row. `fault` is empty if it passed.
  void judge(const std::string& input, const std::string& fault);
  /// The row is no vector for us.
  void leave_out(const std::string& reason) { ++use_.left_out[reason]; }
  VectorTally& again() {
    use_.again = true;
    return *this;
  }

 private:
  VectorUse use_;
};

/// The exceptions of the tallies (`vector_exceptions.cpp`).
[[nodiscard]] const VectorException* vector_exception(std::string_view file, std::string_view part,
                                                      std::string_view input);
/// How many they are.
[[nodiscard]] std::size_t vector_exceptions();

/// Prints the table. False if a file of the corpora is neither used nor listed as not applicable,
/// if the rows do not add up, or if something listed is not there.
[[nodiscard]] bool print_vector_table(std::ostream& out);

}  // namespace urilint::testing
