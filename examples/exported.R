# SPDX-License-Identifier: GPL-3.0-or-later
# A table of J0 in R, without the library: Rscript exported.R TABLE.h
# TABLE.h is made by: clpwl export j0.clpwl --lang c --name table -o TABLE.h
header <- commandArgs(trailingOnly = TRUE)[1]
writeLines(c(sprintf('#include "%s"', normalizePath(header)),
             "void table_many(float *x, float *y, int *n)", # .C passes pointers
             "{",
             "    for (int i = 0; i < *n; i++)",
             "        y[i] = table(x[i]);",
             "}"), "table_many.c")
stopifnot(system("cc -O2 -shared -fPIC table_many.c -lm -o table_many.so") == 0)
dyn.load("./table_many.so")
table_j0 <- function(x)
    as.numeric(.C("table_many", as.single(x), y = single(length(x)), length(x))$y)

x <- seq(0, 20, length.out = 10001)
worst <- max(abs(table_j0(x) - besselJ(x, 0)))
cat(sprintf("worst error: %.3g, of at most 1e-4\n", worst))
quit(status = as.integer(worst > 1e-4))
