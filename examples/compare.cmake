# Runs PROGRAM with ARGUMENTS on DATA.in and compares what it prints with DATA.out, byte by byte.
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} INPUT_FILE ${DATA}.in OUTPUT_VARIABLE printed
                RESULT_VARIABLE status)
if(NOT status STREQUAL STATUS)
  message(FATAL_ERROR "${PROGRAM}: status ${status}, not ${STATUS}\n${printed}")
endif()
file(READ ${DATA}.out expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM} printed\n${printed}\nand not\n${expected}")
endif()
