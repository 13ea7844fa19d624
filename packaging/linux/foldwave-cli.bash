# Completion of foldwave-cli for bash. What there is to complete is asked of the program itself.

_foldwave_cli() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]}
  local command=() help commands part choices
  help=$("$program" --help 2>/dev/null) || return
  for part in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    commands=$(sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p' <<<"$help")
    grep -qxF -- "$part" <<<"$commands" || continue
    command+=("$part")
    help=$("$program" "${command[@]}" --help 2>/dev/null) || return
  done
  [[ $before != --* ]] || choices=$(sed -n "s/^ *$before [A-Z]*:{\([^}]*\)}.*/\1/p" <<<"$help")
  commands=$(sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p' <<<"$help")
  if [[ -n $choices ]]; then
    mapfile -t COMPREPLY < <(compgen -W "${choices//,/ }" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE '^ +(-[a-z],)?--[a-z-]+' <<<"$help" | tr , '\n')" -- "$word")
  elif [[ -n $commands ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
  else
    compopt -o default 2>/dev/null
  fi
}
complete -F _foldwave_cli foldwave-cli
