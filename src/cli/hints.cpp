// A comment where one is proven to be possible, else an override of the configuration. Places are
// looked for once for all findings on the same lines.
#include "cli/hints.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "config/override_line.hpp"
#include "silence/comment_places.hpp"
#include "silence/markers.hpp"

namespace urilint::cli {
namespace {

bool is_before(const LineRange& a, const LineRange& b) noexcept {
  return std::tie(a.first, a.last) < std::tie(b.first, b.last);
}

/// False: nothing is to be said, or no setting beside the finding holds for it.
bool may_be_told(const Job& job, const Judged& judged) noexcept {
  return judged.setup().thresholds.profile == Profile::repo && job.format != Format::list &&
         judged.record.location && !judged.record.suppressed;
}

std::string lock_words(const Judged& judged) {
  return "locked by " + std::string(Setups::lock_of(judged.setup(), judged.record.rule));
}

std::string comment_words(const CommentPlace& place, const LineRange& lines, const Record& record) {
  std::string out;
  if (place.where == CommentPlace::Where::above) {
    out = "on the line before: ";
  } else if (lines.last != record.location->line) {
    out = "at the end of line " + std::to_string(lines.last) + ": ";
  }
  out.append(place.opener).append("urilint: ignore[").append(record.rule).append("] why");
  return out.append(place.closer);
}

std::string override_words(const Judged& judged) {
  const std::string& path = judged.place->config_path;
  if (path.empty()) return {};
  const Record& record = judged.record;
  const auto line = override_line({path, record.key.view(), record.host}, record.rule);
  if (!line) return {};
  const std::string_view file = Setups::file_of(judged.setup());
  if (file.empty() || file == kConfigName) return *line;
  return "in " + std::string(file) + ": " + *line;
}

/// The places of comments, by lines.
class Places {
 public:
  Places(const Job& job, std::string_view text, std::span<const Judged> findings) {
    if (text.empty()) return;
    for (const Judged& judged : findings) {
      if (!may_be_told(job, judged) || judged.setup().is_locked(judged.record.rule)) continue;
      lines_.push_back(lines_of(judged.record));
      path_ = judged.record.path;
    }
    if (lines_.empty()) return;
    std::sort(lines_.begin(), lines_.end(), is_before);
    lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
    places_ = comment_places(text, job.format, path_, lines_);
  }

  [[nodiscard]] const CommentPlace* find(const LineRange& lines) const noexcept {
    const auto found = std::lower_bound(lines_.begin(), lines_.end(), lines, is_before);
    if (found == lines_.end() || !(*found == lines)) return nullptr;
    const auto& place = places_[static_cast<std::size_t>(found - lines_.begin())];
    return place ? &*place : nullptr;
  }

 private:
  std::string path_;
  std::vector<LineRange> lines_;  // ascending
  std::vector<std::optional<CommentPlace>> places_;
};

}  // namespace

void add_hints(const Job& job, std::string_view text, std::span<Judged> findings) {
  const Places places(job, text, findings);
  for (Judged& judged : findings) {
    if (!may_be_told(job, judged)) continue;
    Record& record = judged.record;
    const LineRange lines = lines_of(record);
    if (judged.setup().is_locked(record.rule)) {
      record.silence = lock_words(judged);
    } else if (const CommentPlace* const place = places.find(lines)) {
      record.silence = comment_words(*place, lines, record);
    } else {
      record.silence = override_words(judged);
    }
  }
}

}  // namespace urilint::cli
