// The text is folded (invisible characters out, compatibility forms to ASCII) with a map back to
// where it stands, cut into words, and each word is read: a scheme, `www.`, or the shape of a name.
#include "engine/link_text.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <optional>

#include "engine/defang.hpp"
#include "engine/secrets.hpp"
#include "engine/wrappers.hpp"
#include "find/chars.hpp"
#include "find/finder.hpp"
#include "host/name_tools.hpp"
#include "tables/file-endings.hpp"
#include "tables/host-endings.hpp"
#include "uri/spans.hpp"
#include "uri/table_lookup.hpp"
#include "uri/ucs.hpp"
#include "urilint/host.hpp"
#include "urilint/names.hpp"

namespace urilint {
namespace {

using namespace find;

constexpr std::size_t kLongestHost = 1024;
constexpr int kMostLayers = 3;  // of wrapped links, one inside the other
constexpr char32_t kEllipsis = 0x2026;
constexpr std::string_view kCut = "...";
/// What parts words, and what may stand around one.
constexpr std::string_view kApart = "\"'`<>(){}[]|,;";
constexpr std::string_view kAround = ":!?*_=";
constexpr std::string_view kBehind = ".,;:!?*_~)]}";
/// What makes the name before it a part of a longer one that nobody knows yet.
constexpr std::string_view kGoesOn = "<{[($%";

constexpr bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

constexpr bool is_host_byte(char c) noexcept {
  return is_alnum(c) || c == '-' || c == '.' || c == '_' || !is_ascii(c);
}

bool parts_words(char c) noexcept {
  return is_blank(c) || kApart.find(c) != std::string_view::npos;
}

bool is_lower_of(std::string_view text, std::string_view lower) noexcept {
  return equals_lower(text.substr(0, lower.size()), lower);
}

/// The text as it is read, each byte with the place of the character that it is made from.
class Folded {
 public:
  explicit Folded(std::string_view text) : text_(text) {
    plain_ = std::all_of(text.begin(), text.end(), is_ascii);
    if (plain_) return;
    for (std::size_t i = 0; i < text.size();) {
      const CodePoint code = first_code_point(text.substr(i));
      add(i, code);
      i += std::max<std::size_t>(code.size, 1);
    }
    places_.push_back(static_cast<Off>(text.size()));
    ends_.push_back(static_cast<Off>(text.size()));
  }

  [[nodiscard]] std::string_view view() const noexcept { return plain_ ? text_ : bytes_; }
  [[nodiscard]] UriSpan to_text(std::size_t begin, std::size_t end) const noexcept {
    if (plain_ || begin >= end) return {static_cast<Off>(begin), static_cast<Off>(end)};
    return {places_[begin], ends_[end - 1]};
  }

 private:
  void put(std::size_t place, std::size_t size, std::string_view bytes) {
    bytes_ += bytes;
    places_.insert(places_.end(), bytes.size(), static_cast<Off>(place));
    ends_.insert(ends_.end(), bytes.size(), static_cast<Off>(place + size));
  }

  void add(std::size_t place, CodePoint code) {
    if (code.size == 0) return put(place, 1, " ");
    const auto point = static_cast<UChar32>(code.value);
    if (point < 0x80) return put(place, 1, text_.substr(place, 1));
    if (u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0) return;
    if (code.value == kEllipsis) return put(place, code.size, kCut);
    const std::string ascii = compatible(point);
    if (!ascii.empty()) return put(place, code.size, ascii);
    const bool in_names = u_isalnum(point) != 0 || (U_GET_GC_MASK(point) & U_GC_M_MASK) != 0;
    put(place, code.size, in_names ? text_.substr(place, code.size) : " ");
  }

  // What NFKC makes of a character, if that is ASCII.
  static std::string compatible(UChar32 point) {
    const NameTools* const tools = NameTools::get();
    if (tools == nullptr) return {};
    std::array<UChar, 20> buffer{};
    UErrorCode status = U_ZERO_ERROR;
    const std::int32_t size = unorm2_getDecomposition(
        tools->nfkc, point, buffer.data(), static_cast<std::int32_t>(buffer.size()), &status);
    std::string out;
    for (std::int32_t i = 0; i < size && U_SUCCESS(status); ++i) {
      const UChar unit = buffer[static_cast<std::size_t>(i)];
      if (unit >= 0x80) return {};
      out += static_cast<char>(unit);
    }
    return out;
  }

