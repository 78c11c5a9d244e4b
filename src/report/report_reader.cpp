// SPDX-License-Identifier: Apache-2.0
// A report folder read back: report.json and the tables it names.
#include <charconv>
#include <set>

#include "core/files.h"
#include "report/comparison.h"
#include "report/html_parts.h"

namespace fh::report {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = 1ull << 30;
constexpr std::uint64_t kMostLooks = 10'000'000;  // of one person at one thing: 5 a second for three weeks

/// A field without quotes that is a number counts as one; an empty one is not known.
evaluation::Cell cell_of(const std::string& field, bool quoted) {
  if (!quoted && field.empty()) return {};
  double number = 0.0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (!quoted && error == std::errc() && end == field.data() + field.size()) return number;
  return field;
}

/// RFC 4180.
std::vector<std::vector<evaluation::Cell>> csv_rows(const std::string& text) {
  std::vector<std::vector<evaluation::Cell>> rows;
  std::vector<evaluation::Cell> row;
  std::string field;
  bool inside = false, quoted = false;
  const auto end_field = [&] {
    row.push_back(cell_of(field, quoted));
    field.clear();
    quoted = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (c == '"') {
      inside = !inside;
      quoted = true;
    } else if (!inside && c == ',') {
      end_field();
    } else if (!inside && c == '\n') {
      end_field();
      rows.push_back(std::move(row));
      row.clear();
    } else {
      field += c;
    }
  }
  return rows;
}

core::Result<evaluation::Table> read_table(const fs::path& folder, const core::Json& entry) {
  const std::string file = entry.value("file", "");
  const auto path = core::file_within(folder, file);
  if (!path) return core::fail("{}: a table: {}", (folder / "report.json").string(), path.error().message);
  FH_TRY(text, core::read_text(*path, kLargestFile));
  auto rows = csv_rows(text);
  if (rows.empty() || rows.size() - 1 != entry.value("rows", std::size_t{0}))
    return core::fail("{}: does not have the {} rows that report.json says", path->string(),
                      entry.value("rows", std::size_t{0}));
  evaluation::Table table;
  for (const evaluation::Cell& cell : rows[0]) {
    const auto* name = std::get_if<std::string>(&cell);
    table.columns.push_back(name ? *name : "");
  }
  table.rows.assign(std::make_move_iterator(rows.begin() + 1), std::make_move_iterator(rows.end()));
  table.about = entry.value("about", "");
  return table;
}

/// With several visits the body is the end of a file's name.
std::string table_name(const std::string& file, const std::string& body, bool several) {
  std::string name = fs::path(file).stem().string();
  const std::string end = "_" + body;
  if (several && name.size() > end.size() && name.ends_with(end)) name.resize(name.size() - end.size());
  return name;
}

core::Result<EvaluationReport> read_parts(const fs::path& folder, const core::Json& json) {
  EvaluationReport report;
  report.subject = json.at("subject");
  report.checks = json.at("checks");
  report.partial = json.value("partial", core::Json());
  for (const core::Json& row : json.at("visits")) {
    MeasuredVisit visit;
    visit.body = row.at("body");
    visit.source = row.at("source");
    visit.measures = row.at("measures");
    for (const core::Json& entry : row.at("tables")) {
      FH_TRY(table, read_table(folder, entry));
      table.name = table_name(entry.value("file", ""), visit.body, json.at("visits").size() > 1);
      visit.tables.push_back(std::move(table));
    }
    report.visits.push_back(std::move(visit));
  }
  return report;
}

/// Figures are taken from the file when reports are compared: whatever is missing or of another kind is found here,
/// where the file is known. Throws a Json exception then.
core::Result<> check_figures(const EvaluationReport& report) {
  std::set<std::string> bodies;
  for (const MeasuredVisit& visit : report.visits) {
    if (!bodies.insert(visit.body).second) return core::fail("has two visits in the body {}", visit.body);
    for (const core::Json& view : value_at(visit.measures, {"visibility", "views"})) {
      const double looks = view.at("looks");
      if (!(looks >= 0.0 && looks <= static_cast<double>(kMostLooks)))
        return core::fail("expected 0 to {} looks at {}", kMostLooks, view.at("what").get<std::string>());
    }
  }
  static_cast<void>(compare(report, report));
  return {};
}

}  // namespace

core::Result<EvaluationReport> read_report(const fs::path& folder) {
  const fs::path file = folder / "report.json";
  std::error_code error;
  if (!fs::exists(file, error)) return core::fail("{}: is no report: it has no report.json", folder.string());
  FH_TRY(text, core::read_text(file, kLargestFile));
  FH_TRY(parsed, core::JsonFile::parse(std::move(text), file.string()));
  try {
    if (!parsed.root().is_object() || parsed.root().value("format", 0) != 1)
      return core::fail("{}: is no report of this program (format 1)", file.string());
    FH_TRY(report, read_parts(folder, parsed.root()));
    if (const auto sound = check_figures(report); !sound)
      return core::fail("{}: {}", file.string(), sound.error().message);
    return report;
  } catch (const core::Json::exception& wrong) {
    return core::fail("{}: is damaged: {}; evaluate once more", file.string(), wrong.what());
  }
}

}  // namespace fh::report
