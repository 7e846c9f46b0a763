// Temporary trees and sinks for the tests of the source module.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "source/input.hpp"

namespace urilint::testing {

/// A directory that is gone with its object.
class TempTree {
 public:
  TempTree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "urilint-test-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
  }
  ~TempTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  [[nodiscard]] std::string path(std::string_view name = {}) const {
    return name.empty() ? root_ : root_ + "/" + std::string(name);
  }
  std::string write(std::string_view name, std::string_view bytes = "x") const {
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file.string();
  }
  void link(std::string_view name, std::string_view target) const {
    std::filesystem::create_symlink(target, path(name));
  }

 private:
  std::string root_;
};

/// Keeps everything that a reader hands out.
class Collector : public WindowSink {
 public:
  struct Seen {
    Window window;
    std::string text;      // base text
    std::uint64_t source;  // where the base text begins in the input
    std::vector<std::string> segments;
    std::vector<SourceSpan> sources;
  };
  void begin_window(Document& document, const Window& window) override {
    document_ = &document;
    const auto size = static_cast<Off>(document.text(document.base_text).bytes.size());
    windows.push_back({window,
                       std::string(document.text(document.base_text).bytes),
                       document.to_source({document.base_text, 0, size}).begin,
                       {},
                       {}});
  }
  bool segment(const Segment& segment) override {
    last_segment = segment;
    windows.back().segments.emplace_back(document_->bytes(segment.where));
    windows.back().sources.push_back(document_->to_source(segment.where));
    return --segments_wanted != 0;
  }
  void end_window() override {}
  void note(const SkipNote& note) override { notes.push_back(note); }

  /// Segments of all windows.
  [[nodiscard]] std::vector<std::string> segments() const {
    std::vector<std::string> out;
    for (const Seen& seen : windows)
      out.insert(out.end(), seen.segments.begin(), seen.segments.end());
    return out;
  }

  std::vector<Seen> windows;
  std::vector<SkipNote> notes;
  Segment last_segment;
  std::size_t segments_wanted = static_cast<std::size_t>(-1);

 protected:
  Document* document_ = nullptr;
};

inline Input file_input(const std::string& path) { return {path, path, true, false}; }

}  // namespace urilint::testing
