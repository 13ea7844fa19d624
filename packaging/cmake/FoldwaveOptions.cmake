# What is built, and with which libraries. AUTO takes a library when it is found; ON fails without it.
include(CTest)
include(CheckLanguage)

set(FOLDWAVE_CUDA AUTO CACHE STRING "CUDA back end: AUTO, ON or OFF")
set(FOLDWAVE_VTK AUTO CACHE STRING "VTK writers and pictures: AUTO, ON or OFF")
set(FOLDWAVE_PYTHON AUTO CACHE STRING "The Python module: AUTO, ON or OFF")
set(FOLDWAVE_HDF AUTO CACHE STRING "The store of volumes, .hdf files: AUTO, ON or OFF")
set(FOLDWAVE_MPI AUTO CACHE STRING "Ranks of mpirun in foldwave-cli: AUTO, ON or OFF")
option(FOLDWAVE_QT "Build the desktop program (needs Qt 6 and VTK)" ON)
# Later compilers have warnings of their own: they are shown, but stop nobody's build.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  option(FOLDWAVE_WERROR "Warnings are errors" OFF)
else()
  option(FOLDWAVE_WERROR "Warnings are errors" ON)
endif()
set(FOLDWAVE_SANITIZE OFF CACHE STRING "Sanitizers: OFF, ON (address and undefined behaviour) or THREAD (needs clang)")
option(FOLDWAVE_UNITY "Compile several files as one: a build from nothing takes a third" ON)
option(FOLDWAVE_FUZZ "Build the readers under libFuzzer too (needs clang and FOLDWAVE_SANITIZE=ON)" OFF)
set_property(CACHE FOLDWAVE_CUDA PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE FOLDWAVE_VTK PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE FOLDWAVE_MPI PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE FOLDWAVE_HDF PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE FOLDWAVE_PYTHON PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE FOLDWAVE_SANITIZE PROPERTY STRINGS OFF ON THREAD)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(FOLDWAVE_CCACHE ccache)
if(FOLDWAVE_CCACHE)
  # Precompiled headers, too.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${FOLDWAVE_CCACHE}")
  set(CMAKE_CUDA_COMPILER_LAUNCHER "${FOLDWAVE_CCACHE}")
endif()

if(FOLDWAVE_SANITIZE STREQUAL "THREAD")
  # g++'s OpenMP runtime is unknown to the thread sanitizer; clang's explains itself through Archer.
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "FOLDWAVE_SANITIZE=THREAD needs clang: give -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(FOLDWAVE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  # The address sanitizer sees null and the ends of objects itself, and the fuzzed readers, where bytes become numbers,
  # keep the check of alignment; on every access they would cost a third of the build and of the tests.
  add_compile_options(-fno-sanitize=null,object-size,alignment,vptr)
  # The sanitizers' own code makes g++ 12 report values that may not be set.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=address,undefined)
endif()

if(FOLDWAVE_FUZZ AND NOT (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND FOLDWAVE_SANITIZE STREQUAL "ON"))
  message(FATAL_ERROR "FOLDWAVE_FUZZ=ON needs clang and the sanitizers: give -DCMAKE_CXX_COMPILER=clang++ -DFOLDWAVE_SANITIZE=ON")
endif()
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Threads REQUIRED)

