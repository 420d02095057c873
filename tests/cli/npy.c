/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the command's tests need of .npy files and cannot have from a shell. It shares
 * no code with the command.
 *   npy make FILE A B N     N random float32 in [A,B], both ends among them
 *   npy check X Y FUNCTION TOLERANCE
 *                           whether y is the function's value (GSL) at every x
 *   npy peak COMMAND ...    runs a command; its peak resident memory in KiB goes to
 *                           the file "peak"
 * Files of make have a header of 128 bytes, as NumPy's own.
 */
#include <gsl/gsl_sf.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER = 128 };

static int make(char **argv)
{
    double a = atof(argv[1]), b = atof(argv[2]);
    long n = atol(argv[3]);
    char header[HEADER + 1];
    FILE *file = fopen(argv[0], "wb");
    if (!file || n < 2)
        return 1;
    int used = snprintf(header + 10, HEADER - 10,
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (%ld,), }", n);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(header + 10 + used, ' ', HEADER - 10 - (size_t)used);
    header[HEADER - 1] = '\n';
    fwrite(header, 1, HEADER, file);
    uint64_t s = 88172645463325252u; /* xorshift64 */
    for (long i = 0; i < n; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        float x = (float)(a + (b - a) * ((double)(s >> 40) / (1 << 24)));
        x = i == 0 ? (float)a : i == 1 ? (float)b : x;
        fwrite(&x, sizeof x, 1, file);
    }
    return fclose(file) != 0;
}

static double reference(const char *name, double x)
{
    if (strcmp(name, "bessel_j0") == 0)
        return gsl_sf_bessel_J0(x);
    if (strcmp(name, "gaussian") == 0)
        return exp(-x * x / 2);
    fprintf(stderr, "npy: no reference for '%s'\n", name);
    exit(2);
}

static int check(char **argv)
{
    FILE *xs = fopen(argv[0], "rb"), *ys = fopen(argv[1], "rb");
    double tolerance = atof(argv[3]), worst = 0, at = 0;
    long n = 0;
    float x, y;
    if (!xs || !ys || fseek(xs, HEADER, SEEK_SET) || fseek(ys, HEADER, SEEK_SET))
        return 1;
    while (fread(&x, sizeof x, 1, xs) == 1) {
        if (fread(&y, sizeof y, 1, ys) != 1) {
            fprintf(stderr, "npy: %s ends at value %ld\n", argv[1], n);
            return 1;
        }
        double e = fabs((double)y - reference(argv[2], (double)x));
        if (!(e <= worst)) {
            worst = e;
            at = (double)x;
        }
        n++;
    }
    int more = fgetc(ys) != EOF;
    printf("%ld values, worst %.6g at %.9g%s\n", n, worst, at, more ? ", too long" : "");
    fclose(xs);
    fclose(ys);
    return more || n == 0 || !(worst <= tolerance);
}

static int peak(char **argv)
{
    int status;
    struct rusage usage;
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[0], argv);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status))
        return 126;
    FILE *file = fopen("peak", "w");
    if (!file || fprintf(file, "%ld\n", usage.ru_maxrss) < 0 || fclose(file) != 0)
        return 125;
    return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "make") == 0)
        return make(argv + 2);
    if (argc == 6 && strcmp(argv[1], "check") == 0)
        return check(argv + 2);
    if (argc > 2 && strcmp(argv[1], "peak") == 0)
        return peak(argv + 2);
    fputs("npy: make FILE A B N | check X Y FUNCTION TOLERANCE | peak COMMAND ...\n", stderr);
    return 2;
}
