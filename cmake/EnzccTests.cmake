# The tiers of the tests: those of label `quick` are what `./check quick` runs, with
# TEST_TIER=quick in the environment, which lets scripts take a part of their variants; those whose
# only label is `levels` are left to `./check levels`.

# quick_tests(TEST...): tests of this folder that belong to the quick tier.
function(quick_tests)
  set_property(TEST ${ARGN} APPEND PROPERTY LABELS quick)
endfunction()

# long_tests(SECONDS TEST...): about how long they take; ctest starts the longest first.
function(long_tests seconds)
  set_property(TEST ${ARGN} PROPERTY COST ${seconds})
endfunction()

# in_turn(COUNT TEST): one test in COUNT of those that are given here, by its name, is among the
# tests of `./check`; the others have the label `levels` alone.
function(in_turn count test)
  string(MD5 hash ${test})
  string(SUBSTRING ${hash} 0 6 hash)
  math(EXPR turn "0x${hash} % ${count}")
  if(turn)
    set_tests_properties(${test} PROPERTIES LABELS levels)
  endif()
endfunction()
