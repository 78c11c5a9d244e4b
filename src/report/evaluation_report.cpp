// SPDX-License-Identifier: Apache-2.0
#include "report/evaluation_report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <iterator>

#include "core/files.h"
#include "core/text.h"
#include "report/html_page.h"
#include "report/workbook.h"

namespace fh::report {
namespace {

namespace fs = std::filesystem;

/// In quotes where it needs them.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_cell(const evaluation::Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&cell)) return csv_field(*text);
  return {};
}

/// The file of a table; with several visits the body is part of its name.
std::string table_file(const EvaluationReport& report, const MeasuredVisit& visit, const std::string& name) {
  return report.visits.size() > 1 ? name + "_" + visit.body : name;
}

constexpr std::string_view kPart = ".part-";  // and the process that makes it

/// Where a report is made before it gets its name.
fs::path part_of(const fs::path& folder) {
  fs::path part = folder;
  part += fmt::format("{}{}", kPart, ::getpid());
  return part;
}

/// Removes what programs that were killed have begun to make of this report.
void remove_orphans(const fs::path& folder) {
  std::error_code error;
  const fs::path beside = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  const std::string begin = folder.filename().string() + std::string(kPart);
  for (const auto& entry : fs::directory_iterator(beside, error)) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    const char* end = name.data() + name.size();
    if (!name.starts_with(begin) || std::from_chars(name.data() + begin.size(), end, process).ptr != end) continue;
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
  }
}

/// Gives a finished report its name. The one that has it goes in the same instant, where the file system can do that.
core::Result<> put_in_place(const fs::path& part, const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error)) {
    if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) {
      fs::remove_all(part, error);
      return {};
    }
    fs::remove_all(folder, error);
  }
  if (!error) fs::rename(part, folder, error);
  if (error) return core::fail("--out {}: {}", folder.string(), error.message());
  return {};
}

core::Result<> write_all(const EvaluationReport& report, const fs::path& folder) {
  FH_TRY_VOID(core::write_text(folder / "report.html", html_page(report)));
  FH_TRY_VOID(write_workbook(report, folder / "report.xlsx"));
  for (const MeasuredVisit& visit : report.visits) {
    for (const evaluation::Table& table : visit.tables) {
      const std::string name = table_file(report, visit, table.name);
      FH_TRY_VOID(core::write_text(folder / (name + ".csv"), csv_text(table)));
      if (table.name == "trajectories")
        FH_TRY_VOID(core::write_text(folder / (name + ".txt"), trajectories_text(table)));
    }
  }
  evaluation::Table seen_from;
  for (const evaluation::SightMap& map : report.maps) {
    evaluation::Table table = evaluation::sight_map_table(map);
    table.rows.insert(table.rows.begin(), seen_from.rows.begin(), seen_from.rows.end());
    seen_from = std::move(table);
  }
  if (!seen_from.rows.empty()) FH_TRY_VOID(core::write_text(folder / "seen_from.csv", csv_text(seen_from)));
  // Last: a folder without it is no report.
  return core::write_text(folder / "report.json", core::to_text(report_json(report), 2) + "\n");
}

}  // namespace

core::Json report_json(const EvaluationReport& report) {
  core::Json json = {{"format", 1}, {"subject", report.subject}, {"checks", report.checks}};
  if (!report.partial.is_null()) json["partial"] = report.partial;
  for (const evaluation::SightMap& map : report.maps) json["sight_maps"].push_back(evaluation::sight_map_json(map));
  for (const evaluation::ReachField& field : report.reach)
    json["reach_fields"].push_back(evaluation::reach_field_json(field));
  json["visits"] = core::Json::array();
  for (const MeasuredVisit& visit : report.visits) {
    core::Json row = {{"body", visit.body}, {"source", visit.source}, {"measures", visit.measures}};
    row["tables"] = core::Json::array();
    for (const evaluation::Table& table : visit.tables)
      row["tables"].push_back({{"file", table_file(report, visit, table.name) + ".csv"},
                               {"about", table.about},
                               {"rows", table.rows.size()}});
    json["visits"].push_back(std::move(row));
  }
  return json;
}

std::string csv_text(const evaluation::Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += (i > 0 ? "," : "") + csv_field(table.columns[i]);
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + csv_cell(row[i]);
    text += "\n";
  }
  return text;
}

std::string trajectories_text(const evaluation::Table& table) {
  std::string text = "# framerate: 30 fps\n# id frame x/m y/m\n";
  for (const auto& row : table.rows) {
    fmt::format_to(std::back_inserter(text), "{:.0f} {:.0f} {:.4f} {:.4f}\n", std::get<double>(row[0]),
                   std::get<double>(row[1]), std::get<double>(row[2]), std::get<double>(row[3]));
  }
  return text;
}

core::Result<> may_write_report(const fs::path& folder, bool force) {
  std::error_code error;
  const bool there = fs::exists(folder, error);
  if (there && !force)
    return core::fail("--out {}: exists already; choose another folder, or --force to replace it", folder.string());
  if (there && !fs::exists(folder / "report.json", error) && !fs::is_empty(folder, error))
    return core::fail("--out {}: is no report; --force replaces only reports", folder.string());
  remove_orphans(folder);
  const fs::path part = part_of(folder);
  fs::create_directories(part, error);
  if (error) return core::fail("--out {}: the folder cannot be made: {}", folder.string(), error.message());
  fs::remove(part, error);
  return {};
}

core::Result<> write_report(const EvaluationReport& report, const fs::path& folder, bool force) {
  FH_TRY_VOID(may_write_report(folder, force));
  std::error_code error;
  const fs::path part = part_of(folder);
  fs::create_directories(part, error);
  auto written = write_all(report, part);
  if (written) written = put_in_place(part, folder);
  if (!written) fs::remove_all(part, error);
  return written;
}

}  // namespace fh::report
