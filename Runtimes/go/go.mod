module runtimes

go 1.18