  std::string_view text_;
  bool plain_ = true;
  std::string bytes_;
  std::vector<Off> places_;
  std::vector<Off> ends_;
};

enum class Ending : std::uint8_t { unknown, file, word, sure };

Ending kind_of_ending(std::string_view ending) noexcept {
  if (is_lower_of(ending, "xn--")) return Ending::sure;
  const std::uint32_t hash = hash_lower(ending);
  if (find_row(tables::kFileEndings, tables::kFileEndingsIndex, hash, ending,
               [](const tables::FileEndingsRow& r) { return r.ending; }) != nullptr) {
    return Ending::file;
  }
  const auto* const row = find_row(tables::kHostEndings, tables::kHostEndingsIndex, hash, ending,
                                   [](const tables::HostEndingsRow& r) { return r.suffix; });
  if (row == nullptr) return Ending::unknown;
  return row->kind == "word" ? Ending::word : Ending::sure;
}

std::string_view last_label(std::string_view name) noexcept {
  return name.substr(name.rfind('.') + 1);
}

// `Now` of `read.Now`, `NET` of `ASP.NET`: the next sentence, or the name of a product.
bool is_capital(std::string_view name) noexcept {
  const std::string_view ending = last_label(name);
  const bool other = std::any_of(name.begin(), name.end(), is_lower);
  return is_upper(ending.front()) && (other || equals_lower(ending, "net"));
}

NamedBy weight_of(std::string_view name, bool www, bool more) noexcept {
  const Ending ending = kind_of_ending(last_label(name));
  if (www) return NamedBy::url;
  const auto dots = std::count(name.begin(), name.end(), '.');
  // `com.example.io`
  const bool reversed =
      kind_of_ending(name.substr(0, name.find('.'))) == Ending::sure && !is_lower_of(name, "www");
  if (ending == Ending::unknown || ending == Ending::file || reversed) return NamedBy::hint;
  if (dots == 1 && is_capital(name)) return NamedBy::hint;
  return ending == Ending::sure || dots > 1 || more ? NamedBy::name : NamedBy::hint;
}

// Scripts that are written without spaces: Thai and Lao, Myanmar, Khmer, Han with kana and Hangul.
constexpr bool is_of_run_on_script(std::uint32_t code) noexcept {
  return (code >= 0xe00 && code < 0xf00) || (code >= 0x1000 && code < 0x10a0) ||
         (code >= 0x1780 && code < 0x1800) || (code >= 0x2e80 && code < 0xa000) ||
         (code >= 0xac00 && code < 0xd7b0) || (code >= 0xf900 && code < 0xfb00) || code >= 0x20000;
}

// Words of such a script run into the name: `こちらexample.com`.
bool runs_together(std::string_view name) noexcept {
  bool latin = false;
  bool other = false;
  while (!name.empty()) {
    const CodePoint code = first_code_point(name);
    if (name.front() == '.') latin = other = false;
    latin = latin || is_alpha(name.front());
    other = other || (code.size > 1 && is_of_run_on_script(code.value));
    if (latin && other) return true;
    name.remove_prefix(std::max<std::size_t>(code.size, 1));
  }
  return false;
}

class Words {
 public:
  explicit Words(LinkText& out) : folded_(out.text), text_(folded_.view()), out_(out) {}

  void run() {
    std::size_t words = 0;
    for (std::size_t i = 0; i < text_.size() && out_.hosts.size() < LinkText::kMost;) {
      if (parts_words(text_[i])) {
        ++i;
        continue;
      }
      const std::size_t end = word_end(i);
      read(i, end);
      i = end;
      ++words;
    }
    out_.one_word = words == 1;
    merge_spans(out_.masks);
  }

 private:
  // Brackets of an IPv6 address part no words, nor do those of a defanged dot and of a template,
  // nor does anything but quotes in the path of a URL.
  [[nodiscard]] std::size_t word_end(std::size_t begin) const noexcept {
    std::size_t end = begin;
    bool inside = false;
    std::size_t slashes = 0;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (is_blank(c)) break;
      if (c == '/') ++slashes;
      if (slashes >= 3 && (c == ',' || c == ';')) continue;
      if (c == '[' || c == '{' || c == '(') {
        inside = end > begin;
      } else if (inside && (c == ']' || c == '}' || c == ')')) {
        inside = false;
      } else if (!inside && parts_words(c)) {
        break;
      }
    }
    return end;
  }

