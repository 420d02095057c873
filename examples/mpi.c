/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table on many machines: rank 0 designs it and sends its bytes; each rank takes a device of its
 * machine, verifies the table there, and evaluates its part; rank 0 gathers the values.
 *     mpicc mpi.c $(pkg-config --cflags --libs clpwl) -lm -o mpi && mpirun -n 4 ./mpi */
#include <clpwl.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PART = 100000 };
static float x[PART], part[PART];

static void check(int failed)
{
    if (failed) {
        fprintf(stderr, "mpi: %s\n", clpwl_last_message());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks, here;
    char *text = NULL, device[16];
    size_t bytes = 0, devices;
    MPI_Comm machine;
    clpwl_device_info *infos;
    clpwl_function *f;
    clpwl_table *table;
    clpwl_context *context;
    clpwl_evaluator *evaluator;
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_verify_options much = CLPWL_VERIFY_INIT;
    clpwl_verification found;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &here);

    wish.max_error = 1e-4;
    check(clpwl_function_from_catalogue(&f, "bessel_j0"));
    if (rank == 0)
        check(clpwl_design(&table, f, &wish) || clpwl_table_save_text(table, &text, &bytes));
    MPI_Bcast(&bytes, sizeof bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank > 0)
        text = malloc(bytes);
    MPI_Bcast(text, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (rank > 0)
        check(clpwl_table_load_text(&table, text, bytes));

    check(clpwl_devices(&infos, &devices));
    snprintf(device, sizeof device, "%d", devices ? here % (int)devices : 0);
    where.device = device;
    much.arguments = 1000000;
    check(clpwl_context_create(&context, &where) ||
          clpwl_evaluator_create(&evaluator, context, table, NULL) ||
          clpwl_verify(evaluator, f, &much, &found));
    printf("rank %d: %s, error %.3g of at most %.3g: %s\n", rank, clpwl_evaluator_device(evaluator),
           found.seen.linf, found.bound.linf, found.holds ? "verified" : "FAILED");

    for (int i = 0; i < PART; i++)
        x[i] = 20.0f * ((float)rank + (float)i / PART) / (float)ranks;
    check(clpwl_eval(evaluator, x, part, PART));
    float *all = rank == 0 ? malloc((size_t)ranks * sizeof part) : NULL;
    MPI_Gather(part, PART, MPI_FLOAT, all, PART, MPI_FLOAT, 0, MPI_COMM_WORLD);
    double worst = 0;
    for (int i = 0; rank == 0 && i < ranks * PART; i++) /* 1e-5: of x in fp32, as |J0'| < 0.6 */
        worst = fmax(worst, fabs(all[i] - j0(20.0 * i / PART / ranks)) - 1e-5);
    if (rank == 0)
        printf("worst error: %.3g, of at most 1e-4, %d values\n", worst, ranks * PART);
    MPI_Finalize();
    return found.holds && worst <= 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
