# The libraries that Espalier stands on; all are Debian packages (scripts/install-dependencies).

find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)

# isl, statically and whole. Debian's libLLVM exports the isl functions of Polly's older copy: a
# linker that meets it first would bind Espalier to those, function by function. Taken as a whole and
# ahead of all libraries, and hidden from the dynamic symbol table, the archive leaves both sides with
# their own (tests/presburger/isl_binding_test.cc holds this).
find_path(ISL_INCLUDE_DIR isl/cpp.h REQUIRED)
find_library(ISL_LIBRARY libisl.a REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
add_library(espalier::isl INTERFACE IMPORTED)
set_target_properties(espalier::isl PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES ${ISL_INCLUDE_DIR}
  INTERFACE_LINK_LIBRARIES "${GMP_LIBRARY}"
  INTERFACE_LINK_OPTIONS "-Wl,--whole-archive,${ISL_LIBRARY},--no-whole-archive;-Wl,--exclude-libs,libisl.a")

# isl's calls of GMP, and ours, go through espalier/presburger/single_limbs.cc, which names the functions.
file(STRINGS ${PROJECT_SOURCE_DIR}/espalier/presburger/single_limbs.cc wrapped REGEX "^[^#]* WRAPPED\\(")
list(TRANSFORM wrapped REPLACE ".* WRAPPED\\(([a-z_]+)\\).*" "-Wl,--wrap=__gmpz_\\1")
set_property(TARGET espalier::isl APPEND PROPERTY INTERFACE_LINK_OPTIONS ${wrapped})

# What isl counts as operations goes through espalier/presburger/counted_work.cc.
set_property(TARGET espalier::isl APPEND PROPERTY INTERFACE_LINK_OPTIONS -Wl,--wrap=isl_ctx_next_operation)

# An allocator, if it is there: isl's numbers are small blocks of memory, made and dropped by the million
# (docs/performance.md, "Espalier's own build"). It replaces `malloc` in programs that link it; sanitizers bring their own.
find_library(MIMALLOC_LIBRARY mimalloc)
add_library(espalier::allocator INTERFACE IMPORTED)
if(MIMALLOC_LIBRARY AND NOT ESPALIER_SANITIZE AND NOT ESPALIER_FUZZ)
  set_target_properties(espalier::allocator PROPERTIES INTERFACE_LINK_LIBRARIES ${MIMALLOC_LIBRARY})
endif()

# Lua, in C: its errors are long jumps (espalier/script/interpreter.h).
find_path(LUA_INCLUDE_DIR lua.hpp PATH_SUFFIXES lua5.4 REQUIRED)
find_library(LUA_LIBRARY lua5.4 REQUIRED)
add_library(espalier::lua INTERFACE IMPORTED)
set_target_properties(espalier::lua PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES ${LUA_INCLUDE_DIR}
  INTERFACE_LINK_LIBRARIES ${LUA_LIBRARY})

# Clang, as shared libraries. Not through find_package(Clang): its targets name every static
# archive, which a machine with the shared libraries alone need not have.
set(ESPALIER_LLVM_ROOT /usr/lib/llvm-19 CACHE PATH "Where LLVM and Clang 19 are installed")
find_path(CLANG_INCLUDE_DIR clang/Tooling/Tooling.h HINTS ${ESPALIER_LLVM_ROOT}/include REQUIRED)
find_library(CLANG_LIBRARY NAMES clang-cpp libclang-cpp.so.19.1 HINTS ${ESPALIER_LLVM_ROOT}/lib REQUIRED)
find_library(LLVM_LIBRARY NAMES LLVM-19 LLVM HINTS ${ESPALIER_LLVM_ROOT}/lib REQUIRED)
file(GLOB CLANG_RESOURCE_DIR ${ESPALIER_LLVM_ROOT}/lib/clang/19)
if(NOT CLANG_RESOURCE_DIR)
  message(FATAL_ERROR "Clang's own headers (lib/clang/19) are missing below ${ESPALIER_LLVM_ROOT}")
endif()
add_library(espalier::clang INTERFACE IMPORTED)
set_target_properties(espalier::clang PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES ${CLANG_INCLUDE_DIR}
  INTERFACE_COMPILE_DEFINITIONS "ESPALIER_CLANG_RESOURCE_DIR=\"${CLANG_RESOURCE_DIR}\""
  INTERFACE_LINK_LIBRARIES "${CLANG_LIBRARY};${LLVM_LIBRARY}")

# Graphviz: the library, and two of its plugins, linked rather than looked for at run time
# (espalier/report/schedule_picture.cc says why). They lie in a folder of their own, which installed
# programs must know too.
find_path(GRAPHVIZ_INCLUDE_DIR graphviz/gvc.h REQUIRED)
find_library(GVC_LIBRARY gvc REQUIRED)
find_library(CGRAPH_LIBRARY cgraph REQUIRED)
find_library(GRAPHVIZ_CORE_LIBRARY gvplugin_core PATH_SUFFIXES graphviz REQUIRED)
find_library(GRAPHVIZ_DOT_LIBRARY gvplugin_dot_layout PATH_SUFFIXES graphviz REQUIRED)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
add_library(espalier::graphviz INTERFACE IMPORTED)
set_target_properties(espalier::graphviz PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES ${GRAPHVIZ_INCLUDE_DIR}
  INTERFACE_LINK_LIBRARIES "${GRAPHVIZ_CORE_LIBRARY};${GRAPHVIZ_DOT_LIBRARY};${GVC_LIBRARY};${CGRAPH_LIBRARY}")
