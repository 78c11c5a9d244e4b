// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pieces of the pages for people: text made safe, numbers rounded, tables, the frame of a page that opens offline,
// prints, and follows the reader's choice of light or dark.
#include <initializer_list>
#include <string>
#include <vector>

#include "core/json.h"

namespace fh::report {

/// For text and attributes: <, >, & and quotes become entities.
std::string escaped(const std::string& text);
std::string base64(const std::vector<std::byte>& bytes);
/// A value for people: three digits and no exponents, "–" for null, yes and no.
std::string shown(const core::Json& value);
/// value (low–high) of an object with these keys; only the value where there is no band.
std::string banded(const core::Json& figure);
/// The value at a path of keys; null where there is none.
core::Json value_at(const core::Json& from, std::initializer_list<const char*> way);

/// The two ends of a measured distance as six coordinates; empty where it has none.
core::Json points_of(const core::Json& figure);

class HtmlTable {
 public:
  HtmlTable(const std::string& caption, std::initializer_list<const char*> columns);
  /// HTML, escaped already; the first cell is the row's heading.
  void row(const std::vector<std::string>& cells);
  /// Empty without a row.
  std::string end() const;

 private:
  std::string text_;
  bool has_rows_ = false;
};

/// The whole file. `title` is escaped already, `body` follows the heading.
std::string html_document(const std::string& title, const std::string& body);

}  // namespace fh::report
