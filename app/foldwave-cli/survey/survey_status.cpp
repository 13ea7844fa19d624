#include "app/foldwave-cli/survey/survey_status.hpp"

#include <algorithm>

#include "core/base/markup.hpp"
#include "core/base/text.hpp"

namespace foldwave::cli {

namespace {

std::string state_text(const WorkerBeat& worker) {
  const bool over = worker.state == WorkerState::ended || worker.state == WorkerState::failed;
  return over || worker.alive ? worker_state_names[static_cast<std::size_t>(worker.state)] : "gone";
}

// Shots that somebody is at, and those whose worker is gone.
struct ClaimCounts {
  int held = 0, lost = 0;
};
ClaimCounts counts_of(const TaskState& state) {
  ClaimCounts counts;
  for (const TaskClaim& claim : state.claims)
    ++(claim.holds ? counts.held : counts.lost);
  return counts;
}

// A square a shot, in the shots' order.
std::string squares(const SurveyPlan& plan, const TaskState& state) {
  std::vector<const char*> kinds(static_cast<std::size_t>(plan.shots), "open");
  for (const int shot : state.done)
    kinds[static_cast<std::size_t>(shot)] = "done";
  for (const TaskClaim& claim : state.claims)
    kinds[static_cast<std::size_t>(claim.task)] = claim.holds ? "held" : "lost";
  std::string text;
  for (std::size_t s = 0; s < kinds.size(); ++s)
    text += std::string("<i class=") + kinds[s] + " title=\"shot " + std::to_string(s + 1) + "\"></i>";
  return text;
}

}  // namespace

std::string survey_status_text(const SurveyPlan& plan, const TaskState& state) {
  const ClaimCounts counts = counts_of(state);
  std::string text = std::to_string(state.done.size()) + " of " + std::to_string(plan.shots) +
                     " shots are done, " + std::to_string(counts.held) + " are worked on";
  if (counts.lost > 0) text += ", " + std::to_string(counts.lost) + " were lost with their worker";
  text += "\n";
  for (const WorkerBeat& worker : state.workers) {
    text += "  " + worker_text(worker.id) + ": " + state_text(worker) + ", " + std::to_string(worker.done) +
            " done, last heard of " + seconds_text(worker.age) + " ago\n";
    if (!worker.problem.empty()) text += "    " + worker.problem + "\n";
  }
  for (const std::string& file : state.foreign)
    text += "  workers/" + file + " is no worker's file, or a damaged one\n";
  return text;
}

nlohmann::ordered_json survey_status_json(const SurveyPlan& plan, const TaskState& state) {
  nlohmann::ordered_json json{{"scenario", plan.scenario.name},
                              {"backend", plan.backend},
                              {"program", plan.program},
                              {"shots", plan.shots},
                              {"done", state.done.size()},
                              {"claims", nlohmann::ordered_json::array()},
                              {"workers", nlohmann::ordered_json::array()},
                              {"foreign_files", state.foreign}};
  for (const TaskClaim& claim : state.claims)
    json["claims"].push_back({{"shot", claim.task + 1},
                              {"worker", claim.by.name},
                              {"host", claim.by.host},
                              {"holds", claim.holds}});
  for (const WorkerBeat& worker : state.workers)
    json["workers"].push_back({{"worker", worker.id.name},
                               {"host", worker.id.host},
                               {"state", state_text(worker)},
                               {"done", worker.done},
                               {"age_seconds", worker.age},
                               {"problem", worker.problem}});
  return json;
}

std::string survey_status_page(const SurveyPlan& plan, const TaskState& state) {
  const bool whole = static_cast<int>(state.done.size()) == plan.shots;
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Survey: " +
      markup_text(plan.scenario.name) + "</title>\n" +
      (whole ? "" : "<meta http-equiv=\"refresh\" content=\"5\">\n") +
      "<style>body{font:15px "
      "sans-serif;margin:2em;max-width:60em}i{display:inline-block;width:12px;height:12px;"
      "margin:1px;background:#ddd}i.done{background:#2a7}i.held{background:#fb3}i.lost{background:#c33}"
      "td,th{padding:.2em 1em .2em 0;text-align:left}</style></head><body>\n<h1>" +
      markup_text(plan.scenario.name) + "</h1>\n<p>" + std::to_string(state.done.size()) + " of " +
      std::to_string(plan.shots) +
      " shots are done (green); yellow: worked on, red: lost with their worker, " +
      "until another takes them</p>\n<p>" + squares(plan, state) +
      "</p>\n<table><tr><th>worker<th>host<th>state<th>shots<th>last heard of</tr>\n";
  for (const WorkerBeat& worker : state.workers)
    text += "<tr><td>" + markup_text(worker.id.name) + "<td>" + markup_text(worker.id.host) + "<td>" +
            state_text(worker) + "<td>" + std::to_string(worker.done) + "<td>" + seconds_text(worker.age) +
            " ago" + (worker.problem.empty() ? "" : "<td>" + markup_text(worker.problem)) + "</tr>\n";
  return text + "</table></body></html>\n";
}

}  // namespace foldwave::cli
