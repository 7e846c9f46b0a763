// Header fields of mail (RFC 5322 section 2.2), by what their values hold.
#pragma once

#include "document/document.hpp"
#include "document/readers.hpp"

namespace urilint::reading {

/// Pushes the values of the fields in `where`, in ascending order, each by its key
/// (`header.Subject` behind `options.key`) and with its name as the element. Values are prose with
/// folding and encoded words undone; of those that hold URLs between angle brackets
/// (`List-Unsubscribe` and its kin, RFC 2369) each is one, without the blanks that folding put into
/// it. What traces the way of a message is of the context `header`; identifiers of messages and
/// signatures hold no URIs and are not pushed. Lines that are no fields are prose. False: the sink
/// wants no more.
[[nodiscard]] bool read_mail_fields(Document& document, TextSpan where,
                                    const ReaderOptions& options, SegmentSink& sink);

}  // namespace urilint::reading
