# Writes a file for CTest with one test for each suite of a GoogleTest executable: it takes as long to start one as
# most tests take.
#
#   cmake -D TESTS=EXECUTABLE -D LEFT_OUT=PATTERNS -D LABEL=LABEL -D OUTPUT=FILE -P discover_suites.cmake

execute_process(COMMAND ${TESTS} --gtest_list_tests "--gtest_filter=-${LEFT_OUT}"
                OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n][^\n]*\\.[ \n]" lines "${listed}")
set(text "")
foreach(line ${lines})
  string(STRIP "${line}" suite)
  string(REGEX REPLACE "\\.$" "" suite "${suite}")
  string(APPEND text "add_test([=[${suite}]=] [=[${TESTS}]=] [=[--gtest_filter=${suite}.*-${LEFT_OUT}]=])\n"
                     "set_tests_properties([=[${suite}]=] PROPERTIES LABELS ${LABEL})\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
