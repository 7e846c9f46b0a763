// For documents whose writers have no say: what looks like a comment there is prose.
#pragma once

#include "document/document.hpp"

namespace urilint::reading {

/// Passes everything on, comments as prose: a marker in a log or a mail was written by whoever is
/// logged or writes to us, and must not speak for the owner of the file.
class WithoutComments final : public SegmentSink {
 public:
  explicit WithoutComments(SegmentSink& sink) noexcept : sink_(sink) {}
  bool segment(const Segment& segment) override {
    if (segment.context != Segment::Context::comment) return sink_.segment(segment);
    Segment prose = segment;
    prose.context = Segment::Context::prose;
    return sink_.segment(prose);
  }
  bool link(const Link& link) override { return sink_.link(link); }
  void cut(std::string_view why) override { sink_.cut(why); }

 private:
  SegmentSink& sink_;
};

}  // namespace urilint::reading
