#include "app/foldwave-cli/usage.hpp"

#include <vector>

#include "core/base/near_word.hpp"

namespace foldwave::cli {

namespace {

std::vector<std::string> options_of(const CLI::App* level) {
  std::vector<std::string> names;
  for (; level != nullptr; level = level->get_parent())
    for (const CLI::Option* const option : level->get_options())
      for (const std::string& name : option->get_lnames())
        names.push_back("--" + name);
  return names;
}

std::vector<std::string> commands_of(const CLI::App& level) {
  std::vector<std::string> names;
  for (const CLI::App* const command : level.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

std::string usage_message(const CLI::App& app, const CLI::Error& error) {
  const bool unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
                       dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  const std::vector<std::string> strange = unknown ? app.remaining(true) : std::vector<std::string>();
  std::string text = error.what();
  const CLI::App* level = &app;  // the last command that was understood
  while (!level->get_subcommands().empty())
    level = level->get_subcommands().front();
  const std::string of = level == &app ? std::string() : " of " + level->get_name();
  if (!strange.empty()) {
    const bool is_option = strange.front().starts_with('-');
    const std::string word =
        strange.front().substr(0, is_option ? strange.front().find('=') : std::string::npos);
    const std::vector<std::string> commands = commands_of(*level);
    const bool is_command = !is_option && !commands.empty();
    const std::string near = is_option    ? near_word(word, options_of(level))
                             : is_command ? near_word(word, commands)
                                          : std::string();
    text = "\"" + word + "\" is no " + (is_option ? "option" : is_command ? "command" : "argument") + of;
    if (!near.empty())
      text += ": did you mean \"" + near + "\"?";
    else if (is_command)
      text += ": there are " + listed(commands);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && !commands_of(*level).empty()) {
    text = "a command" + of + " is missing: there are " + listed(commands_of(*level));
  }
  return "foldwave-cli: " + text + "; see foldwave-cli" + (level == &app ? "" : " " + level->get_name()) +
         " --help\n";
}

}  // namespace foldwave::cli
