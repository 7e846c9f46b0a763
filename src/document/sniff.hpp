// Whether the first bytes of a document without a telling name are of a format. Doubts are text:
// a wrong guess costs more than none.
#pragma once

#include <string_view>

namespace urilint {

/// An object or an array that begins as no other format does.
[[nodiscard]] bool looks_like_json(std::string_view head) noexcept;

/// More than one line, each an object that begins and ends there.
[[nodiscard]] bool looks_like_jsonl(std::string_view head) noexcept;

/// A directive or a document marker, and then a key, a dash or a comment.
[[nodiscard]] bool looks_like_yaml(std::string_view head) noexcept;

/// `<!doctype html` or `<html`, behind blanks and comments.
[[nodiscard]] bool looks_like_html(std::string_view head) noexcept;

/// A first line that names a shell as its interpreter.
[[nodiscard]] bool looks_like_shell(std::string_view head) noexcept;

/// An XML declaration, before something else than a page of HTML.
[[nodiscard]] bool looks_like_xml(std::string_view head) noexcept;

/// Header fields to their end, or to the end of `head`: two that people write, and one that mail
/// programs add.
[[nodiscard]] bool looks_like_eml(std::string_view head) noexcept;

/// The line that begins a message of a mailbox (`From name date`), and then fields. Not those that
/// git writes.
[[nodiscard]] bool looks_like_mbox(std::string_view head) noexcept;

}  // namespace urilint
