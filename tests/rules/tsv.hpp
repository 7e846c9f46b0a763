// Tables of cases: a row a line, cells between tabs, `#` begins a comment, bytes as \xNN.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace urilint::tsv {

/// The rows of a file in the folder of the rule tests.
inline std::vector<std::vector<std::string>> rows(const std::string& name) {
  std::ifstream file(URILINT_SOURCE_DIR "/tests/rules/" + name);
  std::vector<std::vector<std::string>> out;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> cells;
    std::size_t begin = 0;
    for (std::size_t tab = line.find('\t'); tab != std::string::npos;
         tab = line.find('\t', begin)) {
      cells.push_back(line.substr(begin, tab - begin));
      begin = tab + 1;
    }
    cells.push_back(line.substr(begin));
    out.push_back(std::move(cells));
  }
  return out;
}

/// The words of a cell.
inline std::vector<std::string> words(std::string_view cell) {
  std::vector<std::string> out;
  while (!cell.empty()) {
    const std::size_t end = std::min(cell.find(' '), cell.size());
    if (end > 0) out.emplace_back(cell.substr(0, end));
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
  return out;
}

/// `\xNN`, `\n`, `\t`, `\r` and `\\` as the bytes that they stand for.
inline std::string bytes(std::string_view cell) {
  std::string out;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\' || i + 1 == cell.size()) {
      out += cell[i];
      continue;
    }
    const char c = cell[++i];
    if (c == 'x' && i + 2 < cell.size()) {
      out += static_cast<char>(std::stoi(std::string(cell.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
    }
  }
  return out;
}

}  // namespace urilint::tsv
