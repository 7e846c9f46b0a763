// The host by table, and a path that shows that a page of another site is meant, not the service's
// own.
#include "engine/detector.hpp"
#include "engine/host_lists.hpp"
#include "tables/cache-proxies.hpp"

namespace urilint::detect {

void detect_host_cache_proxy(const Subject& subject, Sink& sink) noexcept {
  const std::string_view host = subject.view(Component::host);
  const auto* const row = find_host_row(tables::kCacheProxies, tables::kCacheProxiesIndex, host,
                                        [](const tables::CacheProxiesRow& r) { return r.host; });
  if (row == nullptr) return;
  const std::string_view path = subject.view(Component::path);
  const bool names_site = row->match == "suffix" && host.size() > row->host.size() + 1;
  if (!names_site && (path.size() <= row->path.size() || !path.starts_with(row->path))) return;
  sink.emit({.component = Component::host,
             .primary = subject.span(Component::host),
             .args = {row->service}});
}

}  // namespace urilint::detect
