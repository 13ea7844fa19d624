# foldwave_module(NAME SOURCES ... DEPENDS ... PRIVATE_DEPENDS ...): one static library, with the house's warnings.
function(foldwave_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wconversion>
    # g++ 12 reports overlapping copies inside std::string's own operator+ (GCC bug 105651).
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${FOLDWAVE_WERROR}>>:-Werror>)
endfunction()

# Some files of a target are compiled as one: the headers are read once. Names that a file keeps to itself must differ
# within a target then; that they shadow each other is no fault of one file.
function(foldwave_unity target files)
  if(FOLDWAVE_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage> $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>)
  endif()
endfunction()

# Headers of other people that most files of a target read are compiled once. FROM: those of a target that is compiled alike.
# Not where files are compiled one by one: each must name what it needs.
function(foldwave_precompiled target)
  cmake_parse_arguments(P "" "FROM" "" ${ARGN})
  if(NOT FOLDWAVE_UNITY)
    return()
  elseif(P_FROM)
    target_precompile_headers(${target} REUSE_FROM ${P_FROM})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  # Without it a compiler cache cannot know what it was compiled with.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endfunction()

# Of what has no inner loops, but many templates: JSON, command lines, widgets, tests. To optimise it takes most of its
# compile time, all the more under the sanitizers, and gains nothing.
function(foldwave_without_loops target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:$<IF:$<BOOL:${FOLDWAVE_SANITIZE}>,-O0,$<$<CONFIG:Release>:-O1>>>)
endfunction()

# What the readers under libFuzzer call: it tells them which ways it took, and watches every access.
set(foldwave_fuzzed foldwave_base foldwave_formats foldwave_model foldwave_codec foldwave_filter foldwave_h5z)
function(foldwave_watched target)
  if(FOLDWAVE_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,null,object-size,alignment,vptr)
  endif()
endfunction()

function(foldwave_module name)
  cmake_parse_arguments(M "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} STATIC ${M_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${M_DEPENDS} PRIVATE ${M_PRIVATE_DEPENDS} OpenMP::OpenMP_CXX)
  foldwave_warnings(${name})
  foldwave_unity(${name} 10)
  if(name IN_LIST foldwave_fuzzed)
    foldwave_watched(${name})
  endif()
endfunction()