  void read(std::size_t begin, std::size_t end) {
    const std::string_view word = text_.substr(begin, end - begin);
    if (is_defanged_word(word)) return;
    std::size_t colon = word.find("://");
    if (colon == std::string_view::npos) return read_bare(begin, end);
    bool first = true;
    for (; colon != std::string_view::npos; colon = word.find("://", colon + 3)) {
      read_url(begin, begin + colon, end, first);
      first = false;
      if (out_.hosts.size() >= LinkText::kMost) return;
    }
  }

  static bool is_defanged_word(std::string_view word) noexcept {
    constexpr std::string_view kMarks[] = {"[.",   "(.",   "{.", ".]", "[:",  "[dot",
                                           "(dot", "{dot", "[d", "[/", "[at", "(at"};
    for (std::size_t i = 0; i < word.size(); ++i) {
      const std::string_view rest = word.substr(i);
      if (is_lower_of(rest, "hxxp")) return true;
      if (word[i] != '[' && word[i] != '(' && word[i] != '{' && word[i] != '.') continue;
      if (std::any_of(std::begin(kMarks), std::end(kMarks),
                      [rest](std::string_view mark) { return is_lower_of(rest, mark); })) {
        return true;
      }
    }
    return false;
  }

  // A URL whose `://` stands at `colon`.
  void read_url(std::size_t word, std::size_t colon, std::size_t end, bool first) {
    std::size_t begin = colon;
    while (begin > word && is_alpha(text_[begin - 1])) --begin;
    const std::string_view scheme = text_.substr(begin, colon - begin);
    const bool https = equals_lower(scheme, "https");
    const bool http = equals_lower(scheme, "http");
    if (!https && !http && !equals_lower(scheme, "ftp")) return;
    std::size_t host = colon + 3;
    const std::size_t stop = std::min(text_.find_first_of("/?#\\", host), end);
    const std::size_t sign = text_.substr(host, stop - host).rfind('@');
    if (sign != std::string_view::npos) host += sign + 1;
    const std::size_t host_end = end_of_host(host, stop);
    if (host_end == 0) return;
    const std::string_view name = text_.substr(host, host_end - host);
    if (name.find('.') == std::string_view::npos && !name.starts_with('[')) return;
    const NamedBy by = first ? NamedBy::url : NamedBy::hint;
    if (!add(host, host_end, by, https, http)) return;
    if (first) read_inside(begin, end);
  }

  // Secrets of a URL, and the links in it that a gateway or a redirector wrapped.
  void read_inside(std::size_t begin, std::size_t end) {
    const std::string_view url = text_.substr(begin, end - begin);
    const UriParts parts = split(url);
    facts_.clear();
    classify_secrets(parts, url, {}, facts_);
    for (const SecretFact& fact : facts_) {
      if (!fact.masked()) continue;
      out_.masks.push_back(folded_.to_text(begin + fact.value.begin, begin + fact.value.end));
    }
    std::string inner(url);
    for (int layer = 0; layer < kMostLayers && unwrap_one(inner); ++layer) {
      const auto name = canonical_host(text_of(split(inner), Component::host));
      if (!name) return;
      NamedHost wrapped = out_.hosts.back();
      wrapped.name = *name;
      wrapped.site = site_of(*name);
      out_.hosts.push_back(std::move(wrapped));
    }
  }

  // Puts the original in the place of a wrapped link; false: it is none, or opaque.
  static bool unwrap_one(std::string& url) {
    const std::optional<WrappedLink> link = wrapped_link(split(url));
    if (!link || link->opaque) return false;
    SourceMap map;
    url = link->wrapping == Wrapping::none ? url.substr(link->span.begin, link->span.size())
                                           : unwrap(url, *link, 0, map);
    return true;
  }

