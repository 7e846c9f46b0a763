// One table: a row a format. A name decides first, the longest pattern winning; then the first
// bytes, in the order of the rows. A row without a reader is read as text.
#include "document/format.hpp"

#include <algorithm>
#include <array>

#include "document/sniff.hpp"

namespace urilint {
namespace {

using Sniff = bool(std::string_view head) noexcept;

struct Row {
  Format format;
  std::string_view name;
  Reader* read;            // null: read as text
  Sniff* looks_like;       // null: known by its name only
  std::string_view files;  // patterns of file names, blank between them; `*` stands for any bytes
};

// Each row has a line of its own above it, so that rows are changed without a conflict.
constexpr std::array kRows = {
    // Chosen by content.
    Row{Format::automatic, "auto", nullptr, nullptr, ""},
    // Never chosen.
    Row{Format::list, "list", nullptr, nullptr, ""},
    // Names that no content may change.
    Row{Format::text, "text", read_text, nullptr, "*.txt *.text *.adoc"},
    // json: RFC 8259, JSONC, JSON5
    Row{Format::json, "json", read_json, looks_like_json,
        "*.json *.jsonc *.json5 *.webmanifest *.geojson *.jsonld *.ipynb *.har *.map *.sarif "
        "*.avsc composer.lock Pipfile.lock .babelrc .eslintrc .jshintrc .swcrc .watchmanconfig"},
    // jsonl: a JSON text a line
    Row{Format::jsonl, "jsonl", read_jsonl, looks_like_jsonl, "*.jsonl *.ndjson *.jsonlines"},
    // yaml: YAML 1.2
    Row{Format::yaml, "yaml", read_yaml, looks_like_yaml,
        "*.yaml *.yml *.yaml.tpl *.yml.tpl *.yaml.gotmpl *.yaml.j2 *.yml.j2 *.yaml.tmpl *.cff "
        ".clang-format .clang-tidy .clangd .yamllint .prettierrc .stylelintrc *.sublime-syntax"},
    // toml: TOML 1.0
    Row{Format::toml, "toml", read_toml, nullptr,
        "*.toml Cargo.lock Pipfile poetry.lock uv.lock pdm.lock"},
    // ini: sections and keys, git's and systemd's among them
    Row{Format::ini, "ini", read_ini, nullptr,
        "*.ini *.cfg *.conf *.cnf *.inf *.desktop *.service *.socket *.timer *.mount *.repo "
        "*.editorconfig .editorconfig .gitconfig .gitmodules .npmrc .pypirc .pylintrc .flake8 "
        ".coveragerc pip.conf setup.cfg tox.ini"},
    // env: NAME=value
    Row{Format::env, "env", read_env, nullptr, "*.env .env .env.* .flaskenv"},
    // properties: Java's
    Row{Format::properties, "properties", read_properties, nullptr, "*.properties"},
    // xml: and what is made of it
    Row{Format::xml, "xml", read_xml, looks_like_xml,
        "*.xml *.xsd *.xsl *.xslt *.svg *.rss *.atom *.plist *.pom *.wsdl *.xaml *.config *.csproj "
        "*.vbproj *.fsproj *.vcxproj *.props *.targets *.nuspec *.resx *.xlf *.xliff *.opf *.kml "
        "*.gpx *.storyboard *.xib *.ui *.qrc *.rdf *.owl *.dita *.mpd"},
    // html: by the tokenizer of the WHATWG
    Row{Format::html, "html", read_html, looks_like_html,
        "*.html *.htm *.xhtml *.shtml *.hta *.vue *.svelte"},
    // css: and its dialects
    Row{Format::css, "css", read_css, nullptr, "*.css *.scss *.less"},
    // markdown: CommonMark and GFM
    Row{Format::markdown, "markdown", read_markdown, nullptr,
        "*.md *.markdown *.mdown *.mkd *.mdx *.qmd *.Rmd"},
    // rst: reStructuredText, for the texts of its links
    Row{Format::rst, "rst", read_rst, nullptr, "*.rst *.rest"},
    // dockerfile: and Containerfile
    Row{Format::dockerfile, "dockerfile", read_dockerfile, nullptr,
        "Dockerfile Dockerfile.* *.dockerfile Containerfile Containerfile.* *.containerfile"},
    // shell: POSIX sh and bash
    Row{Format::shell, "shell", read_shell, looks_like_shell,
        "*.sh *.bash *.zsh *.ksh *.bats .bashrc .bash_profile .bash_aliases .bash_logout .profile "
        ".zshrc .zprofile .zshenv .kshrc .envrc PKGBUILD APKBUILD *.ebuild"},
    // hcl: Terraform and its kin
    Row{Format::hcl, "hcl", read_hcl, nullptr, "*.tf *.tfvars *.hcl *.nomad *.tofu *.pkr.hcl"},
    // csv: and tab-separated
    Row{Format::csv, "csv", read_csv, nullptr, "*.csv *.tsv"},
    // log: lines of programs
    Row{Format::log, "log", read_log, nullptr, "*.log"},
    // eml: one message
    Row{Format::eml, "eml", read_eml, looks_like_eml, "*.eml"},
    // mbox: a mailbox
    Row{Format::mbox, "mbox", read_mbox, looks_like_mbox, "*.mbox *.mbx"},
};
static_assert(kRows.size() == static_cast<std::size_t>(Format::mbox) + 1);

const Row& row_of(Format format) noexcept { return kRows[static_cast<std::size_t>(format)]; }

bool is_known(const Row& row) noexcept {
  return row.read != nullptr || row.format == Format::automatic || row.format == Format::list;
}

constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

bool same(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// `pattern` has at most one `*`; case does not matter.
bool matches(std::string_view pattern, std::string_view name) noexcept {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return same(pattern, name);
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return name.size() >= head.size() + tail.size() && same(name.substr(0, head.size()), head) &&
         same(name.substr(name.size() - tail.size()), tail);
}

struct Pattern {
  std::string_view text;
  const Row* row = nullptr;
};

template <typename Visit>
constexpr void for_each_pattern(Visit visit) {
  for (const Row& row : kRows) {
    for (std::string_view rest = row.files; !rest.empty();) {
      const std::string_view pattern = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
      visit(Pattern{pattern, &row});
    }
  }
}

consteval std::size_t count_patterns() {
  std::size_t count = 0;
  for_each_pattern([&count](const Pattern&) { ++count; });
  return count;
}

constexpr char last_of(const Pattern& pattern) noexcept { return lower(pattern.text.back()); }

// By their last bytes, which tell nearly all of them from a name.
consteval auto sort_patterns() {
  std::array<Pattern, count_patterns()> patterns{};
  std::size_t count = 0;
  for_each_pattern([&](const Pattern& pattern) { patterns[count++] = pattern; });
  std::sort(patterns.begin(), patterns.end(),
            [](const Pattern& a, const Pattern& b) { return last_of(a) < last_of(b); });
  return patterns;
}
constexpr auto kPatterns = sort_patterns();

const Row* row_by_name(std::string_view path) noexcept {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.empty()) return nullptr;
  const Pattern* best = nullptr;
  for (const char last : {lower(name.back()), '*'}) {
    const auto* pattern = std::lower_bound(kPatterns.begin(), kPatterns.end(), last,
                                           [](const Pattern& p, char c) { return last_of(p) < c; });
    for (; pattern != kPatterns.end() && last_of(*pattern) == last; ++pattern) {
      const bool longer = best == nullptr || pattern->text.size() > best->text.size();
      if (longer && matches(pattern->text, name)) best = pattern;
    }
  }
  return best == nullptr ? nullptr : best->row;
}

const Row* row_by_content(std::string_view head) noexcept {
  for (const Row& row : kRows) {
    if (row.looks_like != nullptr && row.looks_like(head)) return &row;
  }
  return nullptr;
}

}  // namespace

std::string_view name_of(Format format) noexcept { return row_of(format).name; }

std::optional<Format> format_named(std::string_view name) noexcept {
  for (const Row& row : kRows) {
    if (row.name == name && is_known(row)) return row.format;
  }
  return std::nullopt;
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) {
    if (is_known(row)) names.push_back(row.name);
  }
  return names;
}

Format format_of(std::string_view path, std::string_view head) noexcept {
  const Row* row = row_by_name(path);
  if (row == nullptr) row = row_by_content(head);
  return row == nullptr || row->read == nullptr ? Format::text : row->format;
}

bool read_document(Format format, Document& document, TextSpan where, const ReaderOptions& options,
                   SegmentSink& sink) {
  Reader* const read = row_of(format).read;
  return (read == nullptr ? read_text : *read)(document, where, options, sink);
}

bool read_text(Document& /*document*/, TextSpan where, const ReaderOptions& options,
               SegmentSink& sink) {
  if (where.size() == 0) return true;
  Segment segment;
  segment.where = where;
  segment.key = options.key;
  return sink.segment(segment);
}

}  // namespace urilint
