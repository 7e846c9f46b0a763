// Compiles a table of data/ (tab-separated, with a commented head) into constant C++ arrays.
// `tablec IN.tsv OUT.hpp` writes rows and a hash index over the first column;
// `tablec --registry OUT.cpp IN.tsv…` writes the list of all tables that conditions may name;
// `tablec --hosts OUT.hpp IN.tsv…` joins the tables of hosts behind one filter.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/host_filter.hpp"
#include "uri/hash.hpp"

namespace {

struct Column {
  std::string name;
  std::string type;  // str, u32 or bool
};
struct Table {
  std::string path, name, date, source, made_by;
  bool hosts = false;  // its first column holds names of hosts
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

[[noreturn]] void fail(const std::string& path, std::size_t line, const std::string& what) {
  std::cerr << path << ':' << line << ": " << what << '\n';
  std::exit(1);
}

std::vector<std::string> fields_of(std::string_view line, char separator) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = line.find(separator, begin);
    out.emplace_back(line.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return out;
    begin = end + 1;
  }
}

std::string value_after(const std::string& line, std::string_view key) {
  if (line.compare(0, key.size(), key) != 0) return {};
  return line.substr(key.size());
}

// The column that says `exact` or `suffix`, or the number of columns.
std::size_t match_column(const Table& table) {
  std::size_t i = 0;
  while (i < table.columns.size() && table.columns[i].name != "match") ++i;
  return i;
}

bool is_suffix(const Table& table, const std::vector<std::string>& row) {
  const std::size_t column = match_column(table);
  return table.hosts && column < row.size() && row[column] == "suffix";
}

void check_host(const Table& table, const std::vector<std::string>& row, std::size_t line) {
  const std::string& host = row[0];
  const std::size_t column = match_column(table);
  if (column < row.size() && row[column] != "exact" && row[column] != "suffix") {
    fail(table.path, line, "`match` is exact or suffix");
  }
  if (host.size() < 2 || host.size() > urilint::kLongestListedHost || host.front() == '.' ||
      host.back() == '.' || host.find('*') != std::string::npos) {
    fail(table.path, line, "no name of a host: " + host);
  }
  if (std::any_of(host.begin(), host.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
    fail(table.path, line, "names of hosts are written in lower case");
  }
  if (std::count(host.begin(), host.end(), '.') >=
      static_cast<std::ptrdiff_t>(urilint::kMostListedLabels)) {
    fail(table.path, line, "too many labels");
  }
}

Table read(const std::string& path) {
  Table table;
  table.path = path;
  const std::size_t slash = path.find_last_of('/');
  table.name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  table.name = table.name.substr(0, table.name.find('.'));
  std::ifstream in(path);
  if (!in) fail(path, 0, "cannot be opened");
  std::string line;
  std::size_t number = 0;
  std::set<std::string> keys;
  while (std::getline(in, line)) {
    ++number;
    if (line.empty()) continue;
    if (line[0] == '#') {
      if (auto v = value_after(line, "# date: "); !v.empty()) table.date = v;
      if (auto v = value_after(line, "# source: "); !v.empty()) table.source = v;
      if (auto v = value_after(line, "# made by: "); !v.empty()) table.made_by = v;
      if (auto v = value_after(line, "# hosts: "); !v.empty()) {
        if (v != "yes") fail(path, number, "`# hosts:` is yes or not there");
        table.hosts = true;
      }
      if (auto v = value_after(line, "# columns: "); !v.empty()) {
        std::istringstream words(v);
        for (std::string word; words >> word;) {
          const std::size_t colon = word.find(':');
          if (colon == std::string::npos) fail(path, number, "a column is name:type");
          table.columns.push_back({word.substr(0, colon), word.substr(colon + 1)});
        }
      }
      continue;
    }
    if (table.columns.empty()) fail(path, number, "a row before `# columns:`");
    auto row = fields_of(line, '\t');
    if (row.size() != table.columns.size()) fail(path, number, "wrong number of columns");
    if (!keys.insert(row[0]).second) fail(path, number, "duplicate key " + row[0]);
    if (table.hosts) check_host(table, row, number);
    table.rows.push_back(std::move(row));
  }
  if (table.date.empty() || table.source.empty() || table.made_by.empty()) {
    fail(path, 1, "the head needs `# source:`, `# date:` and `# made by:`");
  }
  if (table.rows.size() > 60000) fail(path, number, "too many rows");
  return table;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7f) {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", byte);
      out += octal;
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string camel(const std::string& name) {
  std::string out;
  bool up = true;
  for (const char c : name) {
    if (c == '-' || c == '_') {
      up = true;
    } else {
      out += up ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      up = false;
    }
  }
  return out;
}

void write_index(std::ostream& out, const std::string& type, const std::vector<std::string>& keys) {
  std::size_t size = 4;
  while (size < keys.size() * 2) size *= 2;
  std::vector<std::uint16_t> index(size, 0);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::size_t slot = urilint::slot_of(urilint::hash_lower(keys[i]), size);
    while (index[slot] != 0) slot = (slot + 1) & (size - 1);
    index[slot] = static_cast<std::uint16_t>(i + 1);
  }
  out << "/// Open addressing by `hash_lower` of the first column; row + 1, 0 is empty.\n"
      << "inline constexpr std::uint16_t k" << type << "Index[] = {";
  for (std::size_t i = 0; i < size; ++i) out << (i % 16 == 0 ? "\n    " : " ") << index[i] << ',';
  out << "\n};\n";
}

void write_header(const Table& table, const std::string& out_path) {
  std::ostringstream out;
  const std::string type = camel(table.name);
  out << "// Generated from data/" << table.name << ".tsv by tablec; do not edit.\n#pragma once\n"
      << "#include <cstdint>\n#include <string_view>\n\nnamespace urilint::tables {\n\n"
      << "struct " << type << "Row {\n";
  for (const Column& column : table.columns) {
    out << "  "
        << (column.type == "str"   ? "std::string_view"
            : column.type == "u32" ? "std::uint32_t"
                                   : "bool")
        << ' ' << column.name << ";\n";
  }
  out << "};\ninline constexpr std::string_view k" << type << "Date = " << quoted(table.date)
      << ";\ninline constexpr " << type << "Row k" << type << "[] = {\n";
  for (const auto& row : table.rows) {
    out << "    {";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string& kind = table.columns[i].type;
      if (i != 0) out << ", ";
      if (kind == "str") {
        out << quoted(row[i]);
      } else if (kind == "bool") {
        out << (row[i] == "1" ? "true" : "false");
      } else {
        out << (row[i].empty() ? "0" : row[i]) << 'U';
      }
    }
    out << "},\n";
  }
  out << "};\n";
  std::vector<std::string> keys;
  for (const auto& row : table.rows) keys.push_back(row[0]);
  write_index(out, type, keys);
  out << "\n}  // namespace urilint::tables\n";
  std::ofstream(out_path) << out.str();
}

void write_registry(const std::vector<Table>& tables, const std::string& out_path) {
  std::ostringstream out;
  out << "// Generated from data/ by tablec; do not edit.\n#include \"engine/data_table.hpp\"\n\n"
      << "namespace urilint {\nnamespace {\n";
  for (const Table& table : tables) {
    if (table.columns.empty() || table.columns[0].type != "str" || table.rows.empty()) continue;
    std::vector<std::vector<std::string>> rows = table.rows;
    std::sort(rows.begin(), rows.end());
    out << "constexpr DataTable::Row k" << camel(table.name) << "[] = {\n";
    for (const auto& row : rows) {
      out << "    {" << quoted(row[0]) << ", " << quoted(row.size() > 1 ? row[1] : "") << ", "
          << (is_suffix(table, row) ? "true" : "false") << "},\n";
    }
    out << "};\n";
  }
  out << "constexpr DataTable kTables[] = {\n";
  for (const Table& table : tables) {
    if (table.columns.empty() || table.columns[0].type != "str" || table.rows.empty()) continue;
    out << "    {" << quoted(table.name) << ", " << quoted(table.date) << ", k" << camel(table.name)
        << ", " << (table.hosts ? "true" : "false") << "},\n";
  }
  out << "};\n}  // namespace\n\nstd::span<const DataTable> data_tables() noexcept { return "
         "kTables; }\n\n}  // namespace urilint\n";
  std::ofstream(out_path) << out.str();
}

void write_hosts(const std::vector<Table>& tables, const std::string& out_path) {
  std::map<std::string, bool> hosts;  // whether all below it is listed as well
  for (const Table& table : tables) {
    if (!table.hosts) continue;
    for (const auto& row : table.rows) {
      bool& suffix = hosts[row[0]];
      suffix = suffix || is_suffix(table, row);
    }
  }
  if (hosts.empty()) hosts.emplace("invalid", false);
  if (hosts.size() > 60000) fail(out_path, 0, "too many hosts");
  unsigned bits = 6;
  while ((std::size_t{1} << bits) < hosts.size() * 128) ++bits;
  std::vector<std::uint64_t> filter(std::size_t{1} << (bits - 6), 0);
  std::vector<std::uint64_t> endings(16, 0);  // by `ending_slot`
  std::vector<std::string> keys;
  std::ostringstream out;
  out << "// Generated from data/ by tablec; do not edit.\n#pragma once\n#include <cstdint>\n"
      << "#include <string_view>\n\nnamespace urilint::tables {\n\nstruct HostListsRow {\n"
      << "  std::string_view host;\n  std::string_view match;\n};\n"
      << "inline constexpr HostListsRow kHostLists[] = {\n";
  for (const auto& [host, suffix] : hosts) {
    out << "    {" << quoted(host) << ", " << (suffix ? "\"suffix\"" : "\"exact\"") << "},\n";
    const std::uint32_t slot = urilint::filter_slot(urilint::filter_key(host, suffix), bits);
    filter[slot / 64] |= std::uint64_t{1} << slot % 64;
    if (suffix && host.size() < 7) {
      const std::uint32_t ending = urilint::ending_slot(urilint::host_tail(host));
      endings[ending / 64] |= std::uint64_t{1} << ending % 64;
    }
    keys.push_back(host);
  }
  out << "};\n";
  write_index(out, "HostLists", keys);
  const auto write_bits = [&out](const std::vector<std::uint64_t>& bits_of) {
    for (std::size_t i = 0; i < bits_of.size(); ++i) {
      out << (i % 4 == 0 ? "\n    " : " ") << bits_of[i] << "U,";
    }
  };
  out << "/// One bit for each host, at the slot of its `filter_key`.\ninline constexpr unsigned "
      << "kHostFilterBits = " << bits << ";\ninline constexpr std::uint64_t kHostFilter[] = {";
  write_bits(filter);
  out << "\n};\n/// The endings of those below seven bytes.\n"
      << "inline constexpr std::uint64_t kShortHostEndings[] = {";
  write_bits(endings);
  out << "\n};\n\n}  // namespace urilint::tables\n";
  std::ofstream(out_path) << out.str();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + 1, argv + argc);
  if (args.size() >= 2 && (args[0] == "--registry" || args[0] == "--hosts")) {
    std::vector<Table> tables;
    for (std::size_t i = 2; i < args.size(); ++i) tables.push_back(read(args[i]));
    (args[0] == "--hosts" ? write_hosts : write_registry)(tables, args[1]);
    return 0;
  }
  if (args.size() != 2) {
    std::cerr << "usage: tablec IN.tsv OUT.hpp | tablec --registry OUT.cpp IN.tsv... | "
                 "tablec --hosts OUT.hpp IN.tsv...\n";
    return 2;
  }
  write_header(read(args[0]), args[1]);
  return 0;
}