# The serial HDF5 and the packers of its filters. Debian keeps HDF5's flavours apart, so each is asked for by name.
set(FOLDWAVE_WITH_HDF OFF)
if(NOT FOLDWAVE_HDF STREQUAL "OFF" )
  find_path(FOLDWAVE_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(FOLDWAVE_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
  find_library(FOLDWAVE_BLOSC_LIBRARY blosc)
  find_library(FOLDWAVE_LZ4_LIBRARY lz4)
  find_library(FOLDWAVE_ZFP_LIBRARY zfp)
  find_package(ZLIB QUIET)
  if(FOLDWAVE_HDF5_INCLUDE AND FOLDWAVE_HDF5_LIBRARY AND FOLDWAVE_BLOSC_LIBRARY AND FOLDWAVE_LZ4_LIBRARY AND FOLDWAVE_ZFP_LIBRARY
     AND ZLIB_FOUND)
    set(FOLDWAVE_WITH_HDF ON)
    add_library(foldwave_hdf INTERFACE)
    target_include_directories(foldwave_hdf SYSTEM INTERFACE "${FOLDWAVE_HDF5_INCLUDE}")
    target_link_libraries(foldwave_hdf INTERFACE "${FOLDWAVE_HDF5_LIBRARY}" "${FOLDWAVE_BLOSC_LIBRARY}" "${FOLDWAVE_LZ4_LIBRARY}"
      "${FOLDWAVE_ZFP_LIBRARY}" ZLIB::ZLIB)
  elseif(FOLDWAVE_HDF STREQUAL "ON")
    message(FATAL_ERROR "FOLDWAVE_HDF=ON, but HDF5, Blosc, LZ4 or zfp was not found: install libhdf5-dev, libblosc-dev, liblz4-dev "
      "and libzfp-dev, or give -DFOLDWAVE_HDF=AUTO")
  endif()
endif()

# An encoding of the chains of core/volume/codec; without it the others are there.
find_path(FOLDWAVE_ZSTD_INCLUDE zstd.h)
find_library(FOLDWAVE_ZSTD_LIBRARY zstd)

set(FOLDWAVE_WITH_MPI OFF)
if(NOT FOLDWAVE_MPI STREQUAL "OFF")
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(FOLDWAVE_WITH_MPI ON)
  elseif(FOLDWAVE_MPI STREQUAL "ON")
    message(FATAL_ERROR "FOLDWAVE_MPI=ON, but MPI was not found: install libopenmpi-dev, or give -DFOLDWAVE_MPI=AUTO")
  endif()
endif()

set(FOLDWAVE_WITH_VTK OFF)
if(NOT FOLDWAVE_VTK STREQUAL "OFF")
  set(_vtk_components CommonCore CommonDataModel CommonExecutionModel CommonTransforms IOXML FiltersCore FiltersGeneral
    FiltersSources
      FiltersSources FiltersGeometry FiltersModeling RenderingCore RenderingOpenGL2 RenderingAnnotation RenderingFreeType
      RenderingUI InteractionStyle InteractionWidgets ImagingCore IOImage ChartsCore ViewsContext2D RenderingContext2D
      RenderingContextOpenGL2)
  find_package(VTK 9.1 QUIET COMPONENTS ${_vtk_components})
  if(VTK_FOUND)
    set(FOLDWAVE_WITH_VTK ON)
  elseif(FOLDWAVE_VTK STREQUAL "ON")
    message(FATAL_ERROR "FOLDWAVE_VTK=ON, but VTK 9.1 was not found: install libvtk9-dev, or give -DFOLDWAVE_VTK=AUTO")
  endif()
endif()

# Debian's own Python, for which the package is. Not under the sanitizers, whose runtime Python does not have.
set(FOLDWAVE_WITH_PYTHON OFF)
if(NOT FOLDWAVE_PYTHON STREQUAL "OFF" AND NOT FOLDWAVE_SANITIZE)
  set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python that the module is for")
  find_package(Python QUIET COMPONENTS Interpreter Development.Module)
  find_package(pybind11 2.10 QUIET)
  if(Python_FOUND AND pybind11_FOUND)
    set(FOLDWAVE_WITH_PYTHON ON)
  elseif(FOLDWAVE_PYTHON STREQUAL "ON")
    message(FATAL_ERROR "FOLDWAVE_PYTHON=ON, but pybind11 or Python's headers were not found: install pybind11-dev and "
      "python3-dev, or give -DFOLDWAVE_PYTHON=AUTO")
  endif()
endif()

set(FOLDWAVE_WITH_QT OFF)
if(FOLDWAVE_QT)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Concurrent Gui Widgets OpenGL OpenGLWidgets PrintSupport Svg)
  if(NOT FOLDWAVE_WITH_VTK)
    message(FATAL_ERROR "the desktop needs VTK 9.1: install libvtk9-dev, or give -DFOLDWAVE_QT=OFF")
  endif()
  set(FOLDWAVE_WITH_QT ON)
endif()

set(FOLDWAVE_WITH_CUDA OFF)
if(NOT FOLDWAVE_CUDA STREQUAL "OFF")
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(CMAKE_CUDA_COMPILER nvcc PATHS $ENV{CUDA_PATH}/bin /usr/local/cuda/bin /opt/cuda/bin)
    if(NOT CMAKE_CUDA_COMPILER)
      unset(CMAKE_CUDA_COMPILER CACHE)
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "CUDA targets; releases use 75;80;86;89;90")
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    # CMake 3.25 does not know this nvcc's C++20 flag.
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    set(FOLDWAVE_WITH_CUDA ON)
  elseif(FOLDWAVE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "FOLDWAVE_CUDA=ON, but no CUDA compiler was found: put nvcc on the PATH, or give -DFOLDWAVE_CUDA=AUTO")
  endif()
endif()

message(STATUS "Foldwave: VTK ${FOLDWAVE_WITH_VTK}, HDF5 ${FOLDWAVE_WITH_HDF}, MPI ${FOLDWAVE_WITH_MPI}, desktop ${FOLDWAVE_WITH_QT}, CUDA ${FOLDWAVE_WITH_CUDA}, Python ${FOLDWAVE_WITH_PYTHON}")
