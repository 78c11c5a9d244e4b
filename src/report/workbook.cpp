// SPDX-License-Identifier: Apache-2.0
#include "report/workbook.h"

#include <fmt/format.h>
#include <xlsxwriter.h>

#include <cmath>

#include "core/text.h"
#include "report/figures.h"

namespace fh::report {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSheetRows = 1048576, kSheetName = 31;
constexpr time_t kMadeAt = 946684800;  // 2000-01-01: the same report has the same bytes whenever it is made

/// A sheet that is filled row by row; the first is the heading.
class Sheet {
 public:
  Sheet(lxw_workbook* book, const std::string& name, lxw_format* heading)
      : sheet_(workbook_add_worksheet(book, name.substr(0, kSheetName).c_str())), heading_(heading) {
    if (sheet_) worksheet_freeze_panes(sheet_, 1, 0);
  }
  bool add(const std::vector<evaluation::Cell>& cells) {
    if (!sheet_) return false;
    lxw_col_t column = 0;
    for (const evaluation::Cell& cell : cells) {
      lxw_format* format = row_ == 0 ? heading_ : nullptr;
      const auto* number = std::get_if<double>(&cell);
      const auto* text = std::get_if<std::string>(&cell);
      lxw_error error = LXW_NO_ERROR;
      if (number && std::isfinite(*number)) error = worksheet_write_number(sheet_, row_, column, *number, format);
      if (text) error = worksheet_write_string(sheet_, row_, column, core::printable(*text).c_str(), format);
      if (error != LXW_NO_ERROR) return false;
      ++column;
    }
    ++row_;
    return true;
  }

 private:
  lxw_worksheet* sheet_;
  lxw_format* heading_;
  lxw_row_t row_ = 0;
};

evaluation::Cell cell_from(const core::Json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  return {};
}

bool add_checks(Sheet sheet, const EvaluationReport& report) {
  constexpr const char* kKeys[] = {"name",  "body",  "result", "value", "low",   "high",
                                   "limit", "wants", "unit",   "at_s",  "source"};
  std::vector<evaluation::Cell> row;
  for (const char* key : kKeys) row.emplace_back(key);
  if (!sheet.add(row)) return false;
  for (const core::Json& check : report.checks) {
    row.clear();
    for (const char* key : kKeys) row.push_back(check.contains(key) ? cell_from(check[key]) : evaluation::Cell());
    if (!sheet.add(row)) return false;
  }
  return true;
}

bool add_figures(Sheet sheet, const EvaluationReport& report) {
  if (!sheet.add({"body", "who", "what", "value", "low", "high", "unit", "better is", "at_s"})) return false;
  for (const MeasuredVisit& visit : report.visits) {
    for (const Figure& figure : figures_of(visit)) {
      if (!sheet.add({visit.body, figure.who, figure.what, figure.value, figure.low, figure.high, figure.unit,
                      figure.better == Better::Less ? "less" : "more", cell_from(figure.at_s)}))
        return false;
    }
  }
  return true;
}

bool add_table(Sheet sheet, const evaluation::Table& table) {
  if (!sheet.add({table.columns.begin(), table.columns.end()})) return false;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (i + 3 > kSheetRows) return sheet.add({fmt::format("{} more rows are in the .csv", table.rows.size() - i)});
    if (!sheet.add(table.rows[i])) return false;
  }
  return true;
}

bool fill(lxw_workbook* book, const EvaluationReport& report) {
  std::string title = "Evaluation of " + report.subject.value("scenario", "");
  lxw_doc_properties properties{};
  properties.title = title.data();
  properties.created = kMadeAt;
  if (workbook_set_properties(book, &properties) != LXW_NO_ERROR) return false;
  lxw_format* heading = workbook_add_format(book);
  format_set_bold(heading);
  if (!add_checks(Sheet(book, "checks", heading), report) || !add_figures(Sheet(book, "figures", heading), report))
    return false;
  for (std::size_t i = 0; i < report.visits.size(); ++i) {
    for (const evaluation::Table& table : report.visits[i].tables) {
      const std::string name = report.visits.size() > 1 ? fmt::format("{} {}", i + 1, table.name) : table.name;
      if (!add_table(Sheet(book, name, heading), table)) return false;
    }
  }
  return true;
}

}  // namespace

core::Result<> write_workbook(const EvaluationReport& report, const fs::path& file) {
  std::string folder = file.parent_path().string();
  lxw_workbook_options options{};
  options.constant_memory = LXW_TRUE;  // rows are written in order: nothing has to wait
  options.tmpdir = folder.data();      // a full /tmp is no reason to fail
  lxw_workbook* book = workbook_new_opt(file.string().c_str(), &options);
  if (!book) return core::fail("{}: cannot be begun", file.string());
  const bool filled = fill(book, report);
  const lxw_error closed = workbook_close(book);
  std::error_code error;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, error);
  if (!filled) return core::fail("{}: a sheet cannot be written", file.string());
  if (closed != LXW_NO_ERROR) return core::fail("{}: {}", file.string(), lxw_strerror(closed));
  return {};
}

}  // namespace fh::report
