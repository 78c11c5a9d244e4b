// SPDX-License-Identifier: Apache-2.0
#include "report/html_parts.h"

#include <fmt/format.h>

#include <cmath>

namespace fh::report {
namespace {

constexpr const char* kStyle = R"(:root{color-scheme:light dark;--ink:#1a1a1a;--paper:#fff;--line:#bbb;--soft:#f2f2f2}
@media(prefers-color-scheme:dark){:root{--ink:#eee;--paper:#181818;--line:#555;--soft:#262626}}
body{font:16px/1.5 sans-serif;color:var(--ink);background:var(--paper);max-width:64em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0 1.5em;display:block;overflow-x:auto}caption{text-align:left;font-weight:bold}
th,td{border:1px solid var(--line);padding:.25em .6em;text-align:left}th{background:var(--soft)}
svg{max-width:100%;height:auto;border:1px solid var(--line)}svg text{fill:var(--ink);font:12px sans-serif}
svg .grid{stroke:var(--line);stroke-width:.5}svg .now{stroke:var(--ink);stroke-width:1.5}a{color:inherit}
.stage{position:relative;overflow:hidden}.stage .name{position:absolute;transform:translate(-50%,-100%);padding:0 .35em;font-size:.8em;color:#1a1a1a;background:rgba(255,255,255,.8);border-radius:.3em;pointer-events:none}
.replay canvas{width:100%;height:min(60vh,36em);display:block}.controls{display:flex;flex-wrap:wrap;gap:.7em;align-items:center;margin:.5em 0}
.replay label{display:inline-flex;gap:.4em;align-items:center}:focus-visible{outline:3px solid #0072b2}
.note{font-size:.9em}nav{display:flex;flex-wrap:wrap;gap:.3em 1.2em;margin:.5em 0 1em}
.notice{border:2px solid #d55e00;padding:.6em 1em}.controls label:first-of-type{flex:1 1 16em}.controls input[type=range]{flex:1}.controls select{max-width:20em}
.key span{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 .8em;vertical-align:-.1em;border:1px solid var(--ink)}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(18em,100%),1fr));gap:1em}.pictures figure,figure{margin:.5em 0}
.pictures img{width:100%;height:auto;border:1px solid var(--line)}figcaption{font-size:.9em}.pictures.wide{grid-template-columns:repeat(auto-fill,minmax(min(26em,100%),1fr))}svg .ink{fill:#1a1a1a}
svg .solid{fill:var(--line);opacity:.45}svg .load{fill:#56b4e9}summary{cursor:pointer;font-weight:bold}
@page{margin:14mm}@media print{.replay,.replay-note,nav{display:none}body{max-width:none;margin:0;padding:0;font-size:10pt}h2,h3,caption{break-after:avoid}
figure,tr,svg,li{break-inside:avoid}table{display:table;width:100%;font-size:8.5pt}th,td{padding:.15em .4em;overflow-wrap:break-word}
.pictures{grid-template-columns:repeat(3,1fr)}.pictures.wide{grid-template-columns:1fr 1fr}})";

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

std::string base64(const std::vector<std::byte>& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? kDigits[word >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

std::string shown(const core::Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return escaped(value.get<std::string>());
  if (value.is_number_float()) {
    const double number = value.get<double>();
    return std::abs(number) >= 100.0 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
  }
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

core::Json points_of(const core::Json& figure) {
  core::Json points = core::Json::array();
  for (const char* end : {"on_body_m", "on_other_m"}) {
    for (const core::Json& value : value_at(figure, {end})) points.push_back(value);
  }
  return points;
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
