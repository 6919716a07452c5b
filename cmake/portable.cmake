# This machine as one whose vectors are not known: kernels of all widths have the baseline's instructions alone.
set(CMAKE_SYSTEM_NAME ${CMAKE_HOST_SYSTEM_NAME})
set(CMAKE_SYSTEM_PROCESSOR portable)
