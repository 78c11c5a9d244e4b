// SPDX-License-Identifier: Apache-2.0
#include "report/html_parts.h"

#include <fmt/format.h>

namespace fh::report {
namespace {

constexpr const char* kStyle = R"(:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--line:#bbb;--soft:#f2f2f2}
@media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#181818;--line:#555;--soft:#262626}}
body{font:16px/1.5 sans-serif;color:var(--ink);background:var(--paper);max-width:64em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0 1.5em;display:block;overflow-x:auto}caption{text-align:left;font-weight:bold}
th,td{border:1px solid var(--line);padding:.25em .6em;text-align:left}th{background:var(--soft)}
svg{max-width:100%;height:auto;border:1px solid var(--line)}svg text{fill:var(--ink);font:12px sans-serif}
svg .grid{stroke:var(--line);stroke-width:.5}svg .now{stroke:var(--ink);stroke-width:1.5}a{color:inherit}
.replay canvas{width:100%;height:min(60vh,36em);display:block}.controls{display:flex;flex-wrap:wrap;gap:.7em;align-items:center;margin:.5em 0}
.replay label{display:inline-flex;gap:.4em;align-items:center}:focus-visible{outline:3px solid #0072b2}
.note{font-size:.9em}@media print{.replay{display:none}body{max-width:none;margin:0}h2{break-after:avoid}tr,svg{break-inside:avoid}})";

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string shown(const core::Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return escaped(value.get<std::string>());
  if (value.is_number_float()) return fmt::format("{:.3g}", value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return escaped(value.dump());
}

std::string banded(const core::Json& figure) {
  if (figure.is_null()) return "–";
  if (figure["low"] == figure["high"]) return shown(figure["value"]);
  return fmt::format("{} ({}–{})", shown(figure["value"]), shown(figure["low"]), shown(figure["high"]));
}

core::Json value_at(const core::Json& from, std::initializer_list<const char*> way) {
  const core::Json* now = &from;
  for (const char* key : way) {
    if (!now->is_object() || !now->contains(key)) return {};
    now = &(*now)[key];
  }
  return *now;
}

HtmlTable::HtmlTable(const std::string& caption, std::initializer_list<const char*> columns) {
  text_ = fmt::format("<table><caption>{}</caption><thead><tr>", caption);
  for (const char* column : columns) text_ += fmt::format("<th scope=\"col\">{}</th>", column);
  text_ += "</tr></thead><tbody>\n";
}

void HtmlTable::row(const std::vector<std::string>& cells) {
  has_rows_ = true;
  text_ += "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i)
    text_ += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", cells[i]) : fmt::format("<td>{}</td>", cells[i]);
  text_ += "</tr>\n";
}

std::string HtmlTable::end() const {
  return has_rows_ ? text_ + "</tbody></table>\n" : std::string();
}

std::string html_document(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{1}</style></head><body><main>\n<h1>{0}</h1>\n{2}"
      "</main></body></html>\n",
      title, kStyle, body);
}

}  // namespace fh::report
