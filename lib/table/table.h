/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design changes in the table that it has made, and the error that execution begins with. */
#ifndef CLPWL__TABLE_H
#define CLPWL__TABLE_H

#include "clpwl/table.h"

struct clpwl_table {
    clpwl_table_spec spec; /* its pointers are to blocks of the table's own, or to what follows; or NULL */
    clpwl_tails tails;
    clpwl_weighting weighting;
    clpwl_target target;
    clpwl_constraints constraints; /* y is behind x in one block */
};

/* Frees the blocks. */
void clpwl__table_clear(clpwl_table *table);

/* Whether tables are extended by copies of the domain. */
static inline int clpwl__is_periodic(clpwl_extend extend)
{
    return extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR;
}

/* Sets the measured error: of a table with a weighting the weighted one. The target's error becomes as
 * large at least. */
void clpwl__table_set_measured(clpwl_table *table, clpwl_error measured);
/* The measured error: of a table with a weighting the weighted one. */
clpwl_error clpwl__table_measured(const clpwl_table *table);

/* Sets the measured error without the weight. The target of a weighted table is of the weighted error. */
void clpwl__table_set_plain(clpwl_table *table, clpwl_error measured);
/* What an option asks for: the default is the table's storage, or float32 where the table is NULL. */
clpwl_storage clpwl__storage_for(const clpwl_table *table, clpwl_storage asked);
/* Refuses what no table is: with a shaper, optimized or with a symmetry; with one of both, extended by
 * periods. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__form_check(clpwl_partition partition, clpwl_shaper shaper, clpwl_symmetry symmetry,
                               clpwl_extend extend);
/* Refuses slopes for another extension than linear; NULL and NaN are none. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__tails_check(clpwl_extend extend, const clpwl_tails *tails);
/* The slope of segment i in g(x), which is x without a shaper. */
double clpwl__table_slope(const clpwl_table *table, size_t i);
/* Sets the proved error: of a table with a weighting the weighted one. */
void clpwl__table_set_proved(clpwl_table *table, clpwl_error proved);
/* The proved error in each norm that has one, the measured error in the others: the unweighted one, and
 * that of a weighting. */
clpwl_error clpwl__table_known(const clpwl_table *table);
clpwl_error clpwl__weighting_known(const clpwl_weighting *weighting);
/* Sets the weighted error as executed, which is computed from the table itself. The table must
 * have a weighting. */
void clpwl__table_set_executed(clpwl_table *table, clpwl_error executed);
/* Sets the target, which must be valid and have a storage. */
void clpwl__table_set_target(clpwl_table *table, const clpwl_target *target);

#endif
