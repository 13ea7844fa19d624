#include "app/foldwave-cli/terminal/manual.hpp"

namespace foldwave::cli {

namespace {

// Text as troff takes it: no line begins a request, and a hyphen is one that can be copied.
std::string troff(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\\')
      plain += "\\e";
    else if (c == '-')
      plain += "\\-";
    else
      plain += c == '\n' ? ' ' : c;
    // Long lists of choices have no blanks to break at.
    if (c == ',') plain += "\\:";
  }
  if (plain.starts_with('.') || plain.starts_with('\'')) plain.insert(0, "\\&");
  return plain;
}

void add_options(const CLI::App& app, std::string& page) {
  for (const CLI::Option* const option : app.get_options()) {
    const std::string names = option->get_name(false, true);
    const bool is_help = option == app.get_help_ptr() || option == app.get_help_all_ptr();
    if (option->get_group().empty() || names.empty() || (is_help && app.get_parent() != nullptr)) continue;
    const std::string type = option->get_type_name();
    page += ".TP\n.B " + troff(names) + (type.empty() ? "" : " " + troff(type)) + "\n" +
            troff(option->get_description()) + (option->get_required() ? " (required)" : "") + "\n";
  }
}

// "foldwave-cli volume info", its description and its options; then those below it.
void add_command(const CLI::App& app, const std::string& before, std::string& page) {
  const std::string name = before + " " + app.get_name();
  page += ".SS " + troff(name);
  for (const CLI::Option* const option : app.get_options())
    if (option->get_positional()) page += " " + troff(option->get_name(true, false));
  page += "\n" + troff(app.get_description()) + "\n";
  add_options(app, page);
  for (const CLI::App* const below : app.get_subcommands([](const CLI::App*) { return true; }))
    add_command(*below, name, page);
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  const std::string program = "foldwave-cli";
  std::string page = ".TH FOLDWAVE\\-CLI 1 \"\" \"Foldwave " + troff(version) +
                     "\" \"User Commands\"\n.ad l\n.SH NAME\n" + troff(program) +
                     " \\- fold rock and send waves through it, without a screen\n.SH SYNOPSIS\n.B " +
                     troff(program) + "\n[options] command [arguments]\n.SH DESCRIPTION\n" +
                     troff(app.get_description()) + ".\n.SH OPTIONS\nOf every command:\n";
  add_options(app, page);
  page += ".SH COMMANDS\n";
  for (const CLI::App* const command : app.get_subcommands([](const CLI::App*) { return true; }))
    add_command(*command, program, page);
  return page;
}

}  // namespace foldwave::cli