  // The end of the host that stands in an authority, or 0: none, a template, or cut short.
  [[nodiscard]] std::size_t end_of_host(std::size_t begin, std::size_t stop) const noexcept {
    std::size_t end = begin;
    if (at(text_, begin) == '[') {
      const std::size_t close = text_.substr(0, stop).find(']', begin);
      if (close == std::string_view::npos) return 0;
      end = close + 1;
    } else {
      while (end < stop && is_host_byte(text_[end])) ++end;
    }
    std::size_t port = end;
    if (at(text_, port) == ':') {
      for (++port; port < stop && is_digit(text_[port]);) ++port;
      // `https://example.com:` at the end of a sentence
      if (port == end + 1 && port < stop) return 0;
    }
    const bool ended =
        text_.substr(port, stop - port).find_first_not_of(kBehind) == std::string_view::npos &&
        (port < stop || kGoesOn.find(at(text_, stop)) == std::string_view::npos);
    const std::size_t last = text_.substr(0, end).find_last_not_of('.');
    if (!ended || last == std::string_view::npos || last < begin) return 0;
    if (end - last > 2) return 0;  // `www.exam...`
    return end - begin <= kLongestHost ? last + 1 : 0;
  }

  void read_bare(std::size_t begin, std::size_t end) {
    while (begin < end && kAround.find(text_[begin]) != std::string_view::npos) ++begin;
    begin = behind_label(begin, end);
    if (text_.substr(begin, end - begin).find('@') != std::string_view::npos) return;
    const std::size_t stop = std::min(text_.find_first_of("/?#\\", begin), end);
    const std::size_t host_end = end_of_host(begin, stop);
    if (host_end == 0 || at(text_, begin) == '[') return;
    const std::string_view name = text_.substr(begin, host_end - begin);
    if (name.find('.') == std::string_view::npos || !is_plausible(name)) return;
    const std::string_view behind = text_.substr(host_end, end - host_end);
    const bool more = behind.size() > 1 && (behind[0] == '/' || is_port(behind));
    const bool www = is_lower_of(name, "www.") && name.find('.', 4) != std::string_view::npos;
    add(begin, host_end, weight_of(name, www, more), false, false);
  }

  // `Web:www.example.com`, `//example.com`
  [[nodiscard]] std::size_t behind_label(std::size_t begin, std::size_t end) const noexcept {
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.starts_with("//")) return begin + 2;
    const std::size_t colon =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return colon != std::string_view::npos && word[colon] == ':' ? begin + colon + 1 : begin;
  }

  static bool is_port(std::string_view behind) noexcept {
    return behind[0] == ':' && is_digit(behind[1]);
  }

  // Labels that are not empty, the last one of letters: an address may be a version.
  static bool is_plausible(std::string_view name) noexcept {
    if (name.front() == '.' || name.front() == '-' || name.find("..") != std::string_view::npos) {
      return false;
    }
    const std::string_view ending = last_label(name);
    const bool letters = std::all_of(ending.begin(), ending.end(),
                                     [](char c) { return is_alpha(c) || !is_ascii(c); });
    return ending.size() >= 2 && (letters || is_lower_of(ending, "xn--"));
  }

  bool add(std::size_t begin, std::size_t end, NamedBy by, bool https, bool http) {
    const std::string_view shown = text_.substr(begin, end - begin);
    const auto name = canonical_host(shown);
    if (!name) return false;
    NamedHost& host = out_.hosts.emplace_back();
    host.host = folded_.to_text(begin, end);
    host.by = runs_together(shown) ? NamedBy::hint : by;
    host.https = https;
    host.http = http;
    host.name = *name;
    host.site = site_of(*name);
    return true;
  }

  Folded folded_;
  std::string_view text_;
  LinkText& out_;
  std::vector<SecretFact> facts_;
};

bool may_name_host(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c == '.' || c == ':' || !is_ascii(c); });
}

}  // namespace

bool LinkText::names_host() const noexcept {
  return std::any_of(hosts.begin(), hosts.end(),
                     [](const NamedHost& host) { return host.by != NamedBy::hint; });
}

std::string site_of(std::string_view canonical) {
  return registrable_domain(canonical).value_or(std::string(canonical));
}

void read_link_text(std::string_view text, LinkText& out) {
  out.text = text.substr(0, LinkText::kLongest);
  out.hosts.clear();
  out.masks.clear();
  out.one_word = false;
  if (may_name_host(out.text)) Words(out).run();
}

}  // namespace urilint
