# foldwave_module(NAME SOURCES ... DEPENDS ... PRIVATE_DEPENDS ...): one static library, with the house's warnings.
function(foldwave_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wconversion>
    # g++ 12 reports overlapping copies inside std::string's own operator+ (GCC bug 105651).
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${FOLDWAVE_WERROR}>>:-Werror>)
endfunction()

# With it ccache can keep what was compiled with precompiled headers (CCACHE_SLOPPINESS=pch_defines,time_macros).
function(foldwave_cache_sees_headers target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
endfunction()

function(foldwave_module name)
  cmake_parse_arguments(M "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} STATIC ${M_SOURCES})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${M_DEPENDS} PRIVATE ${M_PRIVATE_DEPENDS} OpenMP::OpenMP_CXX)
  foldwave_warnings(${name})
endfunction()
