// SPDX-License-Identifier: Apache-2.0
#pragma once
// The folder that an evaluation leaves: report.json, a page for people (report.html), a workbook (report.xlsx) and
// tables. It appears whole, by one renaming at the end, or not at all; a report that it replaces goes in that instant.
#include <filesystem>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/result.h"
#include "evaluation/observe/table.h"
#include "evaluation/reach/reach_field.h"
#include "evaluation/sight/sight_map.h"
#include "report/visit_pictures.h"

namespace fh::report {

/// One visit that was measured.
struct MeasuredVisit {
  std::string body;     // worn: "f05"; "own"
  std::string source;   // live, resimulated, motion_track
  core::Json measures;  // evaluation::Observers::report(), with names of the users
  std::vector<evaluation::Table> tables;
  std::vector<std::byte> replay;       // the visit for showing it again (replay_scene.h); empty: there is none
  std::vector<VisitPicture> pictures;  // of its moments
  std::vector<math::Aabb> plan;        // what stands on the ground at the start, as boxes; world frame
};

struct EvaluationReport {
  core::Json subject;  // what was evaluated: names and hashes
  core::Json partial;  // null: everything was measured; else why not, how far, and what is missing
  core::Json checks = core::Json::array();
  std::vector<MeasuredVisit> visits;
  std::vector<evaluation::ReachField> reach;  // of the bodies that checks of reach ask for
  std::vector<evaluation::SightMap> maps;     // of the things that checks ask to be seen
};

/// report.json: no clock time, path, host or number of workers.
core::Json report_json(const EvaluationReport& report);
/// A table as CSV (RFC 4180).
std::string csv_text(const evaluation::Table& table);
/// The trajectories in the text format of PedPy and JuPedSim: a line with the frame rate, then id, frame, x, y.
std::string trajectories_text(const evaluation::Table& table);

/// To be asked before minutes are spent: as write_report() would fail, but for a full disk.
core::Result<> may_write_report(const std::filesystem::path& folder, bool force);
/// Fails when the folder exists and `force` is not given, or cannot be written; what was begun is then removed.
core::Result<> write_report(const EvaluationReport& report, const std::filesystem::path& folder, bool force);

}  // namespace fh::report
