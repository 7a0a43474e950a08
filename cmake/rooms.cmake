# espalier_room(NAME [LIBRARIES library...] [PRECOMPILE header... | PRECOMPILED_BY room]): the library of
# one room, from all sources in its folder and those in it. The libraries say which rooms it may use: those
# above it in docs/architecture.md. Headers that take long to compile are compiled once for a room, or for
# another one before.
function(espalier_room name)
  cmake_parse_arguments(ROOM "" "PRECOMPILED_BY" "LIBRARIES;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  add_library(espalier-${name} STATIC ${sources})
  target_include_directories(espalier-${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(espalier-${name} PUBLIC ${ROOM_LIBRARIES})
  if(ROOM_PRECOMPILE)
    target_precompile_headers(espalier-${name} PRIVATE ${ROOM_PRECOMPILE})
  elseif(ROOM_PRECOMPILED_BY)
    target_precompile_headers(espalier-${name} REUSE_FROM espalier-${ROOM_PRECOMPILED_BY})
  endif()
endfunction()
