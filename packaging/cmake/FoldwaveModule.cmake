# foldwave_module(NAME [OWN_HEADERS] [SELDOM] SOURCES ... DEPENDS ... PRIVATE_DEPENDS ...): one static library, with the house's
# warnings. OWN_HEADERS: compiled with options that the others have not. SELDOM: called too little under the sanitizers for its
# loops to count there.
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

# The standard headers that most sources of core/ read, for modules that are compiled alike. By clang alone: g++ 12 takes what
# it reads so for sources of the program, and warns of overflows inside std::string (GCC bug 105651).
function(foldwave_standard_headers)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/headers.cpp" CONTENT "")
  add_library(foldwave_headers OBJECT "${PROJECT_BINARY_DIR}/headers.cpp")
  target_link_libraries(foldwave_headers PRIVATE OpenMP::OpenMP_CXX)
  foldwave_warnings(foldwave_headers)
  foldwave_precompiled(foldwave_headers <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <mutex>
    <numeric> <optional> <set> <span> <sstream> <string> <string_view> <thread> <vector>)
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

# Sources with options of their own cannot take the headers that were compiled without.
function(foldwave_compiled_otherwise target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(options)
      set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
endfunction()

function(foldwave_module name)
  cmake_parse_arguments(M "OWN_HEADERS;SELDOM" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} STATIC ${M_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${M_DEPENDS} PRIVATE ${M_PRIVATE_DEPENDS} OpenMP::OpenMP_CXX)
  foldwave_warnings(${name})
  foldwave_unity(${name} 10)
  if(M_SELDOM AND FOLDWAVE_SANITIZE)
    foldwave_without_loops(${name})
  endif()
  if(name IN_LIST foldwave_fuzzed AND FOLDWAVE_FUZZ)
    foldwave_watched(${name})
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT M_OWN_HEADERS AND NOT (M_SELDOM AND FOLDWAVE_SANITIZE))
    foldwave_precompiled(${name} FROM foldwave_headers)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL foldwave_compiled_otherwise ${name})")
  endif()
endfunction()
